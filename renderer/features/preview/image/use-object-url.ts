import { useEffect, useState } from 'react';

/** An address of these bytes for as long as they are shown; null without them, and until it is made. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const url = URL.createObjectURL(blob);
    setSrc(url);
    return () => {
      URL.revokeObjectURL(url);
      setSrc(null);
    };
  }, [blob]);
  return src;
}
