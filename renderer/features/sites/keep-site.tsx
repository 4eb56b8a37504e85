import type { ReactNode } from 'react';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, type ButtonProps } from '../../ui/inputs/button.tsx';

interface KeepSiteProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly site: string;
  /** The site's name, where several stand beside each other: fewer words are shown, and it is spoken with them. */
  readonly name?: string | undefined;
}

/**
 * Keeps a site here from now on: all of it, or what was kept of it before. It needs no network: the files come as soon as
 * there is one.
 */
export function KeepSite({ site, name, variant, size }: KeepSiteProps): ReactNode {
  const t = useText();
  const follow = useDo('sites.follow');
  const words = t(name === undefined ? 'sites.keepSite' : 'sites.keepHere');
  return (
    <Button
      variant={variant}
      size={size}
      icon="laptop"
      isPending={follow.busy}
      label={name === undefined ? undefined : `${words}: ${name}`}
      onPress={() => follow.run({ site, folder: null, keep: null })}
    >
      {words}
    </Button>
  );
}
