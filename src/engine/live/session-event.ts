import { z } from 'zod';
import type { Audience, EventRow, NewEventRow } from '#engine/store/event-rows.ts';

/** Events of a session as a whole, outside of its turns. Kept in the same log, in the same order. */
export const SessionEventBody = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('session-continued'),
    cause: z.enum(['rewound', 'forked']),
    /** The session the story goes on in. */
    continuedBySessionId: z.string(),
    /** Scene it grew from: later scenes are no longer part of the story. */
    fromSceneId: z.string(),
  }),
  z.strictObject({ type: z.literal('session-closed') }),
  /** A scene is being narrated again; the previous narration remains until the new one is complete. */
  z.strictObject({ type: z.literal('retelling-started'), sceneId: z.string(), tellingId: z.string() }),
  z.strictObject({
    type: z.literal('retelling-delta'),
    sceneId: z.string(),
    tellingId: z.string(),
    text: z.string(),
  }),
  /** The new narration failed: clients discard the text they received of it. */
  z.strictObject({ type: z.literal('retelling-withdrawn'), sceneId: z.string(), tellingId: z.string() }),
  /** Another narration of a scene was chosen. */
  z.strictObject({ type: z.literal('narration-chosen'), sceneId: z.string(), version: z.int() }),
]);
export type SessionEventBody = z.infer<typeof SessionEventBody>;
export type SessionEventType = SessionEventBody['type'];

const AUDIENCES: Readonly<Record<SessionEventType, Audience>> = {
  'session-continued': 'player',
  'session-closed': 'player',
  'retelling-started': 'player',
  'retelling-delta': 'player',
  'retelling-withdrawn': 'player',
  'narration-chosen': 'player',
};

/** One event of a session as a whole, as subscribers get it. */
export type SessionEvent<Type extends SessionEventType = SessionEventType> = {
  readonly [Kind in Type]: {
    readonly sessionId: string;
    readonly sequence: number;
    readonly turnId: null;
    readonly at: Date;
    readonly body: Extract<SessionEventBody, { type: Kind }>;
  };
}[Type];

/** Creates the row to write in the transaction that makes it true: `EventRowStore.tell`, or one of the caller's own. */
export function toSessionEventRow(
  body: SessionEventBody,
  createdAt: Date,
  personaIds: readonly string[] | null = null,
): NewEventRow {
  const { type, ...payload } = body;
  return { turnId: null, audience: AUDIENCES[type], personaIds, type, payload, createdAt };
}

/** Tells whether a row is an event of a session as a whole. */
export function isSessionEvent({ type, turnId }: Pick<EventRow, 'type' | 'turnId'>): boolean {
  return toPresentType({ type, turnId }) in AUDIENCES;
}

/** Returns the present name of a kind of event. Logs of earlier versions call a continued session a reset of the context. */
function toPresentType({ type, turnId }: Pick<EventRow, 'type' | 'turnId'>): string {
  return type === 'context-reset' && turnId === null ? 'session-continued' : type;
}

/** Returns whether this event is the last one a session can have. */
export function isSessionEnd({ type }: Pick<EventRow, 'type'>): boolean {
  return type === 'session-closed';
}

/** Reads a stored event back. A row this version cannot read is a bug of an upgrade, and says which row. */
export function parseSessionEvent(row: EventRow): SessionEvent {
  const { sessionId, sequence, createdAt: at, payload } = row;
  const body = SessionEventBody.safeParse({ ...Object(payload), type: toPresentType(row) });
  if (!body.success) {
    throw new Error(`event ${sequence} of session ${sessionId} cannot be read: ${body.error.message}`);
  }
  // The body itself says which member of the union it is.
  return { sessionId, sequence, turnId: null, at, body: body.data } as SessionEvent;
}
