import type { useText } from '../../text/use-text.ts';
import type { MenuEntry } from '../../ui/inputs/menu.tsx';
import type { DrawnPanel } from './chart-lines.ts';
import type { ChartLine } from './plot/line.ts';
import type { Panels } from './use-panels.ts';

/** Where a line of a chart can go. */
export function lineMenu(
  line: ChartLine,
  drawn: readonly DrawnPanel[],
  { move, remove }: Pick<Panels, 'move' | 'remove'>,
  t: ReturnType<typeof useText>,
): readonly MenuEntry[] {
  const own = drawn.find((panel) => panel.lines.includes(line));
  return [
    ...(own !== undefined && own.lines.length > 1
      ? [
          {
            id: 'own',
            label: t('charts.ownPanel'),
            icon: 'plus' as const,
            onAction: () => move(line.id, null),
          },
        ]
      : []),
    ...drawn
      .filter((panel) => panel !== own)
      .map(({ panel, title }) => ({
        id: panel.id,
        label: t('charts.toPanel', { title }),
        icon: 'arrowRight' as const,
        onAction: () => move(line.id, panel.id),
      })),
    { id: 'remove', label: t('charts.remove'), icon: 'close', onAction: () => remove(line.id) },
  ];
}
