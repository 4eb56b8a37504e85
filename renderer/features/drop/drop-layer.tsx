import { useEffect, useState, type ReactNode } from 'react';
import type { CategoryId } from '../../../shared/ipc/define.ts';
import { CATEGORIES, parseCategory } from '../../../shared/model/category.ts';
import { useAnswer, useBridge, useDo } from '../../state/engine.tsx';
import { useRoute } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { categoryIcon, Icon } from '../../ui/icons/icons.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { useDropDesk, useDropStage } from './drop-context.ts';
import { droppedIn, type Dropped } from './dropped.ts';
import './drop-layer.css';

/** What is under the pointer during a drag. */
interface Aim {
  readonly site: string | null;
  readonly category: CategoryId | null;
}

/**
 * Takes files that are dropped anywhere in the window. An element that names a site (`data-drop-site`) or a category
 * (`data-drop-category`) is a target of its own; anywhere else on a site's screen means that site.
 */
export function DropLayer(): ReactNode {
  const desk = useDropDesk();
  const stage = useDropStage();
  // Who is asked for files may drop them too, as the question says.
  const asking = stage.kind === 'asking' && stage.source === null ? stage : null;
  const busy = stage.kind !== 'idle' && asking === null;
  const route = useRoute();
  const here = route.screen === 'site' ? route.site : null;
  const sites = useAnswer('sites.list', null).data ?? [];
  const follow = useDo('sites.follow');
  const t = useText();
  const onDrop = (aim: Aim, source: Dropped): void => {
    // The question stays, with the site and the category that are chosen in it by now.
    if (asking !== null) return desk.ask(asking.site, asking.category, source);
    const id = aim.site ?? here;
    const site = sites.find((each) => each.id === id);
    if (site === undefined) desk.ask(null, aim.category, source);
    else if (site.followed === null)
      toast(t('drop.notKept', { site: site.name }), {
        action: {
          label: t('drop.keepHere'),
          onAction: () => follow.run({ site: site.id, folder: null, keep: null }),
        },
      });
    else void desk.review({ site: site.id, category: aim.category }, source);
  };
  const aim = useFileDrag(busy ? null : onDrop);
  if (aim === null) return null;
  const target = asking === null ? (aim.site ?? here) : asking.site;
  const name = sites.find((each) => each.id === target)?.name;
  const why = name === undefined && asking === null ? 'drop.onAnyWhy' : 'drop.onWindowWhy';
  return (
    <div className={asking === null ? 'drop-layer' : 'drop-layer drop-layer-over'} aria-hidden="true">
      <div className="drop-panel">
        <Icon name="plus" size={28} />
        <div>
          <p className="t-lead">
            {name === undefined ? t('drop.onAny') : t('drop.onWindow', { site: name })}
          </p>
          <p className="t-small">{t(why)}</p>
        </div>
        {here !== null && asking === null && <CategoryTargets />}
      </div>
    </div>
  );
}

/** For people who know where all of it belongs. */
function CategoryTargets(): ReactNode {
  return (
    <ul className="drop-categories">
      {CATEGORIES.map(({ id, label }) => (
        <li key={id} className="drop-category" data-drop-category={id}>
          <Icon name={categoryIcon(id)} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Where a drag of files is; null while there is none. Drags of anything else are ignored. */
function useFileDrag(onDrop: ((aim: Aim, source: Dropped) => void) | null): Aim | null {
  const [aim, setAim] = useState<Aim | null>(null);
  const { drops } = useBridge();
  useEffect(() => {
    const end = (): void => {
      setAim(null);
      mark(null);
    };
    const over = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      // Even if nothing is accepted: otherwise the browser would open the file in place of the page.
      event.preventDefault();
      event.dataTransfer.dropEffect = onDrop === null ? 'none' : 'copy';
      if (onDrop === null) return;
      mark(event.target);
      const next = aimAt(event.target);
      setAim((now) => (now?.site === next.site && now.category === next.category ? now : next));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) end();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      end();
      const source = event.dataTransfer === null ? null : droppedIn(event.dataTransfer, drops);
      if (source !== null) onDrop?.(aimAt(event.target), source);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onDrop, drops]);
  return onDrop === null ? null : aim;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

function aimAt(target: EventTarget | null): Aim {
  const found = (name: string): string | null =>
    target instanceof Element
      ? (target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null)
      : null;
  return { site: found('drop-site'), category: parseCategory(found('drop-category')) };
}

/** Outlines the target under the pointer, one at a time. */
function mark(target: EventTarget | null): void {
  const next = target instanceof Element ? target.closest('[data-drop-site], [data-drop-category]') : null;
  for (const old of document.querySelectorAll('[data-drop-over]'))
    if (old !== next) old.removeAttribute('data-drop-over');
  next?.setAttribute('data-drop-over', '');
}
