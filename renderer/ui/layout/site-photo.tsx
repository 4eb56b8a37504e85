import { createContext, use, useState } from 'react';
import './site-photo.css';

interface SitePhotoProps {
  /** Address of the copy on this computer; null: there is none. */
  readonly src: string | null;
  /** Pixels of a square, or the width of a card or of a panel. */
  readonly size?: 'card' | 'hero' | 20 | 36 | 44 | undefined;
  /** Nothing of the site is kept here: the photo fades. */
  readonly offline?: boolean | undefined;
}

/**
 * On what it depends whether a photo can be had, as whether the service is reached. Those that could not be had are asked for
 * once more whenever it changes.
 */
export const PhotoChance = createContext<string | null>(null);

/** The photo of a site; the name always stands beside it. Without one, a drawn building keeps its place. */
export function SitePhoto({ src, size = 'card', offline = false }: SitePhotoProps) {
  const chance = use(PhotoChance);
  const [failed, setFailed] = useState<{ readonly src: string; readonly chance: string | null } | null>(null);
  const look = `site-photo site-photo-${size}${offline ? ' site-photo-faded' : ''}`;
  if (src !== null && (failed?.src !== src || failed.chance !== chance)) {
    return (
      <img
        className={look}
        src={src}
        alt=""
        draggable={false}
        decoding="async"
        onError={() => setFailed({ src, chance })}
      />
    );
  }
  return (
    <svg
      className={`${look} site-drawing`}
      viewBox={typeof size === 'number' ? '94 38 140 116' : '0 0 320 160'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect className="site-sky" width="320" height="160" />
      <path className="site-far" d="M20 136V84h44v52zM252 136V72h48v64z" />
      <path className="site-near" d="M96 136V44h72v92zM168 136V68h64v68z" />
      <path
        className="site-windows"
        d="M108 58h48M108 74h48M108 90h48M108 106h48M180 82h40M180 98h40M180 114h40"
      />
      <path className="site-ground" d="M0 136h320v24H0z" />
    </svg>
  );
}
