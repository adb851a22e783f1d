import { z } from 'zod';
import { type AwaitedTarget, type Suspension, type TurnRecord, toWaitId } from '#engine/domain/turn.ts';
import { getPersonaId } from '#engine/domain/turn-permissions.ts';
import { describeDice } from '#engine/rules/dice.ts';
import { Advantage } from '#engine/rules/roll.ts';
import { isRejection } from '#engine/util/rejection.ts';

const asked = {
  /** Unique among all prompts; `parsePromptId` reads it. */
  id: z.string(),
  /** Persona that is asked; null for the first one. */
  personaId: z.string().nullable(),
};

/** Dice or an answer that play awaits of one player. The same record live, after a reload and in the log. */
export const PlayerPrompt = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('roll'),
    ...asked,
    label: z.string(),
    dice: z.string(),
    modifier: z.int(),
    advantage: Advantage,
    rows: z.array(z.strictObject({ from: z.int(), to: z.int(), text: z.string() })),
    target: z.strictObject({ kind: z.enum(['DC', 'AC']), value: z.int() }).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('question'),
    ...asked,
    question: z.string(),
    options: z.array(z.string()),
  }),
]);
export type PlayerPrompt = z.infer<typeof PlayerPrompt>;

/** Origin of a prompt: a turn that waits in one of its attempts, or a committed scene. */
type PromptOrigin =
  | { readonly turnId: string; readonly waitId: string }
  | { readonly sessionId: string; readonly sceneIndex: number };

const TURN_PROMPT = /^turn:(?<waitId>(?<turnId>[0-9a-f-]{36}):\d{1,9})$/;
const SCENE_PROMPT = /^scene:(?<sessionId>[0-9a-f-]{36}):(?<sceneIndex>\d{1,9})$/;

/** Returns where a prompt came from; null when the text is no id of a prompt. */
export function parsePromptId(id: string): PromptOrigin | null {
  const { turnId, waitId } = TURN_PROMPT.exec(id)?.groups ?? {};
  if (turnId !== undefined && waitId !== undefined) return { turnId, waitId };
  const { sessionId, sceneIndex } = SCENE_PROMPT.exec(id)?.groups ?? {};
  return sessionId === undefined ? null : { sessionId, sceneIndex: Number(sceneIndex) };
}

/** Creates the prompt of a turn that waits. */
export function createTurnPrompt(
  turn: Pick<TurnRecord, 'id' | 'attempt' | 'input'>,
  suspension: Suspension,
): PlayerPrompt {
  const origin = { id: `turn:${toWaitId(turn)}`, personaId: getPersonaId(turn.input) };
  if (suspension.kind === 'clarification') {
    const { question, options = [] } = suspension;
    return { kind: 'question', ...origin, question, options: [...options] };
  }
  const { purpose, expression, rows, target } = suspension;
  return { ...origin, ...createRollPrompt({ label: purpose, dice: expression, rows, target }) };
}

/** Persona a scene asks, and the index of the scene that began to ask. */
type AskedByScene = { readonly personaId: string; readonly sceneIndex: number };

function toSceneOrigin(sessionId: string, { personaId, sceneIndex }: AskedByScene) {
  return { id: `scene:${sessionId}:${sceneIndex}`, personaId };
}

type OfferedTable = AskedByScene & {
  readonly purpose: string;
  readonly rows: readonly { readonly from: number; readonly to: number; readonly outcome: string }[];
};

/** Creates the prompt of a scene that offers a d100 table. */
export function createTablePrompt(sessionId: string, table: OfferedTable): PlayerPrompt {
  const { purpose, rows } = table;
  const roll = createRollPrompt({ label: purpose, dice: '1d100', rows });
  return { ...toSceneOrigin(sessionId, table), ...roll };
}

/** Creates the prompt of a scene in which a game master asked a player something. */
export function createScenePrompt(
  sessionId: string,
  asking: AskedByScene & { readonly question: string },
): PlayerPrompt {
  return { kind: 'question', ...toSceneOrigin(sessionId, asking), question: asking.question, options: [] };
}

type AwaitedDice = {
  readonly label: string;
  readonly dice: string;
  readonly rows: readonly {
    readonly from: number | null;
    readonly to: number | null;
    readonly outcome: string;
  }[];
  readonly target?: AwaitedTarget | undefined;
};

/** Describes awaited dice. Rows without an end reach to the least or the most the dice can show. */
export function createRollPrompt({ label, dice, rows, target }: AwaitedDice) {
  const described = describeDice(dice);
  const { modifier, advantage, least, most } = isRejection(described)
    ? { modifier: 0, advantage: 'NONE' as const, least: 0, most: 0 }
    : described;
  return {
    kind: 'roll' as const,
    label,
    dice,
    modifier,
    advantage,
    rows: rows.map(({ from, to, outcome }) => {
      const lowest = from ?? Math.min(least, to ?? least);
      return { from: lowest, to: to ?? Math.max(most, lowest), text: outcome };
    }),
    ...(target === undefined ? {} : { target: { kind: target.kind, value: target.value } }),
  };
}
