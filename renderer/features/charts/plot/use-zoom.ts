import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { presetRange } from '../../../../shared/time/presets.ts';
import { useKept } from '../../../state/use-kept.ts';
import { ChartLink } from './chart-link.ts';
import type { Range } from '../time/range.ts';
import {
  isHistory,
  lastPreset,
  startHistory,
  zoomBack,
  zoomForward,
  zoomTo,
  type Shown,
  type ZoomHistory,
} from '../time/zoom-history.ts';

/** How often a chart that moves with the clock is read again, ms. */
const LIVE_MS = 30_000;

export interface Zoom {
  readonly link: ChartLink;
  readonly history: ZoomHistory;
  /** The view when it has settled. */
  readonly view: Range;
  readonly show: (shown: Shown) => void;
  readonly back: () => void;
  readonly forward: () => void;
  /** To the last preset, which moves with the clock. */
  readonly live: () => void;
}

/** The stretch in view of a site's charts: linked, with its history, moving with the clock until somebody zooms. */
export function useZoom(site: string, zone: string): Zoom {
  const [history, setHistory] = useKept(`charts.zoom.${site}`, startHistory('week'), isHistory);
  const [link] = useState(() => new ChartLink(rangeOf(history.now, zone)));
  const settled = useSyncExternalStore(link.onSettled, link.settledView);
  const { now } = history;
  const shown = useRef(link.state.view);
  const follow = useCallback(() => {
    link.show(rangeOf(now, zone));
    shown.current = link.state.view;
  }, [link, now, zone]);
  useEffect(() => {
    follow();
    if (typeof now !== 'string') return undefined;
    const timer = setInterval(() => {
      // Else a gesture is under way, and would lose its place.
      const { view, selection } = link.state;
      const { from, to } = shown.current;
      if (view.from === from && view.to === to && selection === null) follow();
    }, LIVE_MS);
    return () => clearInterval(timer);
  }, [link, follow, now]);
  useEffect(() => () => link.stop(), [link]);
  const show = useCallback((shown: Shown) => setHistory(zoomTo(history, shown)), [history, setHistory]);
  return {
    link,
    history,
    view: settled,
    show,
    back: () => setHistory(zoomBack(history)),
    forward: () => setHistory(zoomForward(history)),
    live: () => {
      const preset = lastPreset(history);
      // It is live already: undo the gesture that ended where it began.
      if (now === preset) follow();
      else show(preset);
    },
  };
}

function rangeOf(shown: Shown, zone: string): Range {
  return typeof shown === 'string' ? presetRange(shown, Date.now(), zone) : shown;
}
