import { z } from 'zod';
import { Roll, SeedPosition } from '#engine/rules/roll.ts';
import type { Audience, EventRow, NewEventRow } from '#engine/store/event-rows.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { createRollPrompt, PlayerPrompt } from './player-prompt.ts';

const attempt = z.int().min(1);

/**
 * Events of a turn, sent while it runs. `type` is noun and verb. AUDIENCES fixes who may see each kind; the emitter
 * does not decide it.
 */
export const TurnEventBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('turn-started'), attempt, actionId: z.string() }),
  z.strictObject({ type: z.literal('step-started'), attempt, step: z.string() }),
  z.strictObject({ type: z.literal('step-finished'), attempt, step: z.string(), milliseconds: z.number() }),
  z.strictObject({ type: z.literal('dice-rolled'), attempt, roll: Roll }),
  z.strictObject({ type: z.literal('narration-delta'), attempt, text: z.string() }),
  /** Visible action of one character; only the game master sees it until the story narrates it. */
  z.strictObject({
    type: z.literal('character-acted'),
    attempt,
    characterId: z.string(),
    action: z.string(),
    intents: z.array(z.string()),
  }),
  /** The whole prose once more, set right: it replaces every delta of this attempt. */
  z.strictObject({ type: z.literal('narration-repaired'), attempt, text: z.string() }),
  /** The server of this attempt is gone and another one plays the turn anew: what the attempt told no longer counts. */
  z.strictObject({ type: z.literal('narration-withdrawn'), attempt }),
  /** Play waits for dice or an answer of one player. */
  z.strictObject({ type: z.literal('player-prompted'), attempt, prompt: PlayerPrompt }),
  /** Choices as soon as the narrator has written them, before the turn is committed. */
  z.strictObject({
    type: z.literal('choices-offered'),
    attempt,
    choices: z.array(
      z.strictObject({
        key: z.string(),
        text: z.string(),
        description: z.string(),
        risk: z.enum(['safe', 'low', 'medium', 'high']),
      }),
    ),
  }),
  /** Knowledge of the scene was gathered anew; only the state, memories and the latest exchanges carry over. */
  z.strictObject({
    type: z.literal('context-reset'),
    attempt,
    cause: z.enum(['session-start', 'place-change', 'overflow', 'invalidated']),
  }),
  /** A deadline that every persona knows of draws nearer. */
  z.strictObject({
    type: z.literal('deadline-warned'),
    attempt,
    deadlineId: z.string(),
    description: z.string(),
    level: z.enum(['subtle', 'clear', 'urgent']),
    urgency: z.enum(['low', 'medium', 'high', 'critical']),
  }),
  /** Result of a game master's command, line by line; only the game master sees it. */
  z.strictObject({ type: z.literal('command-reported'), attempt, text: z.string() }),
  /** News for one persona alone: a discovery, or events while it was away. */
  z.strictObject({
    type: z.literal('persona-notified'),
    attempt,
    reason: z.enum(['discovery', 'absence']),
    text: z.string(),
  }),
  /** Answer given out of character. The turn made no scene. */
  z.strictObject({ type: z.literal('turn-answered'), attempt, text: z.string() }),
  z.strictObject({
    type: z.literal('turn-committed'),
    attempt,
    sceneId: z.string(),
    sceneIndex: z.int(),
    /** Checks the prose did not pass. */
    flags: z.array(z.string()).default([]),
  }),
  /** The committed scene ends the story; players read the epilogue. */
  z.strictObject({
    type: z.literal('story-ended'),
    attempt,
    endingId: z.string(),
    title: z.string(),
    epilogue: z.string(),
  }),
  z.strictObject({ type: z.literal('turn-cancelled'), attempt }),
  z.strictObject({
    type: z.literal('turn-failed'),
    attempt,
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    /** Absent when the provider named no time, and in events of earlier versions. */
    retryAfterSeconds: z.int().min(0).exactOptional(),
  }),
]);
export type TurnEventBody = z.infer<typeof TurnEventBody>;
export type TurnEventType = TurnEventBody['type'];

/** A player sees all of these; what only the game master may see gets its own kind and 'gm' here. */
const AUDIENCES: Readonly<Record<TurnEventType, Audience>> = {
  'turn-started': 'player',
  'step-started': 'player',
  'step-finished': 'player',
  'dice-rolled': 'player',
  'narration-delta': 'player',
  'character-acted': 'gm',
  'narration-repaired': 'player',
  'narration-withdrawn': 'player',
  'player-prompted': 'player',
  'choices-offered': 'player',
  'context-reset': 'player',
  'deadline-warned': 'player',
  'command-reported': 'gm',
  'persona-notified': 'player',
  'turn-answered': 'player',
  'turn-committed': 'player',
  'story-ended': 'player',
  'turn-cancelled': 'player',
  'turn-failed': 'player',
};

