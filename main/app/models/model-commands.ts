import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { PulledSiteModel, SiteModel } from '../../../shared/ipc/models.ts';
import type { Parsed } from '../../../shared/ipc/contract.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import { parseModelId, type ModelId } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { modelIdOf } from '../../models/model-ids.ts';
import {
  addedModels,
  addModel,
  noteOf,
  setAddedModels,
  setNote,
  type ModelNote,
} from '../../models/model-notes.ts';
import { modelHere, type ModelHere } from '../../models/kept-model.ts';
import { isOutdated, pullNoted } from '../../models/pull-noted.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import type { CommandViews, FeatureViews } from '../files/command-views.ts';
import { keptSite } from '../files/site-files.ts';

type Names = `models.${'list' | 'add' | 'remove' | 'pull' | 'stop'}`;

/** Site models: which there are, and bringing one to this computer. One way, from the service. */
export function modelCommands(app: AppContext, views: FeatureViews): Pick<Handlers, Names> {
  const shelf = new ModelShelf(app, views);
  const withModel = async <T>(
    input: Parsed<'models.add'>,
    act: (site: FollowedSite, model: ModelId) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const site = keptSite(app, input.site);
    const model = parseModelId(input.model.trim());
    if (!site.ok) return site;
    return model === null ? fail(noId(input.model)) : act(site.value, model);
  };
  return {
    'models.list': async ({ site }) => {
      const kept = keptSite(app, site);
      return kept.ok ? ok(await shelf.list(kept.value)) : kept;
    },
    'models.add': (input) =>
      withModel(input, async (site, model) => {
        addModel(app.mirror, site, model);
        app.changed(site.id);
        return ok(null);
      }),
    'models.remove': (input) =>
      withModel(input, async (site, model) => {
        // One that still comes would turn up in the folder, and be announced, after it was taken off.
        await app.pulls.stop(site.id, model);
        const others = addedModels(app.mirror, site).filter((each) => each !== model);
        setAddedModels(app.mirror, site, others);
        setNote(app.mirror, site, model, null);
        app.changed(site.id);
        return ok(null);
      }),
    'models.pull': (input) => withModel(input, (site, model) => shelf.pull(site, model)),
    'models.stop': (input) =>
      withModel(input, async (site, model) => {
        await app.pulls.stop(site.id, model);
        return ok(null);
      }),
  };
}

class ModelShelf {
  readonly #app: AppContext;
  readonly #views: FeatureViews;
  readonly #looks = new Map<string, Promise<ModelHere | null>>();

  constructor(app: AppContext, views: FeatureViews) {
    this.#app = app;
    this.#views = views;
  }

