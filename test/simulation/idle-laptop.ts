import type { SiteId } from '../../shared/model/ids.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import type { Climate, LaptopClimate } from './climate.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import { SimLaptop } from './sim-laptop.ts';

/** What a laptop lies in that no program runs on. */
interface Around {
  readonly climate: Climate;
  readonly scheduler: Scheduler;
  readonly service: MemoryService;
  readonly site: SiteId;
  readonly random: Random;
}

/** A laptop on which people alone do something: its site's folder is there, and nothing that happens is judged. */
export function idleLaptop(laptop: LaptopClimate, around: Around): SimLaptop {
  const ignored = (): void => undefined;
  const idle = new SimLaptop({
    ...around,
    laptop,
    weather: { calm: true },
    refusing: null,
    listings: null,
    onStep: ignored,
    onTrash: ignored,
    onDelete: ignored,
    onRace: ignored,
    onUpdate: () => false,
    onActivity: ignored,
    onDeath: ignored,
    onForgotten: ignored,
  });
  idle.disk.person(idle.folder).write('.sitesync/site.json', '{}');
  return idle;
}
