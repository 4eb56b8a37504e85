import { say } from '../harness/child.ts';

/** A Node that does nothing: what any program in it takes. */
say({});
