import { counted, numberText } from '../../../../shared/counted.ts';
import { bytesOfText, bytesText } from '../../../../shared/bytes-text.ts';
import {
  addSample,
  estimate,
  type TransferEstimate,
  type TransferSample,
} from '../../../engine/times/transfer-estimate.ts';
import type { SyncContext } from '../../../sync/context.ts';
import type { ProgressState } from '../../../sync/telling/progress.ts';
import { plain } from '../../system/plain-line.ts';
import type { Output } from './output.ts';

const CELLS = 20;
/** How often the line is drawn, ms. */
const EVERY = 250;
const PHASES: Readonly<Record<ProgressState['phase'], string>> = {
  idle: '',
  listing: 'Asking the service what there is…',
  scanning: 'Looking through the folder…',
  hashing: 'Reading files…',
  transferring: 'Sending and fetching…',
};

const CLEAR = '\r\u001b[K';

/** Shows a line on stderr if that is a terminal: bar, bytes, rate, time left. Returns the function that ends it. */
export function showProgress({ env, progress }: SyncContext, out: Output): () => void {
  let samples: readonly TransferSample[] = [];
  return redraw(out, () => {
    const { state } = progress;
    samples = addSample(samples, { at: env.now(), bytes: state.bytesDone });
    return progressLine(state, (left) => estimate(samples, left));
  });
}

/** A piece of work of which only a share, from 0 to 1, is known. */
interface ShownShare {
  readonly at: (share: number) => void;
  readonly end: () => void;
}

/** The same for such work, which `words` name. */
export function showShare(out: Output, words: string): ShownShare {
  let share = 0;
  return {
    at: (now) => {
      share = now;
    },
    end: redraw(out, () => `[${bar(share)}] ${Math.floor(share * 100)} % · ${words}`),
  };
}

/** Hands on the pieces of a text, and shows how much was written. */
export async function* shownWriting(
  out: Output,
  file: string,
  pieces: Iterable<string>,
): AsyncGenerator<string> {
  let bytes = 0;
  const end = redraw(out, () => `Writing ${plain(file)}… ${bytesText(bytes)}`);
  try {
    for (const piece of pieces) {
      yield piece;
      bytes += Buffer.byteLength(piece);
    }
  } finally {
    end();
  }
}

function redraw({ screen }: Output, line: () => string): () => void {
  if (screen === null) return () => undefined;
  const timer = setInterval(() => screen.write(`${CLEAR}${withinWidth(line(), screen.columns)}`), EVERY);
  return () => {
    clearInterval(timer);
    screen.write(CLEAR);
  };
}

/** What takes two columns: the writing of East Asia, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * Cuts the line to the terminal: a longer one would wrap, and could not be redrawn. Serial lines and containers have an
 * unknown width, 0.
 */
export function withinWidth(line: string, columns: number | undefined): string {
  let left = (columns === undefined || columns === 0 ? 80 : columns) - 1;
  let text = '';
  for (const character of line) {
    left -= WIDE.test(character) ? 2 : 1;
    if (left < 0) break;
    text += character;
  }
  return text;
}

/** Clears the line because something else is to be printed; the line is then redrawn below that. */
export function clearProgress({ screen }: Output): void {
  screen?.write(CLEAR);
}

/** What goes on now, in one line. `estimateFor` gets the bytes that are left. */
export function progressLine(
  state: ProgressState,
  estimateFor: (bytesLeft: number) => TransferEstimate,
): string {
  const { done, total, files } = amounts(state);
  // What moves says more than what is read beside it.
  const reading = state.running.length === 0 && state.reading !== null ? plain(state.reading.path) : null;
  if (total === 0) return reading === null ? PHASES[state.phase] : `Reading ${reading}…`;
  const { bytesPerSecond, secondsLeft } = estimateFor(total - done);
  const parts = [
    `[${bar(done / total)}] ${bytesOfText(done, total)}`,
    ...(files === null ? [] : [files]),
    ...(bytesPerSecond === null ? [] : [`${bytesText(bytesPerSecond)}/s`]),
    ...(secondsLeft === null ? [] : [`${durationText(secondsLeft)} left`]),
    ...(reading === null ? [] : [`reading ${reading}`]),
  ];
  return parts.join(' · ');
}

function bar(share: number): string {
  return '#'.repeat(Math.min(CELLS, Math.floor(share * CELLS))).padEnd(CELLS, '.');
}

/** Bytes done and expected of the plan; without a plan, as for a single model, those of the running transfers. */
function amounts(state: ProgressState): {
  readonly done: number;
  readonly total: number;
  readonly files: string | null;
} {
  const { filesDone, filesTotal, bytesDone, bytesTotal, running } = state;
  if (filesTotal > 0)
    return {
      done: bytesDone,
      total: bytesTotal,
      files: `${numberText(filesDone)} of ${counted(filesTotal, 'file')}`,
    };
  const known = running.filter((transfer) => transfer.total !== null);
  return {
    done: known.reduce((sum, transfer) => sum + transfer.done, 0),
    total: known.reduce((sum, transfer) => sum + (transfer.total ?? 0), 0),
    files: null,
  };
}

function durationText(seconds: number): string {
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
