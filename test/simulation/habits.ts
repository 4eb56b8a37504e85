import { Random } from './random.ts';

/** Any number each: tells the chance of a habit from the one of the rest, and from each other. */
const LEFT_OUT = 0x1e47_0075;
const UNLISTABLE = 0x6114_b5ed;
const PUT_BACK = 0x9b7c_0b4d;
const PROGRAMS = 0x3c0f_7a11;
const OFFICE = 0x0ff1_ce5d;
const CHOICES = 0x2c40_1ce5;
const WINDOW = 0x3d1d_0a7e;
const REFUSES = 0x4ef0_5e5d;

/** What people do in some lives and in others not. */
export interface HabitOptions {
  /** People leave files out of the site here and there, and remove them to save room; they name files alike but for the case. */
  readonly leavesOut?: boolean;
  readonly namesakes?: boolean;
  /** As `namesakes`, and sites lie on disks that treat case otherwise than most of the system. */
  readonly sticks?: boolean;
  /**
   * Now and then the disk does not list a folder; people mostly move their files and let them trade places, and rename
   * folders that nobody may read then.
   */
  readonly unlistable?: boolean;
  /** Older copies of a site's folder take its place, also in the midst of a sync, and it may take theirs again. */
  readonly putBack?: boolean;
  /** Programs save with backups, fetch and copy files that grow, and rename, copy, move and remove whole folders. */
  readonly programs?: boolean;
  /** Programs on the service write over metadata, copy and refile records; it refuses everybody for a while, or is put back. */
  readonly office?: boolean;
  /**
   * People choose categories, take files out of the trash, approve deletes, pause, and give the site up for a moment. At the
   * window they move, rename and delete files, take that back, resolve conflicts, and answer deletes that wait.
   */
  readonly choices?: boolean;
  /** The service refuses writes of a kind for a while, or one in so many; later people have them tried again. */
  readonly refuses?: boolean;
}

/** The chance of each habit, of its own, so that it shifts no draw of the rest; null where nobody has it. */
export interface Habits {
  readonly rules: Random | null;
  readonly listings: Random | null;
  /** Copies that are put in the place of a site's folder. */
  readonly copies: Random | null;
  readonly programs: Random | null;
  readonly office: Random | null;
  readonly choices: Random | null;
  /** Of those who choose, at the window of the program. */
  readonly window: Random | null;
  readonly refuses: Random | null;
}

export function drawHabits(seed: number, options: HabitOptions): Habits {
  const drawn = (is: boolean | undefined, habit: number): Random | null =>
    is === true ? new Random(seed ^ habit) : null;
  return {
    rules: drawn(options.leavesOut, LEFT_OUT),
    listings: drawn(options.unlistable, UNLISTABLE),
    copies: drawn(options.putBack, PUT_BACK),
    programs: drawn(options.programs, PROGRAMS),
    office: drawn(options.office, OFFICE),
    choices: drawn(options.choices, CHOICES),
    window: drawn(options.choices, WINDOW),
    refuses: drawn(options.refuses, REFUSES),
  };
}
