import { originalOf } from '../../../engine/names/conflict-name.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { impliedPath } from '../../../engine/names/implied-path.ts';
import type { OwnVersion } from '../../../../shared/ipc/outbox.ts';
import { baseName, pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { Program } from '../../compose/compose.ts';
import { EXIT, type Output } from '../output/output.ts';
import { tellIfNothingIsKept } from '../sites/kept-site.ts';
import { nameOf } from '../../../sync/following/site-name.ts';

type KeptSite = ReturnType<Program['mirror']['followed']>[number];

/** A copy that lies beside the file that it was made for. */
interface Copy {
  readonly site: KeptSite;
  readonly copy: RelPath;
  /** Of the file; null where none lies here. */
  readonly file: RelPath | null;
  /** No file lies here, but the service has one for this place. */
  readonly onlineOnly: boolean;
  readonly size: number;
  readonly sent: boolean;
  /** Which of the two versions was made on this computer. */
  readonly own: OwnVersion;
}

/** `conflicts`: the copies that are still there to be looked at, and whose they are. */
export async function conflictsCommand(program: Program, out: Output): Promise<number> {
  const conflicts: Copy[] = [];
  for (const site of program.mirror.followed()) conflicts.push(...(await copiesOf(program, site)));
  tellIfNothingIsKept(program, out);
  for (const each of conflicts) {
    const words = `${whose(each)}${each.sent ? '' : '; not sent yet'}`;
    out.say(`${nameOf(program, each.site)}: ${each.copy}  (${words})`);
  }
  if (conflicts.length === 0) out.say('No conflict copies.');
  else if (conflicts.every(({ sent }) => sent))
    out.say('Keep what you need, and delete or rename the copies: both versions are on the service too.');
  else
    out.say(
      'Keep what you need. A copy that is not sent yet is on this computer alone: delete it only if nobody needs it.',
    );
  out.object({ ok: true, conflicts: conflicts.map((each) => ({ ...each, site: each.site.id })) });
  return EXIT.inSync;
}

async function copiesOf(program: Program, site: KeptSite): Promise<readonly Copy[]> {
  const { base, local, remote } = program.mirror.trees(site.id);
  const copies = [...local.values()].filter(({ path }) => originalOf(path) !== null);
  if (copies.length === 0) return [];
  // Loaded for them alone: most often there are none.
  const { contestedOf, HISTORY, ownOf } = await import('../../../app/views/contested.ts');
  const contested = contestedOf(copies, program.env.device, () => program.mirror.activity(site.id, HISTORY));
  const agreed = new Map([...base.values()].map((entry) => [entry.path, entry]));
  const here = new Map([...local.values()].map(({ path }) => [pathKey(path), path]));
  const unfetched = [...remote.values()].filter(({ id }) => !base.has(id));
  const there = new Set(unfetched.map((record) => pathKey(impliedPath(record, program.env.platform))));
  return copies.map((lying): Copy => {
    const { path: copy, size } = lying;
    const original = originalOf(copy) ?? copy;
    const file = here.get(pathKey(original)) ?? null;
    const onlineOnly = file === null && there.has(pathKey(original));
    const entry = agreed.get(copy);
    const sent = entry !== undefined && sameFingerprint(lying, entry);
    const known = ownOf(contested, copy, original);
    const own = known === 'file' && file === null ? 'neither' : known;
    return { site, copy, file, onlineOnly, size, sent, own };
  });
}

function whose({ file, onlineOnly, own }: Copy): string {
  const left = onlineOnly ? 'the other version is online only' : 'the other version is gone';
  const name = file === null ? null : `“${baseName(file)}”`;
  switch (own) {
    case 'copy':
      return name === null ? `made here; ${left}` : `made here; theirs is ${name}`;
    case 'file':
      return `theirs; ${name} was made here`;
    case 'neither':
      return name === null ? `theirs; ${left}` : `theirs, as is ${name}`;
    default:
      return own satisfies never;
  }
}
