import { randomBytes } from 'node:crypto';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import { createCallLedger } from '#engine/turn/model-call-policy.ts';
import type { AuthoringService } from '#schema/authoring-service.ts';
import type { PackRepository } from '#schema/pack-repository.ts';
import type { ScenarioService } from '#schema/scenario-service.ts';
import { scenarioDesk } from './scenario-desk.ts';

/** Less than a mutation may take, so that whoever waits hears what became of it. */
const SECONDS = 270;

type Means = Pick<EngineServices, 'models' | 'prompts' | 'treasury' | 'clock' | 'store' | 'newId'>;

type Packs = { readonly shelf: PackRepository; readonly authoring: AuthoringService };

/** It belongs to no session. */
const SCENARIO = { work: 'scenario', sessionId: null } as const;

/** The desk for scenarios with the means of this server. */
export function scenariosFor(
  { models, prompts, treasury, clock, store, newId }: Means,
  { shelf, authoring }: Packs,
  modelKey: string,
): ScenarioService {
  return scenarioDesk({
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
