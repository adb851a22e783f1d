import { randomBytes } from 'node:crypto';
import type { Workshop } from '#engine/turn/turn-tools.ts';
import type { Authoring } from '#schema/authoring.ts';
import type { ScenarioDesk } from '#schema/scenario-desk.ts';
import type { Shelf } from '#schema/shelf.ts';
import { scenarioDesk } from './scenario-desk.ts';

/** Less than a mutation may take, so that whoever waits hears what became of it. */
const SECONDS = 270;

type Packs = { readonly shelf: Shelf; readonly authoring: Authoring };

/** The desk for scenarios with the means of this server. */
export function scenariosFor(
  { models, prompts, treasury, clock }: Pick<Workshop, 'models' | 'prompts' | 'treasury' | 'clock'>,
  { shelf, authoring }: Packs,
  modelKey: string,
): ScenarioDesk {
  return scenarioDesk({
    shelf,
    authoring,
    models,
    modelKey,
    prompts,
    clock,
    purse: treasury.purseForScenario,
    record: () => {},
    newSeed: () => randomBytes(6).toString('hex'),
    seconds: SECONDS,
  });
}
