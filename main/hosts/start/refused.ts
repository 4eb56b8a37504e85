/**
 * The exit status of a desktop app that could not start and has said why. No other ending looks like it: Electron
 * itself ends with 1 if it finds no screen, and by a signal if it may not use its sandbox.
 */
export const REFUSED = 78;
