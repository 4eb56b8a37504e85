import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { bytesText } from '../../../../shared/bytes-text.ts';
import { parseModelId } from '../../../../shared/model/ids.ts';
import { addModel } from '../../../models/model-notes.ts';
import { cutWords, pullNoted, recordNaming } from '../../../models/pull-noted.ts';
import type { Program } from '../../compose/compose.ts';
import { keptSiteHere } from '../sites/kept-site.ts';
import { notTaken } from '../input/misuse.ts';
import { EXIT, type Output } from '../output/output.ts';
import { showProgress } from '../output/progress-bar.ts';
import { besides, put } from '../output/put.ts';
import { STDOUT } from '../terminal.ts';

/** `model pull SITE MODEL`: into the site's `Models/`, and to FILE as well where one is named. The app lists it from then on. */
export async function modelPullCommand(
  program: Program,
  terminal: Output,
  given: string,
  modelId: string,
  copy: string | null,
): Promise<number> {
  const besidesModel = besides(terminal, '--out', copy);
  if (!besidesModel.ok) return terminal.error(besidesModel.failure);
  const out = besidesModel.value;
  const kept = await keptSiteHere(program, given);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const model = parseModelId(modelId);
  if (model === null) return out.error(notTaken('<model>', modelId));
  const opened = await program.reader();
  if (!opened.ok) return out.error(opened.failure);
  const stopShowing = showProgress(opened.value, out);
  const record = recordNaming(program.mirror, site, model);
  const pulled = await pullNoted(opened.value, site, model, record).finally(stopShowing);
  if (!pulled.ok) return out.error(pulled.failure);
  if (record === null) addModel(program.mirror, site, model);
  const file = join(site.folder, pulled.value.path);
  if (copy !== null) {
    const content = { file: copy, from: createReadStream(file), hint: `The model itself lies in ${file}.` };
    const uncopied = await put(out, content, opened.value.signal);
    if (uncopied !== null) return uncopied;
  }
  const { size, fetched, tookChanged, isCut } = pulled.value;
  const untouched = copy === null ? 'Unchanged' : 'Copied';
  const place = copy === null || copy === STDOUT ? file : copy;
  out.say(`${fetched ? 'Pulled' : untouched}: ${place} (${bytesText(size)})`);
  if (tookChanged) out.say('The copy that was changed here is in the trash: sitesync trash');
  if (isCut) out.warn(cutWords(model, pulled.value));
  const cut = isCut ? { cut: true } : {};
  out.object({ ok: true, site: site.id, model, file: copy ?? file, size, fetched, tookChanged, ...cut });
  return EXIT.inSync;
}
