import type { Failure } from '../../../shared/failure.ts';

/**
 * Endings of documents that open in a program which shows or edits them, on each of the three systems. Hundreds of
 * endings start, install or lead elsewhere, and each new program on a computer may add one: so everything that is not
 * named here is only shown in its folder.
 *
 * Left out on purpose, however usual:
 * - doc, xls, ppt, mpp, vsd and what ends in m: they may hold macros, and files from SiteSync lack the mark of the web
 *   that would make Office open them protected. Those of LibreOffice only run if a person trusted whoever signed them.
 * - html, svg, xml and rdf: a browser opens them and runs their scripts. SiteSync's own preview does not.
 * - ttl: if Tera Term is installed it is a script, and people who set up controllers use a terminal.
 */
const DOCUMENTS = new Set(
  [
    // To be read, written and counted in.
    'pdf docx xlsx pptx odt ods odp vsdx rtf txt md csv tsv log json yaml yml',
    'jpg jpeg png gif webp heic tif tiff bmp mp4 m4v mov avi mkv webm mp3 m4a wav',
    'eml msg zip 7z',
    // Buildings: open formats, then those of one maker each.
    'ifc ifczip bcf bcfzip dxf step stp iges igs stl obj ply 3mf gltf glb e57 las laz pts ptx xyz',
    'dwg dgn dwf dwfx rvt rfa rte rft nwd nwc nwf skp 3dm fbx 3ds rcp rcs pln pla',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Does a file of this name open as a document? Asked of the name on the disk, as it stands: an ending with anything more
 * to it, seen or not, is another ending.
 */
export function isDocument(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && DOCUMENTS.has(name.slice(dot + 1).toLowerCase());
}

/** It may come from anyone who can write to the service: it is shown, and opened by nobody but the person. */
export function shownOnly(name: string): Failure {
  return {
    code: 'type-refused',
    message: `${name} was not opened. SiteSync opens only kinds of documents that it knows, and shows others in their folder.`,
    hint: 'It may be a program: open it there if you know whom it is from.',
    retry: 'on-change',
  };
}
