import type { Failure } from '../../../shared/failure.ts';

/**
 * Endings of documents that open in a program which shows or edits them, on each of the three systems. What starts,
 * installs or leads elsewhere has hundreds of endings, and each new program of somebody's computer may bring another: so
 * all that is not named here is shown in its folder. Left out on purpose, however usual:
 * - doc, xls, ppt, mpp, vsd and what ends in m: macros may be in them, and what came by SiteSync bears no mark of the web
 *   for which Office would open it protected. Those of LibreOffice run only where a person trusted whoever signed them.
 * - html, svg, xml and rdf: a browser opens them and runs the scripts in them. SiteSync's own preview does not.
 * - ttl: where Tera Term is installed it is a script, and a terminal is what people use who set up controllers.
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
