import { finding, type Finding } from './finding.ts';
import { readingChecks } from './reading-checks.ts';
import { Talk, type Target } from './talk.ts';
import { writingChecks } from './writing-checks.ts';

/** Looks at a service through HTTP alone and says how it reads what the contract leaves open. */
export async function checkContract(target: Target, write: boolean): Promise<readonly Finding[]> {
  const talk = new Talk(target);
  const { site, findings } = await readingChecks(talk);
  if (!write) return findings;
  if (site === null)
    return [...findings, finding('create', 'A create answers with', 'no site to write to', null)];
  return [...findings, ...(await writingChecks(talk, site))];
}
