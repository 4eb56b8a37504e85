import type { Handlers } from '../../../shared/ipc/server.ts';
import type { HealthDesk } from '../../datamodel/health-desk.ts';
import type { AppContext } from '../context.ts';
import { differenceCommands } from './difference-commands.ts';
import { healthCommands } from './health-commands.ts';
import type { DatamodelParts } from './parts.ts';
import { pointsCommands } from './points-commands.ts';

type Names =
  | keyof ReturnType<typeof pointsCommands>
  | keyof ReturnType<typeof healthCommands>
  | keyof ReturnType<typeof differenceCommands>;

/** What the datamodels of sites say, how their points stand, and what a changed one changes. */
export function datamodelCommands(
  app: AppContext,
  parts: DatamodelParts,
  health: HealthDesk,
): Pick<Handlers, Names> {
  return {
    ...pointsCommands(app, parts, health),
    ...healthCommands(app, parts, health),
    ...differenceCommands(app, parts),
  };
}
