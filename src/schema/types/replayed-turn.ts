import type { PromptDifference } from '#engine/replay/compare-prompts.ts';
import type { ComparedTurn } from '#engine/replay/compare-turns.ts';
import type { Sides } from '#engine/replay/sides.ts';
import { builder } from '../builder.ts';
import { wordEnum } from '../word-enum.ts';

const ReplaySides = builder.objectRef<Sides>('ReplaySides').implement({
  description: 'Two lists held against each other.',
  fields: (t) => ({
    both: t.exposeInt('both', { description: 'How many both have.' }),
    onlyRecorded: t.exposeStringList('onlyRecorded', { description: 'What only the turn as it was has.' }),
    onlyReplayed: t.exposeStringList('onlyReplayed', { description: 'What only the turn as it is now has.' }),
  }),
});

const CallPurpose = wordEnum('CallPurpose', 'Why a model was asked.', {
  ask: 'The question itself.',
  repair: 'The answer broke its form or a check, and the model was told how.',
  retry: 'Nothing that could be used was answered, so the same was asked again.',
});

const ReplayedPart = wordEnum('ReplayedPart', 'What a turn leaves behind.', {
  snapshot: 'The scene: who is where, and all that is true.',
  narration: 'The prose.',
  lore: 'The working set of lore.',
  rows: 'Rolls, observations, relations and the chronicle.',
});

const ReplayedPrompt = builder.objectRef<PromptDifference>('ReplayedPrompt').implement({
  description: 'A question that was put in other words, by another version of a prompt, or not at all.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The step that asked.' }),
    purpose: t.expose('purpose', { type: CallPurpose, description: 'Why the model was asked.' }),
    versions: t.exposeStringList('versions', {
      description: '`narrate@v1 → narrate@v2`; empty when the versions are the same.',
    }),
    lines: t.expose('lines', { type: ReplaySides, description: 'The lines that differ.' }),
  }),
});

export const ReplayedTurn = builder.objectRef<ComparedTurn>('ReplayedTurn').implement({
  description: 'A turn as it was and as it came out again.',
  fields: (t) => ({
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene it made.' }),
    isSame: t.exposeBoolean('isSame', {
      description: 'Whether scene, prose, lore and rows are the same to the byte.',
    }),
    changed: t.field({
      type: [ReplayedPart],
      description: 'Which of these are not the same.',
      resolve: ({ changed }) => [...changed],
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why it made no scene this time; null when it did.',
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
    checks: t.expose('checks', { type: ReplaySides, description: 'What the checks of the prose found.' }),
    models: t.expose('models', { type: ReplaySides, description: 'Who was asked what, and how.' }),
    prompts: t.expose('prompts', { type: [ReplayedPrompt], description: 'Questions put otherwise.' }),
    world: t.field({
      type: 'JSON',
      description: 'Where the worlds after it differ: part, id, before and after.',
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
