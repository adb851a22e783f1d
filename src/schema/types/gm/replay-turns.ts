import type { ReplayChanges } from '#engine/replay/changes.ts';
import type { ComparedTurn, ListDifference, PromptDifference } from '#engine/replay/compare-turns.ts';
import type { Replay as Replayed } from '#engine/replay/replay-turns.ts';
import { writeReplayReport } from '#engine/replay/text-reports.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import { Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { Session, toSessionResult } from '../play/session.ts';
import { Metrics } from './metrics.ts';

const ReplaySides = builder.objectRef<ListDifference>('ReplaySides').implement({
  description: 'Two lists held against each other.',
  fields: (t) => ({
    both: t.exposeInt('both', { description: 'Number in both.' }),
    onlyRecorded: t.exposeStringList('onlyRecorded', { description: 'Items only in the original turn.' }),
    onlyReplayed: t.exposeStringList('onlyReplayed', { description: 'Items only in the replayed turn.' }),
  }),
});

const CallPurpose = defineWordEnum('CallPurpose', 'Purpose of a model call.', {
  ask: 'The question itself.',
  repair: 'The answer broke its form or a check, and the model was told how.',
  retry: 'Nothing that could be used was answered, so the same was asked again.',
});

const ReplayedPart = defineWordEnum('ReplayedPart', 'Results of a turn.', {
  snapshot: 'The scene: who is where, and all that is true.',
  narration: 'The prose.',
  lore: 'The working set of lore.',
  rows: 'Rolls, observations, relations and the chronicle.',
});

const ReplayedPrompt = builder.objectRef<PromptDifference>('ReplayedPrompt').implement({
  description: 'A question that was put in other words, by another version of a prompt, or not at all.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The step that asked.' }),
    purpose: t.expose('purpose', { type: CallPurpose, description: 'Purpose of the model call.' }),
    versions: t.exposeStringList('versions', {
      description: '`narrate@v1 → narrate@v2`; empty when the versions are the same.',
    }),
    lines: t.expose('lines', { type: ReplaySides, description: 'The lines that differ.' }),
  }),
});

const ReplayedTurn = builder.objectRef<ComparedTurn>('ReplayedTurn').implement({
  description: 'A turn as it was and as it came out again.',
  fields: (t) => ({
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene it made.' }),
    isSame: t.exposeBoolean('isSame', {
      description: 'Whether scene, prose, lore and rows are the same to the byte.',
    }),
    changed: t.field({
      type: [ReplayedPart],
      description: 'Fields that differ.',
      resolve: ({ changed }) => [...changed],
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Reason the replay made no scene; null when it made one.',
    }),
    operations: t.expose('operations', {
      type: ReplaySides,
      description: 'Changes of the world that were applied or refused, a line each.',
    }),
    facts: t.expose('facts', { type: ReplaySides, description: 'Facts that hold after it, a line each.' }),
    observations: t.expose('observations', {
      type: ReplaySides,
      description: 'Observations characters keep of it, a line each.',
    }),
    rolls: t.expose('rolls', { type: ReplaySides, description: 'Dice that fell, a line each.' }),
    checks: t.expose('checks', { type: ReplaySides, description: 'Findings of the prose checks.' }),
    models: t.expose('models', { type: ReplaySides, description: 'Model calls.' }),
    prompts: t.expose('prompts', { type: [ReplayedPrompt], description: 'Questions put otherwise.' }),
    world: t.field({
      type: 'JSON',
      description: 'Differences between the resulting worlds: part, id, before and after.',
      resolve: ({ world }) => world,
    }),
    recordedProse: t.string({ description: 'The prose as it was.', resolve: ({ prose }) => prose.recorded }),
    replayedProse: t.string({
      description: 'The prose as it is now.',
      resolve: ({ prose }) => prose.replayed,
    }),
    recordedCostUsd: t.float({
      description: 'US dollars it cost.',
      resolve: ({ cost }) => cost.recorded.usd,
    }),
    replayedCostUsd: t.float({
      description: 'US dollars it costs now.',
      resolve: ({ cost }) => cost.replayed.usd,
    }),
    recordedMs: t.float({
      description: 'Milliseconds it took.',
      resolve: ({ milliseconds }) => milliseconds.recorded,
    }),
    replayedMs: t.float({
      description: 'Milliseconds it takes now.',
      resolve: ({ milliseconds }) => milliseconds.replayed,
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
    changes: t.exposeStringList('changes', { description: 'Changed settings, a line each.' }),
    isSame: t.exposeBoolean('isSame', { description: 'Whether every turn came out as it was recorded.' }),
    turns: t.expose('turns', { type: [ReplayedTurn], description: 'Each turn, oldest first.' }),
    recorded: t.field({
      type: Metrics,
      description: 'Metrics of the original turns.',
      resolve: ({ metrics }) => metrics.recorded,
    }),
    replayed: t.field({
      type: Metrics,
      description: 'Metrics of the replayed turns.',
      resolve: ({ metrics }) => metrics.replayed,
    }),
    report: t.string({ description: 'All of it as a page to read.', resolve: writeReplayReport }),
  }),
});

const ReplayResult = builder.unionType('ReplayResult', {
  description: 'The replay, or why there is none.',
  types: [Replay, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('turns' in result ? 'Replay' : result.failure),
});

const ReplayPrompt = builder.inputType('ReplayPromptInput', {
  description: 'A version of a prompt to use instead.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The prompt: `narrate`.' }),
    version: t.int({ required: true, description: 'Its version.' }),
  }),
});

