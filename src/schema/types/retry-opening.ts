import { openingRequest } from '#engine/turn/start-campaign.ts';
import { senderOf } from '../access/sender-of.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Failure, invalidInput, notFound } from './failure.ts';
import { Session } from './session.ts';
import { answerTo, type Taken, TakeTurnResult } from './take-turn-result.ts';

const RetryOpeningInput = builder.inputType('RetryOpeningInput', {
  description: 'The session whose opening failed.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'A session that stands at scene 0.' }),
    wait: t.boolean({
      defaultValue: true,
      description: 'Whether to answer when the opening is told, or as soon as it has begun. Default true.',
    }),
  }),
});

builder.mutationField('retryOpening', (t) =>
  t.field({
    type: TakeTurnResult,
    description:
      'Tells the opening of a campaign again after it failed. An opening that was told is returned as it is, never told twice.',
    args: {
      input: t.arg({ type: RetryOpeningInput, required: true, description: 'The session to open.' }),
    },
    resolve: (_root, { input }, context) => retry(input.sessionId.id, input.wait ?? true, context),
  }),
);

async function retry(sessionId: string, wait: boolean, context: Context): Promise<Taken | Failure> {
  const { store, turns } = context;
  const session = await store.sessions.find(sessionId);
  if (session === null) return notFound(['input', 'sessionId'], 'there is no such session.');
  const request = openingRequest(sessionId);
  const [earlier, scene] = await Promise.all([
    store.turns.findByAction(sessionId, request.actionId),
    context.loaders.scene.load(session.currentSceneId),
  ]);
  if (earlier?.status === 'committed') return { taken: earlier };
  if (scene !== null && scene.index > 0) {
    return invalidInput(
      ['input', 'sessionId'],
      'its story has begun without an opening; take a turn instead.',
    );
  }
  const sender = await senderOf(session, context);
  return answerTo(await turns.submit({ ...request, sender }), wait, context);
}
