import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { heldWithout, type HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { approveDeletes, withdrawApprovals } from '../files/approvals.ts';
import { Bulk } from '../files/bulk.ts';
import { keptSite, showAndSync, siteToChange } from '../files/site-files.ts';
import { putBack } from './put-back.ts';

type Names = 'held.confirm' | 'held.reject' | 'outbox.retry';

/** The person's word on what the sync held back, and "Retry now". */
export function heldCommands(app: AppContext): Pick<Handlers, Names> {
  const decide = async (
    site: Result<FollowedSite>,
    keys: readonly string[],
    act: (site: FollowedSite, files: HeldDeletes['files']) => Promise<void>,
  ): Promise<Result<Output<'held.reject'>>> => {
    if (!site.ok) return fail(site.failure);
    const held = app.mirror.siteState(site.value.id).held;
    const byKey = new Map<string, HeldDeletes['files'][number]>(held?.files.map((file) => [file.id, file]));
    // As they were listed to the person: the first few are named again in what is said of the answer.
    const files = [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
    await act(site.value, files);
    noLongerHeld(app, site.value, new Set(files.map((file) => file.id)));
    showAndSync(app, site.value.id);
    const bulk = new Bulk();
    for (const file of files) bulk.done(file.path);
    const { changed, named } = bulk.result();
    return ok({ changed, named });
  };
  return {
    'held.confirm': ({ site: id, keys }) =>
      decide(keptSite(app, id), keys, (site, files) =>
        approveDeletes(
          app,
          site,
          files.map((file) => file.id),
        ),
      ),
    'held.reject': async ({ site: id, keys }) =>
      decide(await siteToChange(app, id), keys, async (site, files) => {
        withdrawApprovals(
          app,
          site,
          files.map((file) => file.id),
        );
        await putBack(app, site, files);
      }),
    'outbox.retry': async ({ site: id, attempts }) => {
      const sites = app.mirror.followed().filter((site) => id === null || site.id === id);
      for (const site of sites) {
        app.mirror.clearProblems(site.id, attempts);
        app.session()?.gate.hurry(site.id);
        showAndSync(app, site.id);
      }
      return ok(null);
    },
  };
}

/** The next cycle finds out again what is to be held; until then the list shows what still waits for a word. */
function noLongerHeld(app: AppContext, site: FollowedSite, decided: ReadonlySet<FileId>): void {
  const held = app.mirror.siteState(site.id).held;
  if (held !== null && decided.size > 0) app.mirror.setHeld(site.id, heldWithout(held, decided));
}
