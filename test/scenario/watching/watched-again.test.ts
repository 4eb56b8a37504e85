import { expect, it } from 'vitest';
import { WatchedFolder } from '../../../main/sync/watch/watched-folder.ts';
import type { WatchHint } from '../../../main/sync/ports/environment.ts';
import { ok } from '../../../shared/failure.ts';

it('says again that hints were lost where it is watched anew', async () => {
  let hint: (hint: WatchHint) => void = () => undefined;
  const notices: string[] = [];
  const watched = new WatchedFolder(
    { env: { now: () => 0 }, settings: { ignore: [] } } as never,
    {
      watch: (_folder, _ignored, onHint) => {
        hint = onHint;
        return { ready: Promise.resolve(ok(undefined)), close: () => Promise.resolve() };
      },
    },
    '/sites/Harbour House',
    { onHint: () => undefined, onNotice: (line) => void notices.push(line), onOver: () => undefined },
  );
  for (let times = 1; times <= 2; times++) {
    await watched.open();
    hint({ kind: 'lost', why: 'the queue ran over' });
    hint({ kind: 'lost', why: 'the queue ran over' });
    // It may have gone altogether, which is another thing to say.
    expect(notices).toHaveLength(times - 1);
    watched.found(null);
    expect(notices).toHaveLength(times);
    await watched.close();
  }
});
