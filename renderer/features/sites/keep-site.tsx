import type { ReactNode } from 'react';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, type ButtonProps } from '../../ui/inputs/button.tsx';

interface KeepSiteProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly site: string;
  /** Fewer words, where there is little room and the site stands beside it. */
  readonly short?: boolean | undefined;
}

/**
 * Keeps a site here from now on: all of it, or what was kept of it before. It needs no network: the files come as soon as
 * there is one.
 */
export function KeepSite({ site, short = false, variant, size }: KeepSiteProps): ReactNode {
  const t = useText();
  const follow = useDo('sites.follow');
  return (
    <Button
      variant={variant}
      size={size}
      icon="laptop"
      isPending={follow.busy}
      onPress={() => follow.run({ site, folder: null, keep: null })}
    >
      {t(short ? 'sites.keepHere' : 'sites.keepSite')}
    </Button>
  );
}
