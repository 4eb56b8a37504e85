import { z } from 'zod';
import { failure } from './define.ts';

/** What crosses the bridge, whatever carries it. */
export const toEngine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    id: z.number().int(),
    command: z.string().max(100),
    input: z.unknown(),
  }),
  /** The caller no longer wants the answer. */
  z.object({ kind: z.literal('cancel'), id: z.number().int() }),
]);
export type ToEngine = z.infer<typeof toEngine>;

export const toRenderer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id: z.number().int(), output: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.number().int(), failure }),
  z.object({ kind: z.literal('event'), name: z.string(), payload: z.unknown() }),
]);
export type ToRenderer = z.infer<typeof toRenderer>;
