import type { MemoryChange, MemoryEdit } from '#engine/memory/observation.ts';
import { toPlainText } from '#engine/util/plain-text.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { createInvalidInput, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { Session, toSessionFailure } from '../play/session.ts';

const ObservationChangeInput = builder.inputType('ObservationChangeInput', {
  description: 'Change of a memory: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    rewrite: t.string({ description: 'New text of the memory.' }),
    weigh: t.int({ description: 'New importance, 1 to 5.' }),
    retract: t.string({ description: 'Reason for removing the memory.' }),
    restore: t.boolean({ description: 'True: it is remembered again.' }),
  }),
});

const EditObservationInput = builder.inputType('EditObservationInput', {
  description: 'Change of a character’s memory.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session it counts from.' }),
    observationId: t.id({ required: true, description: 'The id of the observation.' }),
    change: t.field({ type: ObservationChangeInput, required: true, description: 'Change to apply.' }),
  }),
});

const EditObservationPayload = builder.objectRef<MemoryEdit>('EditObservationPayload').implement({
  description: 'The memory is changed from the current scene on. What was observed stays on record.',
  fields: (t) => ({
    observationId: t.exposeID('observationId', { description: 'The id of the observation.' }),
    characterId: t.exposeID('characterId', { description: 'Character who remembers it.' }),
    sceneIndex: t.int({ description: 'The scene it counts from.', resolve: ({ scene }) => scene.index }),
  }),
});

const EditObservationResult = builder.unionType('EditObservationResult', {
  description: 'The change, or why there is none.',
  types: [EditObservationPayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'EditObservationPayload'),
});

builder.mutationField('editObservation', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: EditObservationResult,
    description:
      'Changes what a character remembers, by a row that names the scene: earlier branches never hear of it.',
    args: {
      input: t.arg({ type: EditObservationInput, required: true, description: 'Memory and its change.' }),
    },
    resolve: async (_root, { input }, { memories, access }) => {
      const change = changeOf(input.change);
      if (change === null)
        return createInvalidInput(['input', 'change', 'restore'], 'Give `true`, or leave it out.');
      const edited = await memories.edit({
        sessionId: input.sessionId.id,
        observationId: input.observationId,
        change,
        by: access.viewer.id,
      });
      return isRejection(edited) ? toSessionFailure(edited) : edited;
    },
  }),
);

function changeOf(given: typeof ObservationChangeInput.$inferInput): MemoryChange | null {
  if (given.rewrite != null) return { action: 'rewrite', content: toPlainText(given.rewrite) };
  // The editor rejects an invalid importance and names the valid range.
  if (given.weigh != null) return { action: 'weigh', importance: given.weigh };
  if (given.retract != null) return { action: 'retract', reason: toPlainText(given.retract) };
  return given.restore === true ? { action: 'restore' } : null;
}
