/**
 * What is never kept in step unless `.siteignore` takes it back with `!` (rule 15): gitignore lines, matched without
 * regard to case against the name at any depth.
 */
export const IGNORE_DEFAULTS: readonly string[] = [
  // Litter of operating systems and network drives
  '.DS_Store',
  '.AppleDouble/',
  '.Spotlight-V100/',
  '.Trashes/',
  '.fseventsd/',
  '.TemporaryItems/',
  '.DocumentRevisions-V100/',
  '.apdisk',
  // What iCloud leaves of a file whose bytes it took away
  '.*.icloud',
  // What a folder of a Mac is shown by
  'Icon[\r]',
  '._*',
  'Thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '$RECYCLE.BIN/',
  'System Volume Information/',
  '.Trash-*',
  '.fuse_hidden*',
  '.nfs*',
  // Lock and recovery files of editors and Office programs: they vanish when the document is closed
  '~$*',
  '.~lock.*#',
  '.#*',
  '*~',
  '*.swp',
  '*.swx',
  // Vim's probe for a writable folder
  '4913',
  // Locks and slogs of AutoCAD and Revit
  '*.dwl',
  '*.dwl2',
  '*.slog',
  '*.lck',
  // Downloads and copies that are not finished
  '*.part',
  '*.partial',
  '*.crdownload',
  '*.download',
  '*.tmp',
];
