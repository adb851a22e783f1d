import { z } from 'zod';

const SCENE_FIELDS = /* GraphQL */ `
  id
  index
  narration
  header { timestamp location status conditions resources }
  resources { name amount max }
  choices { key text description }
  pendingRoll { purpose rows { from to outcome } }
  ending { title epilogue }
  turn { id status baseScene { id index } }
`;

/** Query for the state of a session: current scene, end of its log and the turn under way. */
export const SESSION_STATE_QUERY = /* GraphQL */ `
  query WhereItStands($sessionId: ID!) {
    session(id: $sessionId) {
      id
      lastEventCursor
      campaign { id name }
      currentScene { ${SCENE_FIELDS} }
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
  pendingRoll: z
    .object({
      purpose: z.string(),
      rows: z.array(z.object({ from: z.number(), to: z.number(), outcome: z.string() })),
    })
    .nullable(),
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
      turns: z.object({ nodes: z.array(TurnShape) }),
    })
    .nullable(),
});

export type SessionState = NonNullable<z.infer<typeof SessionStateResult>['session']>;