/** One live event as subscribers get it: a union over its kinds. */
export type TurnEvent<Type extends TurnEventType = TurnEventType> = {
  readonly [Kind in Type]: {
    readonly sessionId: string;
    readonly sequence: number;
    readonly turnId: string;
    readonly at: Date;
    readonly body: Extract<TurnEventBody, { type: Kind }>;
  };
}[Type];

/** An event on its way to the log. `to` names the personas it is private to; without it all of its audience gets it. */
export type AddressedEvent = TurnEventBody & { readonly to?: readonly string[] | null };

export function toTurnEventRow(turnId: string, body: AddressedEvent, createdAt: Date): NewEventRow {
  const { type, to, ...payload } = body;
  // An event is JSON: what is undefined is left out when it is written.
  const written = payload as unknown as Json;
  return { turnId, audience: AUDIENCES[type], personaIds: to ?? null, type, payload: written, createdAt };
}

/** Reads a stored event back. A row this version cannot read is a bug of an upgrade, and says which row. */
export function parseTurnEvent(row: EventRow): TurnEvent {
  const { sessionId, sequence, turnId, createdAt: at, type, payload } = row;
  const body = TurnEventBody.safeParse(upgradeEvent({ ...Object(payload), type }, turnId));
  if (!body.success || turnId === null) {
    throw new Error(
      `event ${sequence} of session ${sessionId} cannot be read: ${body.error?.message ?? 'no turn'}`,
    );
  }
  // The body itself says which member of the union it is.
  return { sessionId, sequence, turnId, at, body: body.data } as TurnEvent;
}

const FormerPrompt = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('clarification-asked'),
    attempt,
    question: z.string(),
    options: z.array(z.string()).default([]),
  }),
  z.object({
    type: z.literal('roll-awaited'),
    attempt,
    purpose: z.string(),
    expression: z.string(),
    rows: z.array(z.object({ from: z.int().nullable(), to: z.int().nullable(), outcome: z.string() })),
  }),
]);

const FormerRoll = z.object({
  type: z.literal('dice-rolled'),
  attempt,
  expression: z.string(),
  faces: z.array(z.int()),
  modifier: z.int(),
  total: z.int(),
  purpose: z.string(),
  result: z.string(),
  line: z.string(),
  position: SeedPosition.optional(),
});

/** Converts an event of an earlier version. Prompts had two kinds of event before, and a roll was not whole. */
function upgradeEvent(stored: unknown, turnId: string | null): unknown {
  const rolled = FormerRoll.safeParse(stored).data;
  if (rolled !== undefined) return upgradeRoll(rolled);
  const former = FormerPrompt.safeParse(stored).data;
  if (former === undefined) return stored;
  const origin = { id: `turn:${turnId}:${former.attempt}`, personaId: null };
  const prompt =
    former.type === 'clarification-asked'
      ? { kind: 'question', question: former.question, options: former.options }
      : createRollPrompt({ label: former.purpose, dice: former.expression, rows: former.rows });
  return { type: 'player-prompted', attempt: former.attempt, prompt: { ...origin, ...prompt } };
}

function upgradeRoll({ attempt, result, position, purpose, ...roll }: z.infer<typeof FormerRoll>): unknown {
  return {
    type: 'dice-rolled',
    attempt,
    roll: {
      ...roll,
      advantage: 'NONE',
      dropped: [],
      source: 'ENGINE',
      purpose: purpose || ' ',
      position: position ?? { sceneIndex: 0, ordinal: 0 },
      ...(result === '' ? {} : { result: result.slice(0, 80) }),
    },
  };
}

/** Kinds of events needed to find dice without a result. */
export const UNPLAYED_DICE_EVENTS = ['dice-rolled', 'turn-failed', 'turn-cancelled'] as const;

/** Dice that players saw fall in an attempt at a turn that made no scene. */
export type UnplayedDice = TurnEvent<'dice-rolled'> & { readonly ending: 'failed' | 'cancelled' };

/**
 * Finds them among the events of sessions. Only dice shown to a reader count: a server that stopped before announcing
 * its dice rolled none. An attempt that paused to ask the player for dice has not ended.
 */
export function findUnplayedDice(
  events: readonly TurnEvent<(typeof UNPLAYED_DICE_EVENTS)[number]>[],
): readonly UnplayedDice[] {
  const attemptOf = ({ turnId, body }: (typeof events)[number]) => `${turnId} ${body.attempt}`;
  const endings = new Map<string, UnplayedDice['ending']>();
  for (const event of events) {
    if (event.body.type === 'turn-failed') endings.set(attemptOf(event), 'failed');
    if (event.body.type === 'turn-cancelled') endings.set(attemptOf(event), 'cancelled');
  }
  return events.flatMap((event) => {
    const ending = endings.get(attemptOf(event));
    // The body's type is the kind of the event.
    return event.body.type === 'dice-rolled' && ending !== undefined
      ? [{ ...(event as TurnEvent<'dice-rolled'>), ending }]
      : [];
  });
}
