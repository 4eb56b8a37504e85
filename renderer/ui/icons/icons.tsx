import type { Category } from '../../../shared/model/category.ts';
import { ICON_PATHS, type IconPaths } from './icon-paths.ts';
import './icons.css';

export type IconName = keyof typeof ICON_PATHS;

interface IconProps {
  readonly name: IconName;
  /** Pixels; left out: the icon size of the theme. */
  readonly size?: 12 | 14 | 16 | 20 | 28;
  /** Spoken name; left out where words stand beside the icon. */
  readonly label?: string;
  readonly className?: string;
}

export function Icon({ name, size = 16, label, className = '' }: IconProps) {
  const paths: IconPaths = ICON_PATHS[name];
  const spoken = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={`icon icon-${size} ${className}`} viewBox="0 0 16 16" {...spoken}>
      {paths.line !== undefined && <path d={paths.line} />}
      {paths.dashed !== undefined && <path d={paths.dashed} strokeDasharray="2.1 2.61" />}
      {paths.fill !== undefined && <path d={paths.fill} className="icon-filled" />}
    </svg>
  );
}

/** The mark of the app. */
export function Brand() {
  return (
    <svg className="brand-mark" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5.5" />
      <path d="M5 14.75V9.25M8.3 14.75V6.25M11.7 5.25v8.5M15 5.25v5.5" />
    </svg>
  );
}

const CATEGORY_ICONS: Readonly<Record<Category, IconName>> = {
  'kg-csv': 'csv',
  'model-3d': 'cube',
  'bim-source': 'layers',
  'spec-sheet': 'pdf',
  maintenance: 'doc',
  other: 'doc',
};

const EXTENSION_ICONS: Readonly<Record<string, IconName>> = {
  csv: 'csv',
  xlsx: 'csv',
  xls: 'csv',
  pdf: 'pdf',
  glb: 'cube',
  gltf: 'cube',
  frag: 'cube',
  ifc: 'layers',
  rvt: 'layers',
  dwg: 'layers',
  zip: 'zip',
  '7z': 'zip',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  heic: 'image',
  svg: 'image',
};

export function categoryIcon(category: Category): IconName {
  return CATEGORY_ICONS[category];
}

/** The icon of a file: by its ending, else by its category. */
export function fileIcon(name: string, category: Category): IconName {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return EXTENSION_ICONS[ending] ?? categoryIcon(category);
}
