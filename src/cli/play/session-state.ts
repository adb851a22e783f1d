import { z } from 'zod';

const SCENE_FIELDS = /* GraphQL */ `
  id
  index
  narration
  header { timestamp location status conditions resources }
  resources { name amount max }
  choices { key text description }
  ending { title epilogue }
  turn { id status baseScene { id index } }
`;

/** Fields of what play waits for, in queries and events. */
export const PROMPT_FIELDS = /* GraphQL */ `
  __typename
  ... on RollPrompt { id label dice rows { from to text } turn { id status } }
  ... on QuestionPrompt { id question options { id text } turn { id status } }
`;

const AskingTurn = z.object({ id: z.string(), status: z.string() }).nullable();

/** Dice or an answer that play waits for. */
export const PlayerPromptShape = z.discriminatedUnion('__typename', [
  z.object({
    __typename: z.literal('RollPrompt'),
    id: z.string(),
    label: z.string(),
    dice: z.string(),
    rows: z.array(z.object({ from: z.number(), to: z.number(), text: z.string().nullable() })),
    turn: AskingTurn,
  }),
  z.object({
    __typename: z.literal('QuestionPrompt'),
    id: z.string(),
    question: z.string(),
    options: z.array(z.object({ id: z.string(), text: z.string() })),
    turn: AskingTurn,
  }),
]);
export type ShownPrompt = z.infer<typeof PlayerPromptShape>;

/** Query for the state of a session: current scene, end of its log and the turn under way. */
export const SESSION_STATE_QUERY = /* GraphQL */ `
  query WhereItStands($sessionId: ID!) {
    session(id: $sessionId) {
      id
      lastEventCursor
      campaign { id name }
      currentScene { ${SCENE_FIELDS} }
      awaiting { ${PROMPT_FIELDS} }
      turns(last: 9) { nodes { id actionId status } }
    }
  }
`;

const SceneShape = z.object({
  id: z.string(),
  index: z.number(),
  narration: z.string(),
  header: z.object({
    timestamp: z.string().nullable(),
    location: z.string().nullable(),
    status: z.string().nullable(),
    conditions: z.string().nullable(),
    resources: z.string().nullable(),
  }),
  resources: z.array(z.object({ name: z.string(), amount: z.number(), max: z.number() })),
  choices: z.array(z.object({ key: z.string(), text: z.string(), description: z.string() })),
  ending: z.object({ title: z.string(), epilogue: z.string() }).nullable(),
  turn: z
    .object({
      id: z.string(),
      status: z.string(),
      baseScene: z.object({ id: z.string(), index: z.number() }),
    })
    .nullable(),
});

export type ShownScene = z.infer<typeof SceneShape>;

const TurnShape = z.object({ id: z.string(), actionId: z.string(), status: z.string() });

export const SessionStateResult = z.object({
  session: z
    .object({
      id: z.string(),
      lastEventCursor: z.string(),
      campaign: z.object({ id: z.string(), name: z.string() }),
      currentScene: SceneShape,
      awaiting: PlayerPromptShape.nullable(),
      turns: z.object({ nodes: z.array(TurnShape) }),
    })
    .nullable(),
});

export type SessionState = NonNullable<z.infer<typeof SessionStateResult>['session']>;
