import type { RollTableRow as Row } from '#engine/rules/roll.ts';
import type { PendingClarification as Question, PendingRoll as Waiting } from '#engine/state/record.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import { Scene } from './scene.ts';

const RollTableRowKind = defineWordEnum('RollTableRowKind', 'Severity of a table row.', {
  catastrophic: 'The worst that can happen.',
  ordinary: 'Likely outcome.',
  exceptional: 'The best that can happen.',
});

const RollTableRow = builder.objectRef<Row>('RollTableRow').implement({
  description: 'Outcome of a roll within its range.',
  fields: (t) => ({
    from: t.exposeInt('from', { description: 'Its lowest number, included.' }),
    to: t.exposeInt('to', { description: 'Its highest number, included.' }),
    outcome: t.exposeString('outcome', { description: 'Outcome.' }),
    kind: t.field({ type: RollTableRowKind, description: 'Severity.', resolve: ({ kind }) => kind }),
  }),
});

export const PendingRoll = builder.objectRef<Waiting>('PendingRoll').implement({
  description: 'A table that was offered: play waits for the roll, and the row it hits binds.',
  fields: (t) => ({
    personaId: t.exposeID('personaId', { description: 'Persona that is to roll.' }),
    type: t.exposeString('type', { description: 'Kind of situation: `persuasion`, `battle`.' }),
    purpose: t.exposeString('purpose', { description: 'Purpose of the roll.' }),
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene that offered it.' }),
    rows: t.field({
      type: [RollTableRow],
      description: 'Possible outcomes, covering 1 to 100 without a gap.',
      resolve: ({ rows }) => rows.map(({ from, to, outcome, kind }) => ({ from, to, outcome, kind })),
    }),
  }),
});

export const PendingClarification = builder.objectRef<Question>('PendingClarification').implement({
  description: 'The one question that stands between an action and its outcome.',
  fields: (t) => ({
    personaId: t.exposeID('personaId', { description: 'Persona that is asked.' }),
    question: t.exposeString('question', { description: 'Question.' }),
    actionText: t.exposeString('actionText', { description: 'Action the player intended.' }),
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene that asked it.' }),
  }),
});

builder.objectFields(Scene, (t) => ({
  pendingRoll: t.field({
    type: PendingRoll,
    nullable: true,
    description: 'The roll your persona is waited for; null when there is none.',
    resolve: async (scene, _args, context) => (await loadVisibleScene(scene, context)).view.pendingRoll,
  }),
  pendingClarification: t.field({
    type: PendingClarification,
    nullable: true,
    description: 'The question your persona is asked; null when there is none.',
    resolve: async (scene, _args, context) =>
      (await loadVisibleScene(scene, context)).view.pendingClarification,
  }),
}));
