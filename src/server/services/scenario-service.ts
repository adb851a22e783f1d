import { randomBytes } from 'node:crypto';
import { createScenarioGenerator, type ScenarioDependencies } from '#engine/scenario/scenario-generator.ts';
import { ScenarioProgressFeed } from '#engine/scenario/scenario-progress.ts';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import { createCallLedger } from '#engine/turn/model-call-policy.ts';
import type { AuthoringService } from '#schema/authoring-service.ts';
import type { PackRepository } from '#schema/pack-repository.ts';
import type { ScenarioService } from '#schema/scenario-service.ts';
import { readDependencyFiles } from '../packs/pack-dependencies.ts';

type Tools = Omit<ScenarioDependencies, 'library' | 'filesOf' | 'save'> & {
  readonly shelf: PackRepository;
  readonly authoring: Pick<AuthoringService, 'createTogether'>;
};

/** Generates scenarios for the installed packs and saves them. */
function createScenarioService({ shelf, authoring, ...tools }: Tools): ScenarioService {
  const board = new ScenarioProgressFeed();
  const maker = createScenarioGenerator({
    ...tools,
    library: shelf.library,
    filesOf: (packIds) => readDependencyFiles(packIds, shelf),
    save: authoring.createTogether,
  });
  const nameOf = (viewerId: string, watchedAs: string) => JSON.stringify([viewerId, watchedAs]);
  return {
    async make(viewerId, watchedAs, request) {
      if (watchedAs === null) return maker.make(request, () => {});
      const { tell, end } = board.begin(nameOf(viewerId, watchedAs));
      try {
        return await maker.make(request, tell);
      } finally {
        end();
      }
    },
    progressOf: (viewerId, watchedAs) => board.follow(nameOf(viewerId, watchedAs)),
  };
}

/** Time limit, shorter than that of a mutation, so that the waiting client receives the result. */
const SECONDS = 270;

type Means = Pick<EngineServices, 'models' | 'prompts' | 'treasury' | 'clock' | 'store' | 'newId'>;

type Packs = { readonly shelf: PackRepository; readonly authoring: AuthoringService };

/** Owner of the calls that generate scenarios; they belong to no session. */
const SCENARIO = { work: 'scenario', sessionId: null } as const;

/** Creates the scenario service with the models and packs of this server. */
export function openScenarios(
  { models, prompts, treasury, clock, store, newId }: Means,
  { shelf, authoring }: Packs,
  modelKey: string,
): ScenarioService {
  return createScenarioService({
    shelf,
    authoring,
    models,
    modelKey,
    prompts,
    clock,
    purse: treasury.purseForScenario,
    ledger: () => createCallLedger(store.sideCalls, { ...SCENARIO, viewerId: treasury.payerId() }, newId),
    newSeed: () => randomBytes(6).toString('hex'),
    seconds: SECONDS,
  });
}
