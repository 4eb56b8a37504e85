import type { SiteId } from '../../../shared/model/ids.ts';
import type { ChangesParts } from '../../datamodel/changes.ts';
import type { Datamodels } from '../../datamodel/datamodels.ts';
import type { SeriesContext } from '../../series/context.ts';

/** What the commands of datamodels act through. */
export interface DatamodelParts extends ChangesParts {
  readonly datamodels: Datamodels;
  readonly series: () => SeriesContext;
  readonly approvals: Approvals;
}

/** Which changed contents the person has seen and wants sent, by the hash of each. */
export interface Approvals {
  has(site: SiteId, hash: string): boolean;
  add(site: SiteId, hash: string): void;
}
