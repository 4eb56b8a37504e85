import { say } from '../harness/child.ts';

/** A Node that does nothing: the least that any Node program uses. */
say({});
