import { IfcImporter } from '@thatopen/fragments';
import { IFCPROPERTYBOUNDEDVALUE, IFCPROPERTYENUMERATEDVALUE, IFCPROPERTYLISTVALUE } from 'web-ifc';

/** By default the library leaves out all properties with more than one value, such as the status in each common set. */
const PROPERTIES = [IFCPROPERTYBOUNDEDVALUE, IFCPROPERTYENUMERATEDVALUE, IFCPROPERTYLISTVALUE];

/** Converts models. `wasm`: the folder of the WebAssembly that reads them. */
export function ifcImporter(wasm: string): IfcImporter {
  const importer = new IfcImporter();
  importer.wasm = { path: wasm, absolute: true };
  for (const each of PROPERTIES) importer.classes.abstract.add(each);
  return importer;
}
