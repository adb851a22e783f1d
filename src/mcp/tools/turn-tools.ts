import { z } from 'zod';
import { followTurn, loadTurn, toApiView, View } from '../story/follow-turn.ts';
import {
  PROMPT_FIELDS,
  Prompt,
  type TurnReport,
  TurnReport as TurnReportData,
  writeTurn,
} from '../story/turn-report.ts';
import { defineTool, type ToolCall, ToolFailure } from './tool.ts';

const SessionId = z.string().min(1).describe('Id of the session, from list_campaigns or begin_story.');
const ActionId = z
  .string()
  .min(1)
  .max(128)
  .describe(
    'Your own name for this action, new for each action, for example a UUID. When you do not know whether a call arrived, send it again with the same name: it is played once.',
  );
const PersonaId = z
  .string()
  .optional()
  .describe('The persona that acts. Needed only when you play more than one.');

/** Fields of the failures of a mutation. */
export const FAILURE_FIELDS = '... on Failure { code message }';

const TAKE_TURN = /* GraphQL */ `
  mutation McpTakeTurn($input: TakeTurnInput!) {
    takeTurn(input: $input) {
      ... on TurnPayload { turn { id persona { entityId } } }
      ... on TurnFailure { failed: turn { id } }
      ... on SessionBusy { runningTurn { id } }
      ${FAILURE_FIELDS}
    }
  }
`;
const Id = z.object({ id: z.string() });
const Taken = z.object({
  takeTurn: z.object({
    turn: Id.extend({ persona: z.object({ entityId: z.string() }).nullable() }).optional(),
    failed: Id.optional(),
    runningTurn: Id.nullish(),
    code: z.string().optional(),
    message: z.string().optional(),
  }),
});

const BEFORE = /* GraphQL */ `
  query McpBefore($id: ID!, $as: ViewAs) {
    session(id: $id, as: $as) { lastEventCursor awaiting { ${PROMPT_FIELDS} } }
  }
`;
const Before = z.object({
  session: z.object({ lastEventCursor: z.string(), awaiting: Prompt.nullable() }).nullable(),
});

async function loadSession(id: string, view: View, { api }: ToolCall) {
  const { session } = await api.ask(BEFORE, { id, as: toApiView(view) }, Before);
  if (session !== null) return session;
  throw new ToolFailure('sessionId: there is no such session. list_campaigns has the ids of yours.');
}

type Action = {
  readonly sessionId: string;
  readonly actionId: string;
  readonly action: object;
  readonly mode?: string | undefined;
  readonly personaId?: string | undefined;
};

/** Takes a turn, or finds the one of the same action, and follows it to its end. */
async function play(action: Action, after: string, view: View, call: ToolCall): Promise<TurnReport> {
  const { takeTurn } = await call.api.ask(TAKE_TURN, { input: { ...action, wait: false } }, Taken);
  const { turn, runningTurn, code, message = 'The turn was refused.' } = takeTurn;
  if (turn === undefined) {
    const running =
      runningTurn == null ? '' : ` Its id is ${runningTurn.id}: call follow_turn and wait for it.`;
    throw new ToolFailure(`${code ?? 'REFUSED'}: ${message}${running}`);
  }
  const { sessionId } = action;
  // Whoever plays more than one persona sees the turn as the one that acts.
  const personaId = action.personaId === undefined ? null : (turn.persona?.entityId ?? null);
  return followTurn({ turnId: turn.id, sessionId, after, personaId }, view, call);
}

/** Answers with a turn; one that failed is an error of the tool, which says whether trying again helps. */
export function answerWithTurn(turn: TurnReport): { readonly text: string; readonly data: TurnReport } {
  if (turn.status !== 'FAILED') return { text: writeTurn(turn), data: turn };
  const { message, retryable } = turn.failure ?? { message: 'The turn failed.', retryable: false };
  const cure = retryable
    ? ' Call again with the same actionId to try once more.'
    : ' Nothing was changed; take another turn.';
  throw new ToolFailure(`${message}${cure}`);
}

