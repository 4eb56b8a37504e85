import type { Moment } from '../../../main/app/views/moment.ts';

/** A program that is signed in and online, of which nothing was written yet. */
export const MOMENT: Moment = {
  online: true,
  signedIn: true,
  paused: false,
  platform: 'linux',
  device: 'LAPTOP',
  ignore: [],
  ignoreTexts: {},
  running: [],
  slowed: {},
  revisions: {},
  touched: {},
};
