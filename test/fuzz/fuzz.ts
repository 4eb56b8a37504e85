import { parseArgs } from 'node:util';
import type { Found } from './found.ts';
import { load } from './load.ts';
import { fuzzPlanner } from './planner.ts';
import { fuzzSimulation } from './simulation.ts';
import { soak } from './soak.ts';
import { everyStep } from './steps.ts';

const USAGE = `npm run fuzz -- --planner N [--seed S]   N random triples of trees
               --sim N [--seed S]       N lives of laptops and a service, everything simulated
               --sim N --left-out       the same, and people leave files out here and there, and remove them
               --sim N --namesakes      the same, and people name files alike but for the case of letters
               --sim N --sticks         as with --namesakes, and disks treat case otherwise than most of the system
               --sim N --unlistable     the same, folders often cannot be listed, and people mostly move files
               --sim N --put-back       the same, and older copies of a site's folder take its place, and it takes theirs
               --sim N --programs       the same, and programs save with backups, fetch and copy files that grow, and
                                        rename, copy, move and remove whole folders
               --sim N --office         the same, and programs write over metadata, copy and refile records on the service,
                                        which refuses everybody for a while, or is put back to an older backup
               --sim N --choices        the same, and people choose categories, take files out of the trash, approve deletes,
                                        pause, give the site up for a moment, and act at the window
               --sim N --refuses        the same, and the service refuses writes of a kind for a while, or one in so many
               --steps                  a real sync killed and failed at each of its steps
               --load HOURS             simulated hours of 5 sites with 50,000 files that change all the time
               --soak SECONDS           real time: memory, handles and database stay flat`;

const { values } = parseArgs({
  options: {
    planner: { type: 'string' },
    sim: { type: 'string' },
    'left-out': { type: 'boolean', default: false },
    namesakes: { type: 'boolean', default: false },
    sticks: { type: 'boolean', default: false },
    unlistable: { type: 'boolean', default: false },
    'put-back': { type: 'boolean', default: false },
    programs: { type: 'boolean', default: false },
    office: { type: 'boolean', default: false },
    choices: { type: 'boolean', default: false },
    refuses: { type: 'boolean', default: false },
    steps: { type: 'boolean' },
    load: { type: 'string' },
    soak: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const say = (line: string): void => console.log(line);

async function main(): Promise<number> {
  if (values.planner !== undefined) return conclude(fuzzPlanner(amount(values.planner), seed, say));
  if (values.sim !== undefined) {
    const { namesakes, sticks, unlistable, programs, office, choices, refuses } = values;
    const options = {
      leavesOut: values['left-out'],
      namesakes,
      sticks,
      unlistable,
      putBack: values['put-back'],
      programs,
      office,
      choices,
      refuses,
    };
    return conclude(await fuzzSimulation(amount(values.sim), seed, say, options));
  }
  if (values.steps === true) return conclude(await everyStep(say));
  if (values.load !== undefined) return conclude(await load(amount(values.load), seed, say));
  if (values.soak !== undefined) return conclude(await soak(amount(values.soak), seed, say));
  console.error(USAGE);
  return values.help === true ? 0 : 2;
}

function amount(text: string): number {
  const runs = Number(text);
  if (!Number.isSafeInteger(runs) || runs < 1) throw new Error(`${text} is no number of runs`);
  return runs;
}

function conclude(found: Found | null): number {
  if (found === null) {
    say(`Nothing found, beginning with seed ${seed}.`);
    return 0;
  }
  console.error(`Broke a rule with seed ${found.seed}: ${found.why}`);
  return 1;
}

process.exitCode = await main();