export const takeTurn = defineTool({
  name: 'take_turn',
  title: 'Take a turn',
  description:
    'Plays one action of a player in a story and returns what is told, the dice, and what may be done next. Give either text (what the character does or says, in your own words) or choice (the key of an offered choice).',
  isReadOnly: false,
  input: z.strictObject({
    sessionId: SessionId,
    actionId: ActionId,
    text: z.string().min(1).optional().describe('What the character does or says.'),
    choice: z
      .string()
      .min(1)
      .optional()
      .describe('Key of a choice that is offered, for example look_at_tin.'),
    mode: z
      .enum(['STORY', 'THINK', 'GOD'])
      .optional()
      .describe(
        'STORY plays on (default). THINK plans and nothing happens. GOD commands the world, for the game master.',
      ),
    personaId: PersonaId,
    view: View,
  }),
  output: TurnReportData,
  run: async ({ sessionId, actionId, text, choice, mode, personaId, view }, call) => {
    if ((text === undefined) === (choice === undefined)) {
      throw new ToolFailure('text, choice: give one of them, and only one.');
    }
    const { lastEventCursor } = await loadSession(sessionId, view, call);
    const action = text === undefined ? { choice } : { text };
    return answerWithTurn(
      await play({ sessionId, actionId, action, mode, personaId }, lastEventCursor, view, call),
    );
  },
});

export const answerPrompt = defineTool({
  name: 'answer_prompt',
  title: 'Answer a question or roll dice',
  description:
    'Answers what a session waits for: a question, by an option or in words, or a roll. Without faces the engine rolls, and the roll can be verified.',
  isReadOnly: false,
  input: z.strictObject({
    sessionId: SessionId,
    actionId: ActionId,
    promptId: z.string().optional().describe('What you answer. Default: what the session waits for now.'),
    faces: z.array(z.int()).max(100).optional().describe('Numbers your own dice show, in order.'),
    optionId: z.string().optional().describe('Id of an option of the question.'),
    text: z.string().min(1).optional().describe('Answer to the question in words.'),
    view: View,
  }),
  output: TurnReportData,
  run: async ({ sessionId, actionId, promptId: given, faces, optionId, text, view }, call) => {
    const { lastEventCursor, awaiting } = await loadSession(sessionId, view, call);
    const promptId = given ?? awaiting?.id;
    if (promptId === undefined) {
      throw new ToolFailure('sessionId: this session waits for no answer of yours. Call take_turn instead.');
    }
    const answer = { promptId, faces, optionId, text };
    return answerWithTurn(
      await play({ sessionId, actionId, action: { answer } }, lastEventCursor, view, call),
    );
  },
});

export const askOutOfCharacter = defineTool({
  name: 'ask_out_of_character',
  title: 'Ask out of character',
  description:
    'Asks the game master about rules or what the character knows. Nothing happens in the story and no time passes.',
  isReadOnly: false,
  input: z.strictObject({
    sessionId: SessionId,
    actionId: ActionId,
    question: z.string().min(1),
    personaId: PersonaId,
    view: View,
  }),
  output: TurnReportData,
  run: async ({ sessionId, actionId, question, personaId, view }, call) => {
    const { lastEventCursor } = await loadSession(sessionId, view, call);
    const action = { sessionId, actionId, action: { text: question }, mode: 'DM', personaId };
    return answerWithTurn(await play(action, lastEventCursor, view, call));
  },
});

export const followRunningTurn = defineTool({
  name: 'follow_turn',
  title: 'Wait for a turn',
  description: 'Waits for a turn that was not finished when another tool returned, and returns it.',
  isReadOnly: true,
  input: z.strictObject({ turnId: z.string().min(1).describe('Id of the turn.'), view: View }),
  output: TurnReportData,
  run: async ({ turnId, view }, call) => {
    const { session } = await loadTurn(turnId, view, call);
    const { lastEventCursor: after } = await loadSession(session.id, view, call);
    return answerWithTurn(await followTurn({ turnId, sessionId: session.id, after }, view, call));
  },
});
