/**
 * Names are other people's. With what turns the text around, `plan fdp.msc` is read as `plan csm.pdf`: each such mark is
 * shown as one that cannot be shown. Letters that run from right to left by themselves stay as they are.
 */
export function unturned(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
