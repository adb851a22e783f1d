import { z } from 'zod';
import { type ToolCall, ToolFailure } from '../tools/tool.ts';
import { TURN_FIELDS, TurnReport } from './turn-report.ts';

/** Extent of the caller's view: what a player perceives, or everything a game master may. */
export const View = z
  .enum(['player', 'gm'])
  .default('player')
  .describe(
    'player: what your persona perceives. gm: everything, for the game master of the campaign alone.',
  );
export type View = z.infer<typeof View>;

export function toApiView(view: View): 'PLAYER' | 'GM' {
  return view === 'gm' ? 'GM' : 'PLAYER';
}

/** Position in the events of a session from which a turn is followed. */
export type TurnPlace = {
  readonly turnId: string;
  readonly sessionId: string;
  readonly after: string | null;
  /** Persona in whose view it is shown, by its id inside the campaign, where the caller plays more than one; else null. */
  readonly personaId?: string | null;
};

/** Clients of the SDK wait a minute for an answer, and longer while progress comes. */
const MOST_WAIT_MILLISECONDS = 50_000;
const MOST_WAIT_WITH_PROGRESS_MILLISECONDS = 600_000;

const EVENTS = /* GraphQL */ `
  subscription McpFollow($sessionId: ID!, $after: Cursor, $as: ViewAs) {
    turnEvents(sessionId: $sessionId, after: $after, as: $as) {
      __typename
      ... on LiveEvent { turnId }
      ... on NarrationDelta { text }
      ... on NarrationRepaired { repaired: text }
      ... on DiceRolled { roll { line } }
    }
  }
`;
const Event = z.object({
  turnEvents: z.object({
    __typename: z.string(),
    turnId: z.string().nullish(),
    text: z.string().optional(),
    repaired: z.string().optional(),
    roll: z.object({ line: z.string() }).optional(),
  }),
});
type Event = z.infer<typeof Event>['turnEvents'];

/** Events after which the turn goes no further by itself. `PlayerPrompted` may also precede a commit. */
const LAST: readonly string[] = ['TurnAnswered', 'TurnCommitted', 'TurnFailed', 'TurnCancelled'];

const TURN = /* GraphQL */ `
  query McpTurn($id: ID!, $as: ViewAs, $persona: ID) {
    turn(id: $id, as: $as, persona: $persona) { ${TURN_FIELDS} }
  }
`;

/** Reads a turn as far as it has come. Throws when the caller may not see it. */
export async function loadTurn(
  turnId: string,
  view: View,
  { api }: ToolCall,
  personaId: string | null = null,
): Promise<TurnReport> {
  const variables = { id: turnId, as: toApiView(view), persona: view === 'gm' ? null : personaId };
  const { turn } = await api.ask(TURN, variables, z.object({ turn: TurnReport.nullable() }));
  if (turn !== null) return turn;
  throw new ToolFailure('turnId: there is no such turn that you may see. take_turn returns the id of yours.');
}

/**
 * Follows a turn to its end and returns it. Prose is reported as it is told, when the client asked for progress. A turn that takes
 * longer than a client waits is returned while it runs; `follow_turn` goes on with it.
 */
export async function followTurn(place: TurnPlace, view: View, call: ToolCall): Promise<TurnReport> {
  const { personaId } = place;
  const known = await loadTurn(place.turnId, view, call, personaId);
  if (known.status !== 'RUNNING') return known;
  const patience = call.report === null ? MOST_WAIT_MILLISECONDS : MOST_WAIT_WITH_PROGRESS_MILLISECONDS;
  const overdue = AbortSignal.timeout(patience);
  const stop = new AbortController();
  const signal = AbortSignal.any([call.signal, overdue, stop.signal]);
  try {
    // Ids carry the view they were read in: events name the turn, and are followed, in that of `known`.
    await listen({ ...place, turnId: known.id, sessionId: known.session.id }, view, call, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop.abort();
  }
  return loadTurn(place.turnId, view, call, personaId);
}

async function listen(
  { turnId, sessionId, after, personaId = null }: TurnPlace,
  view: View,
  call: ToolCall,
  signal: AbortSignal,
): Promise<void> {
  const variables = { sessionId, after, as: view === 'gm' || personaId === null ? toApiView(view) : null };
  for await (const { turnEvents: event } of call.api.follow(EVENTS, variables, Event, signal)) {
    if (event.__typename === 'ServerGoingAway') return;
    if (event.turnId !== turnId) continue;
    const text = readTold(event);
    if (text !== null) await call.report?.(text);
    if (LAST.includes(event.__typename)) return;
    if (event.__typename !== 'PlayerPrompted') continue;
    if ((await loadTurn(turnId, view, call, personaId)).status !== 'RUNNING') return;
  }
}

function readTold({ __typename, text, repaired, roll }: Event): string | null {
  if (__typename === 'DiceRolled') return `[${roll?.line ?? ''}]`;
  return __typename === 'NarrationRepaired' ? (repaired ?? null) : (text ?? null);
}
