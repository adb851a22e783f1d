import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import type { ScenarioFailed as Failed } from '#engine/scenario/scenario-failure.ts';
import type { SavedScenario } from '#engine/scenario/scenario-maker.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentRefused, contentRefused } from './content-refused.ts';
import { EntryPoint } from './entry-point.ts';
import { type Failure, FailureInterface, InvalidInput, invalidInput, NotFound } from './failure.ts';
import { GeneratedScenario } from './generated-scenario.ts';
import { Pack } from './pack.ts';
import { Ruleset } from './ruleset.ts';
import { failureOf } from './save-content.ts';
import { ScenarioChunk } from './scenario-progress.ts';
import { World } from './world.ts';

const MOST_CHARACTERS = 2_000;
const MOST_IN_A_NAME = 100;

const Wish = z.object({
  brief: z.string().trim().max(MOST_CHARACTERS, `is longer than ${MOST_CHARACTERS} characters`),
  watchedAs: z
    .string()
    .min(1, 'is empty; leave it out')
    .max(MOST_IN_A_NAME, `is longer than ${MOST_IN_A_NAME} characters`)
    .nullish(),
});

const GenerateScenarioInput = builder.inputType('GenerateScenarioInput', {
  description: 'What a scenario is to be made from.',
  fields: (t) => ({
    packId: t.globalID({ required: true, for: Pack, description: 'The pack whose world it happens in.' }),
    worldId: t.globalID({ for: World, description: 'Which of its worlds; the first if you say nothing.' }),
    rulesetId: t.globalID({
      for: Ruleset,
      description: 'By which rules it is played; those of the pack’s first entry point if you say nothing.',
    }),
    brief: t.string({
      required: true,
      description: `What you wish for, in your own words and at most ${MOST_CHARACTERS} characters; empty for a surprise.`,
    }),
    model: t.string({
      description:
        'The key of the model that writes it. Default: the large model of new sessions. The offline storyteller cannot write one.',
    }),
    watchedAs: t.string({ description: 'Your own name for it, to watch with `scenarioProgress`.' }),
  }),
});

const GenerateScenarioPayload = builder.objectRef<SavedScenario>('GenerateScenarioPayload').implement({
  description: 'The scenario was made and saved as a homebrew pack; it can be played now.',
  fields: (t) => ({
    entryPoint: t.field({
      type: EntryPoint,
      description: 'Where it begins: give its id to `startCampaign`.',
      resolve: ({ entryPointId }, _args, { library }) => {
        const found = findPlayerContent(library(), 'entry_point', entryPointId);
        if (found === null) throw new Error(`${entryPointId} was made and is not there`);
        return found;
      },
    }),
    packId: t.exposeString('packId', { description: 'The id of the homebrew pack, for authors.' }),
    scenario: t.field({
      type: GeneratedScenario,
      description: 'What it is made of, secrets included.',
      resolve: ({ parts }) => parts,
    }),
    model: t.exposeString('modelKey', { description: 'The key of the model that made it.' }),
    calls: t.int({ description: 'How often a model was asked.', resolve: ({ usage }) => usage.calls }),
    costUsd: t.float({
      description: 'What the calls whose price is known cost, in US dollars.',
      resolve: ({ usage }) => usage.cost.usd,
    }),
    unpricedCalls: t.int({
      description: 'Calls whose price nobody here knows; the sum is short by what these cost.',
      resolve: ({ usage }) => usage.cost.unknownCalls,
    }),
  }),
});

type ScenarioFailure = Failure & Pick<Failed, 'chunk' | 'problems' | 'retryable' | 'usage'>;

const ScenarioFailed = builder.objectRef<ScenarioFailure>('ScenarioFailed').implement({
  description:
    'The scenario could not be made. Nothing was saved. The code LANGUAGE_MODEL_NEEDED says that only the offline storyteller is in use; the message names the settings.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    chunk: t.expose('chunk', {
      type: ScenarioChunk,
      nullable: true,
      description: 'The chunk it failed at; null when at none of them.',
    }),
    problems: t.exposeStringList('problems', {
      description: 'What was wrong with the last reply of the model.',
    }),
    isRetryable: t.exposeBoolean('retryable', { description: 'Whether asking again may help.' }),
    costUsd: t.float({
      description: 'What was paid for all the same, in US dollars.',
      resolve: ({ usage }) => usage.cost.usd,
    }),
  }),
});

const GenerateScenarioResult = builder.unionType('GenerateScenarioResult', {
  description: 'The scenario, or why there is none.',
  types: [GenerateScenarioPayload, ScenarioFailed, ContentRefused, InvalidInput, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'GenerateScenarioPayload'),
});

builder.mutationField('generateScenario', (t) =>
  t.field({
    type: GenerateScenarioResult,
    description:
      'Makes a scenario for the world of a pack, chunk by chunk, each checked and repaired, and saves it as a homebrew pack; or saves nothing. Needs a language model.',
    args: { input: t.arg({ type: GenerateScenarioInput, required: true, description: 'What to make.' }) },
    resolve: (_root, { input }, context) => generate(input, context),
  }),
);

type Input = typeof GenerateScenarioInput.$inferInput;

async function generate(input: Input, context: Context): Promise<SavedScenario | Failure> {
  const wish = Wish.safeParse(input);
  if (!wish.success) {
    const issue = wish.error.issues[0];
    return invalidInput(['input', ...(issue?.path ?? []).map(String)], `${issue?.message}.`);
  }
  const { brief, watchedAs = null } = wish.data;
  const made = await context.scenarios.make(context.access.viewer.id, watchedAs, {
    packId: input.packId.id,
    worldId: input.worldId?.id ?? null,
    rulesetId: input.rulesetId?.id ?? null,
    brief,
    model: input.model ?? null,
  });
  if (isRejection(made)) return failureOf(made);
  if ('failed' in made) {
    const { failed: code, message, ...more } = made;
    return { failure: 'ScenarioFailed', code, message, path: [], ...more } satisfies ScenarioFailure;
  }
  if ('saved' in made) return contentRefused(made.problems);
  context.renewPacks();
  return made;
}
