import type { PromptDifference } from '#engine/replay/compare-prompts.ts';
import type { ComparedTurn } from '#engine/replay/compare-turns.ts';
import type { Sides } from '#engine/replay/sides.ts';
import { builder } from '../builder.ts';

const ReplaySides = builder.objectRef<Sides>('ReplaySides').implement({
  description: 'Two lists held against each other.',
  fields: (t) => ({
    both: t.exposeInt('both', { description: 'How many both have.' }),
    onlyRecorded: t.exposeStringList('onlyRecorded', { description: 'What only the turn as it was has.' }),
    onlyReplayed: t.exposeStringList('onlyReplayed', { description: 'What only the turn as it is now has.' }),
  }),
});

const ReplayedPrompt = builder.objectRef<PromptDifference>('ReplayedPrompt').implement({
  description: 'A question that was put in other words, by another version of a prompt, or not at all.',
  fields: (t) => ({
    step: t.exposeString('step', { description: 'The step that asked.' }),
    purpose: t.exposeString('purpose', { description: '`ask`, `repair` or `retry`.' }),
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
    changed: t.stringList({ description: 'Which of them are not.', resolve: ({ changed }) => [...changed] }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why it made no scene this time; null when it did.',
    }),
    operations: t.expose('operations', { type: ReplaySides, description: 'Changes asked for and refused.' }),
    facts: t.expose('facts', { type: ReplaySides, description: 'What is true after it.' }),
    observations: t.expose('observations', { type: ReplaySides, description: 'What characters remember.' }),
    rolls: t.expose('rolls', { type: ReplaySides, description: 'The dice.' }),
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
