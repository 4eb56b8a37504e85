import type { AppState } from '../../../../shared/ipc/app.ts';
import type { ElectronParts } from '../electron-parts.ts';

/**
 * The computer stays awake this long after the last file, so that more can follow, even after a break in the network,
 * ms.
 */
const LINGER = 5 * 60_000;

/**
 * Keeps the computer awake while files are being transferred, so that what is sent overnight is there in the morning.
 * Files that are only read for a comparison do not count: that happens every hour, and nobody waits for it. The screen
 * may go dark. Never on battery: a laptop that runs empty, or gets hot in its bag, is worse than one that continues
 * later.
 */
export class KeepAwake {
  readonly #electron: Pick<ElectronParts, 'powerMonitor' | 'powerSaveBlocker'>;
  #isOn = false;
  #isAtWork = false;
  #linger: NodeJS.Timeout | null = null;
  #blocker: number | null = null;
  readonly #decide = (): void => this.#apply();

  constructor(electron: Pick<ElectronParts, 'powerMonitor' | 'powerSaveBlocker'>) {
    this.#electron = electron;
    electron.powerMonitor.on('on-ac', this.#decide);
    electron.powerMonitor.on('on-battery', this.#decide);
  }

  /** Whether the person wants this. */
  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    this.#apply();
  }

  state({ connection, paused, work }: AppState): void {
    const isAtWork = connection === 'online' && !paused && !work.stands && work.phase === 'transferring';
    if (isAtWork) this.#stopLingering();
    else if (this.#isAtWork) this.#linger = setTimeout(() => this.#rest(), LINGER);
    this.#isAtWork = isAtWork;
    // A timer too, because Linux does not report plugging in or unplugging.
    this.#apply();
  }

  close(): void {
    this.#electron.powerMonitor.off('on-ac', this.#decide);
    this.#electron.powerMonitor.off('on-battery', this.#decide);
    this.#isAtWork = false;
    this.#rest();
  }

  #rest(): void {
    this.#stopLingering();
    this.#apply();
  }

  #stopLingering(): void {
    if (this.#linger !== null) clearTimeout(this.#linger);
    this.#linger = null;
  }

  #apply(): void {
    const { powerMonitor, powerSaveBlocker } = this.#electron;
    const isWanted = this.#isOn && (this.#isAtWork || this.#linger !== null) && !powerMonitor.onBatteryPower;
    if (isWanted) this.#blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (this.#blocker !== null) {
      powerSaveBlocker.stop(this.#blocker);
      this.#blocker = null;
    }
  }
}