  /** Those that records name, in their order, then those that the person added. */
  async list(site: FollowedSite): Promise<SiteModel[]> {
    // The screen of a site asks at each change. Looking again each time would plan a large site without a pause.
    const named = await this.#named(site, this.#views.shown);
    const added = addedModels(this.#app.mirror, site).filter((model) => !named.has(model));
    const all = [
      ...[...named].map(([model, record]) => ({ model, record })),
      ...added.map((model) => ({ model, record: null })),
    ];
    return Promise.all(
      all.map(async ({ model, record }) =>
        this.#describe(site, model, record, {
          here: await this.#look(site, model),
          comes: this.#coming(site, model),
        }),
      ),
    );
  }

  /** Two that ask for the same model share one transfer. */
  pull(site: FollowedSite, model: ModelId): Promise<Result<PulledSiteModel>> {
    const pulling = this.#app.pulls.run(
      site.id,
      model,
      (signal) => this.#pullNow(site, model, signal),
      () => {
        // What a look that began before says is over.
        this.#looks.delete(keyOf(site, model));
        this.#app.changed(site.id);
      },
    );
    this.#app.changed(site.id);
    return pulling;
  }

  /** How it is on its way; null if it is not. */
  #coming(site: FollowedSite, model: ModelId): 'downloading' | 'paused' | null {
    if (!this.#app.pulls.has(site.id, model)) return null;
    return this.#app.pauseSwitch(site.id)?.held === true ? 'paused' : 'downloading';
  }

  async #pullNow(site: FollowedSite, model: ModelId, stopped: AbortSignal): Promise<Result<PulledSiteModel>> {
    const session = this.#app.session();
    if (session === null) return fail(signInFirst(model));
    const record = (await this.#named(site, this.#views.fresh)).get(model) ?? null;
    const signal = AbortSignal.any([session.signal, stopped]);
    const pauseSwitch = this.#app.pauseSwitch(site.id) ?? session.pauseSwitch;
    const pulled = await pullUnpaused({ ...session, signal, pauseSwitch }, site, model, record);
    if (pulled.ok) {
      this.#app.requestAnswered();
      const here = await modelHere(this.#app, site, model);
      const described = this.#describe(site, model, record, { here, comes: null });
      const { fetched, tookChanged } = pulled.value;
      return ok({ ...described, fetched, tookChanged });
    }
    // Who asked for it is to know why it does not come; a person who stopped it knows.
    if (this.#app.session() !== session) return fail(connectionReplaced(model));
    this.#app.requestFailed(pulled.failure);
    return fail(withWhatToDo(pulled.failure));
  }

  /** Lists that come while a large model is still read wait for the same look. */
  #look(site: FollowedSite, model: ModelId): Promise<ModelHere | null> {
    const key = keyOf(site, model);
    const running = this.#looks.get(key);
    if (running !== undefined) return running;
    const look = modelHere(this.#app, site, model).finally(() => {
      if (this.#looks.get(key) === look) this.#looks.delete(key);
    });
    this.#looks.set(key, look);
    return look;
  }

  #describe(
    site: FollowedSite,
    model: ModelId,
    record: SiteFile | null,
    { here, comes }: { readonly here: ModelHere | null; readonly comes: 'downloading' | 'paused' | null },
  ): SiteModel {
    const note = noteOf(this.#app.mirror, site, model);
    return {
      id: model,
      from: record === null ? 'added' : 'record',
      name: record?.name ?? model,
      state: comes ?? stateAtRest(note, record, here !== null),
      size: here?.size ?? null,
      path: here?.pulled.path ?? null,
      changed: here?.isChanged === true,
      fetchedAt: here === null ? null : note.fetchedAt,
      problem: note.problem,
    };
  }

  async #named(
    site: FollowedSite,
    views: () => Promise<CommandViews>,
  ): Promise<ReadonlyMap<ModelId, SiteFile>> {
    const named = new Map<ModelId, SiteFile>();
    for (const record of await (await views()).models(site.id)) {
      const model = modelIdOf(record.metadata);
      if (model !== null && !named.has(model)) named.set(model, record);
    }
    return named;
  }
}

/** Pulls a model, standing still while its site is paused. What was cut off meanwhile goes on from there. */
async function pullUnpaused(...pull: Parameters<typeof pullNoted>): ReturnType<typeof pullNoted> {
  const [{ pauseSwitch, signal }] = pull;
  for (;;) {
    await pauseSwitch.passed(signal);
    const { pauses } = pauseSwitch;
    const pulled = await pullNoted(...pull);
    const wasPaused = pauseSwitch.held || pauseSwitch.pauses !== pauses;
    if (pulled.ok || signal.aborted || !wasPaused) return pulled;
  }
}

/** The state of a model that is not being pulled. */
function stateAtRest(note: ModelNote, record: SiteFile | null, isHere: boolean): SiteModel['state'] {
  if (note.gone) return isHere || note.fetchedAt !== null ? 'gone' : 'unknown';
  if (!isHere) return 'online-only';
  return isOutdated(note, record) ? 'out-of-date' : 'here';
}

function keyOf(site: FollowedSite, model: ModelId): string {
  return `${site.id}\n${model}`;
}

function noId(text: string): Failure {
  return {
    code: 'bad-input',
    message: `“${text.slice(0, 100)}” is not a model ID.`,
    hint: 'Copy the id of the model from the service.',
    retry: 'on-change',
  };
}

/** By a sign-out, by another sign-in, or since the proxy or the certificates are others now. */
function connectionReplaced(model: ModelId): Failure {
  return {
    code: 'sign-in',
    message: `The model ${model} was stopped on its way: SiteSync has signed out, signed in anew, or reaches the service in another way now.`,
    hint: 'What came of it stays here. Once you are signed in, pull it again: it goes on from there.',
    retry: 'on-sign-in',
  };
}

/**
 * A file comes by itself once the service is reached, a model does not. It is not named: of many that were asked for at once
 * each fails with the same words, which are shown once.
 */
function withWhatToDo(failure: Failure): Failure {
  if (failure.code !== 'offline' || failure.hint !== '') return failure;
  return { ...failure, hint: 'No model was fetched. Get it again once the service is reached.' };
}

function signInFirst(model: ModelId): Failure {
  return {
    code: 'sign-in',
    message: `The model ${model} cannot be fetched: you are not signed in.`,
    hint: 'Sign in first. A copy that is here already stays usable.',
    retry: 'on-sign-in',
  };
}
