import { z } from 'zod';
import type { ScenarioFailed as Failed } from '#engine/scenario/scenario-failure.ts';
import type { ScenarioProgress as Progress, SavedScenario } from '#engine/scenario/scenario-generator.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findPlayerContent } from '../../views/pack-contents.ts';
import { EntryPoint } from '../content/entry-point.ts';
import { Pack } from '../content/pack.ts';
import { Ruleset } from '../content/ruleset.ts';
import { World } from '../content/world.ts';
import {
  createInvalidInput,
  type Failure,
  FailureInterface,
  Forbidden,
  InvalidInput,
  NotFound,
} from '../failure.ts';
import { ContentRefused, toContentRefused } from './pack-problem.ts';
import { toAuthoringFailure } from './save-content.ts';

type Parts = SavedScenario['parts'];
type Member = Parts['outline']['cast'][number] & { readonly statBlock: unknown };

const GeneratedCastMember = builder.objectRef<Member>('GeneratedCastMember').implement({
  description: 'Character of a generated scenario.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    role: t.exposeString('role', { description: 'Role in this story.' }),
    wants: t.exposeString('wants', { description: 'Goal in this story.' }),
    characterId: t.id({
      nullable: true,
      description: 'Id of the character in the world’s pack; null for a new character.',
      resolve: ({ from }) => (from === '' ? null : from),
    }),
    statBlock: t.expose('statBlock', {
      type: 'JSON',
      nullable: true,
      description: 'Their stat block for the ruleset; null for those who have one in their own pack.',
    }),
  }),
});

const GeneratedThread = builder.objectRef<Parts['outline']['threads'][number]>('GeneratedThread').implement({
  description: 'Something at stake in a scenario that was made.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name.' }),
    stakes: t.exposeString('stakes', { description: 'Stakes.' }),
    isOpen: t.exposeBoolean('open', { description: 'Whether players know of it from the start.' }),
  }),
});

const GeneratedSecret = builder.objectRef<Parts['outline']['secrets'][number]>('GeneratedSecret').implement({
  description: 'Something that can be found out in a scenario that was made.',
  fields: (t) => ({
    holder: t.exposeString('holder', { description: 'Character who hides it.' }),
    text: t.exposeString('secret', { description: 'The secret itself.' }),
    triggers: t.exposeStringList('triggers', { description: 'Player action or utterance that reveals it.' }),
  }),
});

const GeneratedClock = builder.objectRef<Parts['clocks']['clocks'][number]>('GeneratedClock').implement({
  description: 'A clock of a scenario that was made: something that comes nearer, segment by segment.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    segments: t.exposeInt('max', { description: 'Number of segments.' }),
    isOpen: t.exposeBoolean('open', { description: 'Whether players see it.' }),
    steps: t.stringList({
      description: 'Consequences as it fills, in order.',
      resolve: ({ steps }) => steps.map(({ at, happens }) => `${at}: ${happens}`),
    }),
  }),
});

const GeneratedScenario = builder.objectRef<Parts>('GeneratedScenario').implement({
  description: 'Parts of a generated scenario, secrets included: for the viewer who requested it.',
  fields: (t) => ({
    title: t.string({ description: 'Name.', resolve: ({ outline }) => outline.title }),
    summary: t.string({ description: 'Summary.', resolve: ({ outline }) => outline.summary }),
    tone: t.string({ description: 'Tone.', resolve: ({ outline }) => outline.tone }),
    stakes: t.string({ description: 'Stakes.', resolve: ({ outline }) => outline.stakes }),
    goals: t.stringList({
      description: 'Goal of the player.',
      resolve: ({ outline }) => outline.goals,
    }),
    locationId: t.id({
      description: 'The place it begins at, by its id among all packs.',
      resolve: ({ outline }) => outline.location,
    }),
    time: t.string({ description: 'World time of the beginning.', resolve: ({ scene }) => scene.time }),
    prologue: t.string({
      description: 'Introduction players read before the first turn.',
      resolve: ({ scene }) => scene.prologue,
    }),
    cast: t.field({
      type: [GeneratedCastMember],
      description: 'Characters, the persona first.',
      resolve: ({ outline, cast }) =>
        outline.cast.map((member) => ({
          ...member,
          statBlock: cast.characters.find(({ name }) => name === member.name)?.stat_block ?? null,
        })),
    }),
    threads: t.field({
      type: [GeneratedThread],
      description: 'The questions the story asks.',
      resolve: ({ outline }) => outline.threads,
    }),
    secrets: t.field({
      type: [GeneratedSecret],
      description: 'Secrets that can be discovered.',
      resolve: ({ outline }) => outline.secrets,
    }),
    clocks: t.field({
      type: [GeneratedClock],
      description: 'Clocks that fill while people talk, and what happens as they do.',
      resolve: ({ clocks }) => clocks.clocks,
    }),
  }),
});

const ScenarioChunk = builder.enumType('ScenarioChunk', {
  description: 'The chunks a scenario is made in, in their order.',
  values: {
    OUTLINE: { value: 'outline', description: 'Premise, places and characters.' },
    CAST: { value: 'cast', description: 'New characters, with stat blocks.' },
    CLOCKS: { value: 'clocks', description: 'Clocks that advance during play.' },
    SCENE: { value: 'scene', description: 'The opening.' },
    SAVING: { value: 'saving', description: 'All of it is made and being saved.' },
  } as const,
});

