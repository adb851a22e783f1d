import { isRejection } from '#engine/kit/rejection.ts';
import { isCommand, RETURN_TO_STORY } from '#engine/state/return-to-story.ts';
import type { TurnMode } from '#engine/store/turns.ts';
import { modeOf } from '#engine/turn/mode-of.ts';
import type { TurnRequest } from '#engine/turn/turn-runner.ts';
import { senderOf } from '../access/sender-of.ts';
import { whoActs } from '../access/who-acts.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { plainText } from '../plain-text.ts';
import { atOfferedTable } from './at-offered-table.ts';
import { type Failure, invalidInput, notFound } from './failure.ts';
import { Session } from './session.ts';
import { answerTo, notYours, TakeTurnResult } from './take-turn-result.ts';
import { type TurnAction, TurnActionInput } from './turn-action.ts';
import { turnInputFor } from './turn-input-for.ts';
import { TurnModeEnum } from './turn-mode.ts';

const ActionId = plainText(
  128,
  'give each action a fresh name, a UUID for instance',
  'a UUID is a good choice',
);

const TakeTurnInput = builder.inputType('TakeTurnInput', {
  description: 'What a player does.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session to play in.' }),
    actionId: t.string({
      required: true,
      description:
        'Your own name for this action, a fresh UUID for instance. Sent again, it gives the same turn: never a second one.',
    }),
    action: t.field({ type: TurnActionInput, required: true, description: 'What is done.' }),
    mode: t.field({
      type: TurnModeEnum,
      description:
        'How words are meant. Left out, it is read from them: `GOD MODE:` and a `GOD_MODE_SET:` block command, `DM:` asks out of character, `THINK` and "I think about …" think, all else is story. What is not `text` means itself: beside it another mode than its own is refused.',
    }),
    personaId: t.string({
      description:
        'Who acts, by the id inside the campaign; the persona you play if you say nothing. A game master may act for those nobody plays.',
    }),
    wait: t.boolean({
      defaultValue: true,
      description:
        'Whether to answer when the turn is finished, or as soon as it has begun. It goes on either way.',
    }),
  }),
});

builder.mutationField('takeTurn', (t) =>
  t.field({
    type: TakeTurnResult,
    description: 'Plays one turn. It runs on the server whether or not you stay to watch.',
    args: { input: t.arg({ type: TakeTurnInput, required: true, description: 'What the player does.' }) },
    resolve: async (_root, { input }, context) => {
      const request = await requestOf(input, context);
      if ('failure' in request) return request;
      return answerTo(await context.turns.submit(request), input.wait ?? true, context);
    },
  }),
);

async function requestOf(
  input: typeof TakeTurnInput.$inferInput,
  context: Context,
): Promise<TurnRequest | Failure> {
  const actionId = ActionId.safeParse(input.actionId);
  if (!actionId.success) {
    return invalidInput(['input', 'actionId'], `${actionId.error.issues[0]?.message}.`);
  }
  const session = await context.loaders.session.load(input.sessionId.id);
  if (session === null) return notFound(['input', 'sessionId'], 'there is no such session.');
  const { action, mode = null, personaId: named = null } = input;
  const [personaId, sender] = await Promise.all([
    whoActs(named, isOfNobody(action, mode), session, context),
    senderOf(session, context),
  ]);
  if (personaId === null) return notYours(named, sender.isMaster);
  const acting = { personaId, isMaster: sender.isMaster, session, actionId: actionId.data };
  const asked = await turnInputFor(action, mode, acting, context);
  if (isRejection(asked)) return invalidInput(['input', ...(asked.path ?? []).map(String)], asked.reason);
  const request = { sessionId: session.id, actionId: actionId.data, input: asked, sender };
  return atOfferedTable(request, session, context);
}

/** What a game master does without acting for a persona: answers for whoever was asked, directions, commands, and what is asked about the game. */
function isOfNobody(
  { text, choice, roll, clarification, instruction, continuation }: TurnAction,
  asked: TurnMode | null,
): boolean {
  if (text != null) return ['GOD', 'DM'].includes(modeOf(text, asked).mode);
  if (choice != null) return isCommand({ key: choice }) || choice === RETURN_TO_STORY.key;
  return [roll, clarification, instruction, continuation].some((given) => given != null);
}
