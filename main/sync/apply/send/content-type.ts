import mime from 'mime';

/** Types of building files that the common registry does not know. */
const BUILDING_TYPES = new Map([
  ['ifc', 'application/x-step'],
  ['ifczip', 'application/zip'],
  ['rvt', 'application/octet-stream'],
  ['dwg', 'image/vnd.dwg'],
  ['dxf', 'image/vnd.dxf'],
  ['e57', 'model/e57'],
  ['las', 'application/vnd.las'],
]);

/** The media type that a file's name stands for; the contract allows 127 characters, all of these are shorter. */
export function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return BUILDING_TYPES.get(extension) ?? mime.getType(name) ?? 'application/octet-stream';
}