const ScenarioChunkState = builder.enumType('ScenarioChunkState', {
  description: 'Status of a chunk.',
  values: {
    ASKED: { value: 'asked', description: 'It is being made.' },
    REPAIRING: {
      value: 'repairing',
      description: 'It did not hold, and the model was told what is wrong with it.',
    },
    DONE: { value: 'done', description: 'It holds.' },
  } as const,
});

const ScenarioProgress = builder.objectRef<Progress>('ScenarioProgress').implement({
  description: 'Progress of a scenario generation.',
  fields: (t) => ({
    chunk: t.field({ type: ScenarioChunk, description: 'The chunk.', resolve: ({ chunk }) => chunk }),
    state: t.field({
      type: ScenarioChunkState,
      description: 'Status of the chunk.',
      resolve: ({ state }) => state,
    }),
  }),
});

builder.subscriptionField('scenarioProgress', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ScenarioProgress,
    description:
      'Every step of a scenario you ordered on this server, from the first on, until it is done. Subscribe before you order it.',
    args: {
      watchedAs: t.arg.string({ required: true, description: 'The name you gave it in `generateScenario`.' }),
    },
    subscribe: (_root, { watchedAs }, { scenarios, access }) =>
      scenarios.progressOf(access.viewer.id, watchedAs),
    resolve: (progress) => progress,
  }),
);

const MOST_CHARACTERS = 2_000;
const MOST_IN_A_NAME = 100;

const Wish = z.object({
  brief: z.string().trim().max(MOST_CHARACTERS, `The brief is longer than ${MOST_CHARACTERS} characters`),
  watchedAs: z
    .string()
    .min(1, 'The name is empty; leave it out')
    .max(MOST_IN_A_NAME, `The name is longer than ${MOST_IN_A_NAME} characters`)
    .nullish(),
});

const GenerateScenarioInput = builder.inputType('GenerateScenarioInput', {
  description: 'Request for a generated scenario.',
  fields: (t) => ({
    packId: t.globalID({ required: true, for: Pack, description: 'The pack whose world it happens in.' }),
    worldId: t.globalID({ for: World, description: 'World of the pack. Default: the first.' }),
    rulesetId: t.globalID({
      for: Ruleset,
      description: 'Ruleset. Default: that of the pack’s first entry point.',
    }),
    brief: t.string({
      required: true,
      description: `Wish in free text, at most ${MOST_CHARACTERS} characters. Empty for a surprise.`,
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
      description: 'Entry point. Pass its id to `startCampaign`.',
      resolve: ({ entryPointId }, _args, { library }) => {
        const found = findPlayerContent(library(), 'entry_point', entryPointId);
        if (found === null) throw new Error(`${entryPointId} was made and is not there`);
        return found;
      },
    }),
    packId: t.exposeID('packId', { description: 'The id of the homebrew pack, for authors.' }),
    scenario: t.field({
      type: GeneratedScenario,
      description: 'Parts of the scenario, secrets included.',
      resolve: ({ parts }) => parts,
    }),
    model: t.exposeString('modelKey', { description: 'The key of the model that made it.' }),
    calls: t.int({ description: 'Number of model calls.', resolve: ({ usage }) => usage.calls }),
    costUsd: t.float({
      description: 'Cost of the calls of known price, in US dollars.',
      resolve: ({ usage }) => usage.cost.usd,
    }),
    unpricedCalls: t.int({
      description: 'Calls of unknown price. The sum does not include them.',
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
    faults: t.exposeStringList('problems', {
      description: 'Problems in the last reply of the model.',
    }),
    isRetryable: t.exposeBoolean('retryable', { description: 'Whether asking again may help.' }),
    costUsd: t.float({
      description: 'Cost of the failed generation, in US dollars.',
      resolve: ({ usage }) => usage.cost.usd,
    }),
  }),
});

const GenerateScenarioResult = builder.unionType('GenerateScenarioResult', {
  description: 'The scenario, or why there is none.',
  types: [GenerateScenarioPayload, ScenarioFailed, ContentRefused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'GenerateScenarioPayload'),
});

builder.mutationField('generateScenario', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: GenerateScenarioResult,
    description:
      'Makes a scenario for the world of a pack, chunk by chunk, each checked and repaired, and saves it as a homebrew pack; or saves nothing. Needs a language model.',
    args: {
      input: t.arg({ type: GenerateScenarioInput, required: true, description: 'Scenario to generate.' }),
    },
    resolve: (_root, { input }, context) => generate(input, context),
  }),
);

type Input = typeof GenerateScenarioInput.$inferInput;

async function generate(input: Input, context: Context): Promise<SavedScenario | Failure> {
  const wish = Wish.safeParse(input);
  if (!wish.success) {
    const issue = wish.error.issues[0];
    return createInvalidInput(['input', ...(issue?.path ?? []).map(String)], `${issue?.message}.`);
  }
  const { brief, watchedAs = null } = wish.data;
  const made = await context.scenarios.make(context.access.viewer.id, watchedAs, {
    packId: input.packId.id,
    worldId: input.worldId?.id ?? null,
    rulesetId: input.rulesetId?.id ?? null,
    brief,
    model: input.model ?? null,
  });
  if (isRejection(made)) return toAuthoringFailure(made);
  if ('failed' in made) {
    const { failed: code, message, ...more } = made;
    return { failure: 'ScenarioFailed', code, message, path: [], ...more } satisfies ScenarioFailure;
  }
  if ('saved' in made) return toContentRefused(made.problems);
  context.renewPacks();
  return made;
}
