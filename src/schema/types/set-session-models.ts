import { ModelUnavailable } from '#engine/llm/models.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Failure, InvalidInput, invalidInput, NotFound, notFound } from './failure.ts';
import { Session } from './session.ts';

const SetSessionModelsInput = builder.inputType('SetSessionModelsInput', {
  description: 'The models a session plays with from its next turn on.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    smallModel: t.string({ description: 'The key of its small model; left out, it stays.' }),
    largeModel: t.string({ description: 'The key of its large model; left out, it stays.' }),
  }),
});

type Done = { readonly session: SessionRecord };

const SetSessionModelsPayload = builder.objectRef<Done>('SetSessionModelsPayload').implement({
  description: 'The models were set.',
  fields: (t) => ({
    session: t.expose('session', { type: Session, description: 'The session as it is now.' }),
  }),
});

const SetSessionModelsResult = builder.unionType('SetSessionModelsResult', {
  description: 'The session, or why nothing changed.',
  types: [SetSessionModelsPayload, InvalidInput, NotFound],
  resolveType: (result) => ('session' in result ? 'SetSessionModelsPayload' : result.failure),
});

builder.mutationField('setSessionModels', (t) =>
  t.field({
    type: SetSessionModelsResult,
    description: 'Changes the models of a session. A turn that runs goes on with those it began with.',
    args: { input: t.arg({ type: SetSessionModelsInput, required: true, description: 'Which models.' }) },
    resolve: async (_root, { input }, context) => {
      const session = await context.store.sessions.find(input.sessionId.id);
      if (session === null) return notFound(['input', 'sessionId'], 'there is no such session.');
      const small = input.smallModel ?? session.smallModel;
      const large = input.largeModel ?? session.largeModel;
      const fault = unusable(context, 'smallModel', small) ?? unusable(context, 'largeModel', large);
      if (fault !== null) return fault;
      const changed = await context.store.sessions.setModels(session.id, small, large);
      return changed === null
        ? notFound(['input', 'sessionId'], 'there is no such session.')
        : { session: changed };
    },
  }),
);

function unusable({ models }: Context, field: string, key: string): Failure | null {
  try {
    models.open(key);
    return null;
  } catch (error) {
    if (error instanceof ModelUnavailable) return invalidInput(['input', field], error.message);
    throw error;
  }
}
