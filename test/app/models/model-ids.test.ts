import { expect, it } from 'vitest';
import { modelIdOf } from '../../../main/models/model-ids.ts';
import { commands } from '../../../shared/ipc/contract.ts';
import { parseModelId, type ModelId } from '../../../shared/model/ids.ts';

it.each([
  [{ model_id: 'a' }, 'a'],
  [{ modelId: 7 }, '7'],
  [{ note: 'x', 'Model-ID': 'b' }, 'b'],
  [{ model: { id: 'x' } }, null],
  [{ modelName: 'x' }, null],
  ['model_id', null],
  ['{"model_id": "a"}', 'a'],
  ['["model_id"]', null],
  [null, null],
])('ids of models are read from metadata %j as %s', (metadata, id) => {
  expect(modelIdOf(metadata)).toBe(id as ModelId | null);
});

it('are told from what is too long for one by the command, in words: no window may call it a fault', () => {
  const model = 'x'.repeat(600);
  expect(commands['models.add'].input.parse({ site: 'harbour', model })).toMatchObject({ model });
  expect(parseModelId(model)).toBe(null);
});
