import type { Changes } from '#engine/replay/changes.ts';
import { replayReport } from '#engine/replay/replay-report.ts';
import type { Replay as Replayed } from '#engine/replay/replay-turns.ts';
import { builder } from '../builder.ts';
import { InvalidInput, NotFound } from './failure.ts';
import { Metrics } from './metrics.ts';
import { ReplayedTurn } from './replayed-turn.ts';
import { Session } from './session.ts';
import { madeOr } from './session-change.ts';

const Replay = builder.objectRef<Replayed>('Replay').implement({
  description: 'Turns played again. Nothing of it is kept.',
  fields: (t) => ({
    isExact: t.boolean({
      description: 'Whether everything recorded was used again, and no model was asked.',
      resolve: ({ kind }) => kind === 'exact',
    }),
    changes: t.exposeStringList('changes', { description: 'What was changed, a line each.' }),
    isSame: t.exposeBoolean('isSame', { description: 'Whether every turn came out as it was recorded.' }),
    turns: t.expose('turns', { type: [ReplayedTurn], description: 'Each turn, oldest first.' }),
    recorded: t.field({
      type: Metrics,
      description: 'How they went when they were played.',
      resolve: ({ metrics }) => metrics.recorded,
    }),
    replayed: t.field({
      type: Metrics,
      description: 'How they go now.',
      resolve: ({ metrics }) => metrics.replayed,
    }),
    report: t.string({ description: 'All of it as a page to read.', resolve: replayReport }),
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
  description:
    'Which turns to play again and what to change. With nothing changed, everything recorded is used again.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    from: t.int({
      description: 'The index of the first scene, from 1; the first of the session if you say nothing.',
    }),
    to: t.int({
      description: 'The index of the last scene, the session’s last if you say nothing; at most 200 at once.',
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
    type: ReplayResult,
    description:
      'Plays turns again in a branch nobody sees and tells what came out otherwise. The campaign stays as it is; models that are asked anew cost what they cost.',
    args: { input: t.arg({ type: ReplayInput, required: true, description: 'What to play again.' }) },
    resolve: async (_root, { input }, { replays }) => {
      const { sessionId, from = null, to = null, budgetUsd } = input;
      const bounds = typeof budgetUsd === 'number' ? { budgetUsd } : {};
      return madeOr(
        await replays({ sessionId: sessionId.id, from, to, changes: changesOf(input), ...bounds }),
      );
    },
  }),
);

function changesOf(input: typeof ReplayInput.$inferInput): Changes {
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
