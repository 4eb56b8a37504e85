import { uuidOf } from '../random.ts';

/** Two owners: one of offices and laboratories, one of public buildings. */
export const MARITIME_ESTATES = uuidOf('organization Maritime Estates');
export const CIVIC_BUILDINGS = uuidOf('organization Civic Buildings');
