import { z } from 'zod';
import { CATEGORIES } from '../model/category.ts';
import { parseSiteId, type SiteId } from '../model/ids.ts';

/** One question of the renderer to the engine: what goes in, what comes out. */
export interface CommandSpec<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export function command<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): CommandSpec<I, O> {
  return { input, output };
}

/** Commands that take or give nothing. */
export const nothing = z.null();

/** Also what the engine gives out of ids and paths: a page gets them as plain text. */
export const text = z.string().max(4096);
/** In what a renderer asks: parsed here, once for all commands. */
export const siteId = z.string().transform((value, context): SiteId => {
  const id = parseSiteId(value);
  if (id === null) context.addIssue('No site can have this id.');
  return id ?? z.NEVER;
});
/**
 * Names a file of a site: by the id of its record, or by its path if the service does not know it yet (`file-key.ts`).
 */
export const fileKey = z.string().min(1).max(4200);
/** Epoch milliseconds. */
export const time = z.number();
export const bytes = z.number().nonnegative();
export const count = z.number().int().nonnegative();

export const category = z.enum(CATEGORIES.map(({ id }) => id));
export type CategoryId = z.infer<typeof category>;

/** The parts of a failure that cross the bridge (`ToldFailure`). A page knows its code as plain text. */
export const failure = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  retry: z.enum(['later', 'on-connect', 'on-sign-in', 'on-change', 'now']),
});
export type FailureWords = Readonly<z.infer<typeof failure>>;