const ReplayInput = builder.inputType('ReplayInput', {
  description: 'Turns to replay and settings to change. Without changes, everything recorded is reused.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    from: t.int({
      description: 'Index of the first scene, from 1. Default: the first of the session.',
    }),
    to: t.int({
      description: 'Index of the last scene. Default: the last of the session. At most 200 scenes at once.',
    }),
    prompts: t.field({ type: [ReplayPrompt], description: 'Other versions of prompts.' }),
    smallModel: t.string({ description: 'Another small model, by its key.' }),
    largeModel: t.string({ description: 'Another large model, by its key.' }),
    seed: t.string({ description: 'Another seed: other dice.' }),
    temperature: t.float({ description: 'Another temperature from 0 to 2, for models that take one.' }),
    installedPacks: t.boolean({ description: 'The packs and rulesets as they are now.' }),
    asksAgain: t.boolean({ description: 'Asks the models anew although nothing else is changed.' }),
    budgetUsd: t.float({
      description:
        'US dollars all of it may cost at most; a turn that might cost more makes no scene. The budgets of the server hold beside it.',
    }),
  }),
});

builder.mutationField('replayTurns', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ReplayResult,
    description:
      'Replays turns in a hidden branch and reports the differences. The campaign is not changed; new model calls are charged.',
    args: { input: t.arg({ type: ReplayInput, required: true, description: 'Turns to replay.' }) },
    resolve: async (_root, { input }, { replays }) => {
      const { sessionId, from = null, to = null, budgetUsd } = input;
      const bounds = typeof budgetUsd === 'number' ? { budgetUsd } : {};
      return toSessionResult(
        await replays({ sessionId: sessionId.id, from, to, changes: changesOf(input), ...bounds }),
      );
    },
  }),
);

function changesOf(input: typeof ReplayInput.$inferInput): ReplayChanges {
  const { prompts, smallModel, largeModel, seed, temperature, installedPacks, asksAgain } = input;
  const models = {
    ...(smallModel ? { small: smallModel } : {}),
    ...(largeModel ? { large: largeModel } : {}),
  };
  return {
    ...(prompts ? { prompts: Object.fromEntries(prompts.map(({ id, version }) => [id, version])) } : {}),
    ...(smallModel || largeModel ? { models } : {}),
    ...(seed ? { seed } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(installedPacks === true ? ({ packs: 'installed' } as const) : {}),
    ...(asksAgain === true ? { asksAgain: true } : {}),
  };
}
