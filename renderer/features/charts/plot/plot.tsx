import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { VisuallyHidden } from '../../../ui/telling/visually-hidden.tsx';
import type { ChartLink } from './chart-link.ts';
import { listenToGestures, type GestureEnds } from './gestures.ts';
import { PlotView, type PlotModel } from './plot-view.ts';

interface PlotProps {
  readonly link: ChartLink;
  readonly model: PlotModel;
  /** Says what is to be seen. */
  readonly label: string;
  readonly ends: GestureEnds;
  /** Told of the view while it is on the screen, for pictures. */
  readonly onView: (view: PlotView | null) => void;
}

/** A chart that takes the focus, so that keys move it; what it shows is told by its label and by the table behind it. */
export function Plot({ link, model, label, ends, onView }: PlotProps): ReactNode {
  const t = useText();
  const keys = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<PlotView | null>(null);
  const newPlot = useEffectEvent((element: HTMLElement) => new PlotView(element, link, model));
  const zoomed = useEffectEvent<GestureEnds['zoomed']>((range) => ends.zoomed(range));
  const reset = useEffectEvent(() => ends.reset());
  const stepped = useEffectEvent(() => ends.stepped());
  const tell = useEffectEvent(onView);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const plot = newPlot(element);
    view.current = plot;
    const stop = listenToGestures(element, plot, link, { zoomed, reset, stepped });
    const resize = (): void => plot.resize(element.clientWidth, element.clientHeight);
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    tell(plot);
    return () => {
      observer.disconnect();
      stop();
      plot.close();
      view.current = null;
      tell(null);
    };
  }, [link]);
  useEffect(() => view.current?.update(model), [model]);
  return (
    <>
      {/* A chart is worked with keys as a slider is; no role of ARIA fits it better than a named application. */}
      <div
        ref={host}
        className="chart-plot"
        role="application"
        tabIndex={0}
        aria-label={label}
        aria-describedby={keys}
      />
      <VisuallyHidden>
        <span id={keys}>{t('charts.chartKeys')}</span>
      </VisuallyHidden>
    </>
  );
}
