import { z } from 'zod';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createInvalidInput, createNotFound, type Failure } from '../failure.ts';
import { Session } from './session.ts';
import { type TakenTurn, TurnResult, toTakeTurnResult } from './take-turn-result.ts';

const ContentLimit = defineWordEnum('ContentLimit', 'Way of limiting content.', {
  STOP: 'Leave it out from now on. A turn that is being played is cancelled.',
  SKIP: 'Cut away from it now and go on behind it. A turn that is being played is cancelled.',
  SOFTEN: 'Hint at it from now on, without detail. A turn that is being played is finished first.',
});

/** Sentences for narrator and judge, which hold every later turn to them. */
const LINES = {
  STOP: (topic: string) => topic,
  SKIP: (topic: string) => `Cut away from this at once and go on behind it: ${topic}`,
  SOFTEN: (topic: string) => `Only hinted at, never in detail: ${topic}`,
} as const;

/** The table keeps at most so many. A further one is refused: none that was agreed on is ever dropped. */
const MOST = 40;

const LimitContentInput = builder.inputType('LimitContentInput', {
  description: 'Content to limit, for the whole table.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    actionId: t.id({
      required: true,
      description: 'Your own name for this; sent again, it gives the same result.',
    }),
    how: t.field({ type: ContentLimit, required: true, description: 'Way of limiting it.' }),
    topic: t.string({
      required: true,
      description: 'The content in your own words, at most 300 characters.',
    }),
    isAnonymous: t.boolean({
      defaultValue: true,
      description: 'Whether nothing is said of who asked. Default: true.',
    }),
  }),
});

const Topic = z.string().trim().min(1).max(300);

builder.mutationField('limitContent', (t) =>
  t.field({
    type: TurnResult,
    description:
      'Stops, skips or softens content for the whole table, at any time. Every player may; it takes no time in the story. Narrator and judge are held to it from then on: `Session.calibration`.',
    args: {
      input: t.arg({ type: LimitContentInput, required: true, description: 'What to limit.' }),
    },
    resolve: async (_root, { input }, context) => {
      const topic = Topic.safeParse(input.topic).data;
      if (topic === undefined) return createInvalidInput(['input', 'topic'], 'write 1 to 300 characters.');
      const actionId = input.actionId.trim();
      if (actionId === '' || actionId.length > 128)
        return createInvalidInput(['input', 'actionId'], 'give it a name of 1 to 128 characters.');
      const session = await context.store.sessions.find(input.sessionId.id);
      if (session === null) return createNotFound(['input', 'sessionId'], 'there is no such session.');
      await settleRunningTurn(session, input.how, context);
      const asker = input.isAnonymous === false ? ` (asked for by ${await findName(session, context)})` : '';
      return limit(session, actionId, `${LINES[input.how](topic)}${asker}`, context);
    },
  }),
);

/** Calls a running turn off, so that nothing more of it is told; lets it finish where the content is only softened. */
async function settleRunningTurn(
  { runningTurnId }: SessionRecord,
  how: keyof typeof LINES,
  { turns }: Context,
): Promise<void> {
  if (runningTurnId === null) return;
  if (how === 'SOFTEN') await turns.finished(runningTurnId);
  else await turns.cancel(runningTurnId);
}

async function findName({ campaignId }: SessionRecord, { loaders, access }: Context): Promise<string> {
  const members = await loaders.members.load(campaignId);
  return members.find(({ viewerId }) => viewerId === access.viewer.id)?.name ?? 'the game master';
}

async function limit(
  { id: sessionId }: SessionRecord,
  actionId: string,
  line: string,
  context: Context,
): Promise<TakenTurn | Failure> {
  const current = await context.store.sessions.find(sessionId);
  if (current === null) return createNotFound(['input', 'sessionId'], 'there is no such session.');
  const { boundaries } = (await context.loaders.snapshot.load(current.currentSceneId)).calibration;
  const kept = [...new Set([...boundaries, line])];
  if (kept.length > MOST)
    return createInvalidInput(
      ['input', 'topic'],
      `this table keeps ${MOST} limits already; ask the game master to join some of them.`,
    );
  const input = {
    kind: 'operations',
    asker: 'gm',
    proposals: [{ op: 'set_calibration', boundaries: kept }],
  } as const;
  return toTakeTurnResult(await context.turns.submit({ sessionId, actionId, input }), true, context);
}
