import { IfcImporter } from '@thatopen/fragments';
import { IFCPROPERTYBOUNDEDVALUE, IFCPROPERTYENUMERATEDVALUE, IFCPROPERTYLISTVALUE } from 'web-ifc';

/** The library leaves out all properties but those of one value, such as the status that each common set has. */
const PROPERTIES = [IFCPROPERTYBOUNDEDVALUE, IFCPROPERTYENUMERATEDVALUE, IFCPROPERTYLISTVALUE];

/** What takes a model in; `wasm`: the folder of the WebAssembly that reads it. */
export function ifcImporter(wasm: string): IfcImporter {
  const importer = new IfcImporter();
  importer.wasm = { path: wasm, absolute: true };
  for (const each of PROPERTIES) importer.classes.abstract.add(each);
  return importer;
}
