import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { Vector3 } from 'three';
import type { Failure, Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import { useText } from '../../../text/use-text.ts';
import { PreviewLoading, PreviewTrouble, type PreviewPlace } from '../preview-parts.tsx';
import { damaged } from '../read-content.ts';
import { MeasuredLine } from './measure.tsx';
import { ModelBar } from './model-bar.tsx';
import { snapped, type OpenModel, type Picked } from './picked.ts';
import { Stage, type Side } from './stage.ts';
import './model.css';

/** Puts a model on the stage. If the signal aborts first, it removes what it has put there. */
export type LoadModel<M extends OpenModel> = (
  stage: Stage,
  signal: AbortSignal,
  onProgress: (words: string, share: number) => void,
) => Promise<Result<M>>;

interface ModelRoomProps<M extends OpenModel> {
  readonly name: string;
  readonly where: PreviewPlace;
  /** Must stay the same function while the file does. */
  readonly load: LoadModel<M>;
  readonly facts: (model: M) => ReactNode;
  readonly onPick?: ((picked: Picked | null) => void) | undefined;
  /** Beside the model: its parts, or the properties of one. */
  readonly aside?: ((model: M, stage: Stage) => ReactNode) | undefined;
}

type Shown<M> =
  | { readonly state: 'loading'; readonly words: string; readonly share: number }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly model: M; readonly stage: Stage };

/** A model in three dimensions, which can be turned by pointer or arrow keys, fitted and measured. */
export function ModelRoom<M extends OpenModel>(props: ModelRoomProps<M>): ReactNode {
  const { name, where, load, facts, onPick, aside } = props;
  const holder = useRef<HTMLDivElement>(null);
  const shown = useModel(holder, name, load);
  const [points, setPoints] = useState<readonly Vector3[] | null>(null);
  const [side, setSide] = useState<Side | null>('corner');
  const ready = shown.state === 'ready' ? shown : null;
  const press = async (x: number, y: number): Promise<void> => {
    if (ready === null) return;
    const picked = await ready.model.pick(x, y);
    if (points === null) return onPick?.(picked);
    if (picked === null) return;
    const point = snapped(ready.stage, picked, x, y);
    setPoints((now) => (now === null ? null : now.length > 1 ? [point] : [...now, point]));
  };
  if (shown.state === 'failed') return <PreviewTrouble failure={shown.failure} />;
  return (
    <>
      {where === 'full' && ready !== null && (
        <ModelBar
          stage={ready.stage}
          model={ready.model}
          points={points}
          onMeasure={(on) => setPoints(on ? [] : null)}
          side={side}
          onSide={(next) => {
            setSide(next);
            ready.stage.look(next);
          }}
          facts={facts(ready.model)}
        />
      )}
      <div className="model-room">
        {where === 'full' && ready !== null && aside?.(ready.model, ready.stage)}
        <Canvas
          holder={holder}
          name={name}
          stage={ready?.stage ?? null}
          isMeasuring={points !== null}
          onPress={press}
          onTurned={() => setSide(null)}
        >
          {ready !== null && points !== null && <MeasuredLine stage={ready.stage} points={points} />}
          {shown.state === 'loading' && (
            <div className="model-loading">
              <PreviewLoading words={shown.words} share={shown.share} />
            </div>
          )}
        </Canvas>
      </div>
    </>
  );
}

function useModel<M extends OpenModel>(
  holder: { readonly current: HTMLElement | null },
  name: string,
  load: LoadModel<M>,
): Shown<M> {
  const [shown, setShown] = useState<Shown<M>>(() => loading(text('preview.opening'), 0));
  useEffect(() => {
    if (holder.current === null) return undefined;
    const abort = new AbortController();
    const set = (next: Shown<M>): void => {
      if (!abort.signal.aborted) setShown(next);
    };
    const failed = (failure: Failure): void => set({ state: 'failed', failure });
    const stage = Stage.open(holder.current, () => failed(lost(name)));
    if (stage === null) {
      failed(noWebGl(name));
      return () => abort.abort();
    }
    let model: M | null = null;
    load(stage, abort.signal, (words, share) => set(loading(words, share))).then(
      (result) => {
        if (!result.ok) return failed(result.failure);
        model = result.value;
        if (abort.signal.aborted) return model.close();
        stage.setBox(model.box);
        stage.look('corner');
        return set({ state: 'ready', model, stage });
      },
      (error: unknown) => failed(damaged(text('preview.failed', { name, reason: String(error) }))),
    );
    return () => {
      abort.abort();
      model?.close();
      stage.close();
    };
  }, [holder, name, load]);
  return shown;
}

interface CanvasProps {
  readonly holder: { current: HTMLDivElement | null };
  readonly name: string;
  readonly stage: Stage | null;
  readonly isMeasuring: boolean;
  readonly onPress: (x: number, y: number) => Promise<void>;
  readonly onTurned: () => void;
  readonly children: ReactNode;
}

const TURNS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** How far a press may move without being a drag, px. */
const STILL = 4;

function Canvas({ holder, name, stage, isMeasuring, onPress, onTurned, children }: CanvasProps): ReactNode {
  const t = useText();
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null);
  // If the model was opened by keyboard, the arrow keys work at once.
  useEffect(() => {
    const preview = holder.current?.closest('.preview');
    if (preview !== null && preview === document.activeElement) holder.current?.focus();
  }, [holder]);
  const onKeyDown = useCallback(
    (event: KeyboardEvent): void => {
      const turn = TURNS[event.key];
      if (turn !== undefined) {
        stage?.turn(...turn);
        onTurned();
      } else if (event.key === '+' || event.key === '=') stage?.zoomBy(1.25);
      else if (event.key === '-') stage?.zoomBy(0.8);
      else return;
      event.preventDefault();
    },
    [stage, onTurned],
  );
  const onPointerUp = (event: PointerEvent): void => {
    const from = pressed.current;
    pressed.current = null;
    if (from === null || stage === null) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) return onTurned();
    const { left, top } = stage.canvas.getBoundingClientRect();
    void onPress(event.clientX - left, event.clientY - top);
  };
  return (
    <div
      ref={holder}
      className={isMeasuring ? 'preview-stage model-stage model-measuring' : 'preview-stage model-stage'}
      tabIndex={0}
      role="application"
      aria-label={t('preview.model.stage', { name })}
      onKeyDown={onKeyDown}
      onPointerDown={({ button, clientX, clientY }) => {
        pressed.current = button === 0 ? { x: clientX, y: clientY } : null;
      }}
      onPointerUp={onPointerUp}
    >
      {children}
    </div>
  );
}

function loading(words: string, share: number): { state: 'loading'; words: string; share: number } {
  return { state: 'loading', words, share };
}

function noWebGl(name: string): Failure {
  return {
    code: 'unreadable',
    message: text('preview.model.noWebGl', { name }),
    hint: text('preview.model.noWebGlHint'),
    retry: 'on-change',
  };
}

function lost(name: string): Failure {
  return {
    code: 'unreadable',
    message: text('preview.model.lost', { name }),
    hint: text('preview.model.lostHint'),
    retry: 'now',
  };
}
