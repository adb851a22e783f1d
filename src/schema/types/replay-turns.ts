import type { ComparedTurn } from '#engine/replay/compare-turns.ts';
import { replayReport } from '#engine/replay/replay-report.ts';
import type { Changes, Replay as Replayed } from '#engine/replay/replay-turns.ts';
import { builder } from '../builder.ts';
import { InvalidInput, NotFound } from './failure.ts';
import { Metrics } from './metrics.ts';
import { Session } from './session.ts';
import { madeOr } from './session-change.ts';

const ReplayedTurn = builder.objectRef<ComparedTurn>('ReplayedTurn').implement({
  description: 'A turn as it was and as it came out again.',
  fields: (t) => ({
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene it made.' }),
    isSame: t.exposeBoolean('isSame', { description: 'Whether scene, prose, lore and rows are the same to the byte.' }),
    changed: t.stringList({ description: 'Which of them are not.', resolve: ({ changed }) => [...changed] }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it made no scene this time.' }),
    recordedProse: t.string({ description: 'The prose as it was.', resolve: ({ prose }) => prose.recorded }),
    replayedProse: t.string({ description: 'The prose as it is now.', resolve: ({ prose }) => prose.replayed }),
    recordedCostUsd: t.float({ description: 'US dollars it cost.', resolve: ({ cost }) => cost.recorded.usd }),
    replayedCostUsd: t.float({ description: 'US dollars it costs now.', resolve: ({ cost }) => cost.replayed.usd }),
    recordedMs: t.float({ description: 'How long it took.', resolve: ({ milliseconds }) => milliseconds.recorded }),
    replayedMs: t.float({ description: 'How long it takes now.', resolve: ({ milliseconds }) => milliseconds.replayed }),
    differences: t.field({
      type: 'JSON',
      description: 'What only one side has: operations, facts, observations, rolls, checks, lines of prompts, parts of the world.',
      resolve: ({ operations, facts, observations, rolls, checks, prompts, world }) => {
        return { operations, facts, observations, rolls, checks, prompts, world };
      },
    }),
  }),
});

const Replay = builder.objectRef<Replayed>('Replay').implement({
  description: 'Turns played again. Nothing of it is kept.',
  fields: (t) => ({
    isExact: t.boolean({
      description: 'Whether everything recorded was used again, and no model was asked.',
      resolve: ({ kind }) => kind === 'exact',
    }),
    isSame: t.exposeBoolean('isSame', { description: 'Whether every turn came out as it was recorded.' }),
    turns: t.expose('turns', { type: [ReplayedTurn], description: 'Each turn, oldest first.' }),
    recorded: t.field({ type: Metrics, description: 'How they went.', resolve: ({ metrics }) => metrics.recorded }),
    replayed: t.field({ type: Metrics, description: 'How they go now.', resolve: ({ metrics }) => metrics.replayed }),
    report: t.string({ description: 'All of it to read.', resolve: replayReport }),
  }),
});

const ReplayResult = builder.unionType('ReplayResult', {
  description: 'The replay, or why there is none.',
  types: [Replay, InvalidInput, NotFound],
  resolveType: (result) => ('turns' in result ? 'Replay' : result.failure),
});

const ReplayPrompt = builder.inputType('ReplayPromptInput', {
  description: 'A version of a prompt to use instead.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'The prompt: `narrate`.' }),
    version: t.int({ required: true, description: 'Its version.' }),
  }),
});

const ReplayInput = builder.inputType('ReplayInput', {
  description: 'Which turns to play again and what to change. With nothing changed, everything recorded is used again.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    from: t.int({ required: true, description: 'The index of the first scene, from 1.' }),
    to: t.int({ required: true, description: 'The index of the last scene.' }),
    prompts: t.field({ type: [ReplayPrompt], description: 'Other versions of prompts.' }),
    smallModel: t.string({ description: 'Another small model, by its key.' }),
    largeModel: t.string({ description: 'Another large model, by its key.' }),
    seed: t.string({ description: 'Another seed: other dice.' }),
    temperature: t.float({ description: 'Another temperature, for models that take one.' }),
    installedPacks: t.boolean({ description: 'The packs and rulesets as they are now.' }),
    asksAgain: t.boolean({ description: 'Asks the models anew although nothing else is changed.' }),
  }),
});

builder.mutationField('replayTurns', (t) =>
  t.field({
    type: ReplayResult,
    description:
      'Plays turns again in a branch nobody sees and tells what came out otherwise. The campaign stays as it is; models that are asked anew cost what they cost.',
    args: { input: t.arg({ type: ReplayInput, required: true, description: 'What to play again.' }) },
    resolve: async (_root, { input }, { replays }) => {
      const { sessionId, from, to } = input;
      return madeOr(await replays({ sessionId: sessionId.id, from, to, changes: changesOf(input) }));
    },
  }),
);

function changesOf(input: typeof ReplayInput.$inferInput): Changes {
  const { prompts, smallModel, largeModel, seed, temperature, installedPacks, asksAgain } = input;
  const models = { ...(smallModel ? { small: smallModel } : {}), ...(largeModel ? { large: largeModel } : {}) };
  return {
    ...(prompts ? { prompts: Object.fromEntries(prompts.map(({ id, version }) => [id, version])) } : {}),
    ...(smallModel || largeModel ? { models } : {}),
    ...(seed ? { seed } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(installedPacks === true ? ({ packs: 'installed' } as const) : {}),
    ...(asksAgain === true ? { asksAgain: true } : {}),
  };
}
