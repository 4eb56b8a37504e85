/** How a disk treats names: what it holds for the same, and what it makes of them. */
export interface NameRules {
  /** `Plan.pdf` and `plan.pdf` are one file, under the spelling that came first (NTFS, APFS). */
  readonly caseInsensitive: boolean;
  /** Linux knows most such disks only so: for a rename that changes the case alone it finds nothing to do. */
  readonly keepsCase: boolean;
  /**
   * `none`: a name is its code points (ext4) · `preserving`: é composed and decomposed are one file, under the spelling
   * that came first (APFS) · `nfd`: as before, and names come back decomposed (HFS+).
   */
  readonly normalisation: 'none' | 'preserving' | 'nfd';
}

/** What names are compared by. */
export function keyOf(name: string, rules: NameRules): string {
  const spelt = rules.normalisation === 'none' ? name : name.normalize('NFD');
  return rules.caseInsensitive ? spelt.toLowerCase().toUpperCase() : spelt;
}

/** The name as the disk hands it back. */
export function spellingOf(name: string, rules: NameRules): string {
  return rules.normalisation === 'nfd' ? name.normalize('NFD') : name;
}
