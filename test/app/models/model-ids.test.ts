import { expect, it } from 'vitest';
import { modelIdOf } from '../../../main/models/model-ids.ts';
import type { ModelId } from '../../../shared/model/ids.ts';

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
