import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { awaitedRollId } from './awaited-roll-id.ts';
import type { SuspendedAt, TurnAnswer, TurnInput, TurnRecord } from './turns.ts';

type GoingOn = { readonly suspension: SuspendedAt | null; readonly answers: readonly TurnAnswer[] };

/** What it means to send an input under an action id that may already stand for a turn. */
export type Meaning =
  | ({ readonly meaning: 'begin' } & GoingOn)
  /** The answer a turn waits for. */
  | ({ readonly meaning: 'resume' } & GoingOn)
  | { readonly meaning: 'existing'; readonly turn: TurnRecord }
  | { readonly meaning: 'action-id-reused'; readonly turn: TurnRecord }
  /** A roll that names dice this turn does not wait for. */
  | { readonly meaning: 'roll-not-awaited'; readonly turn: TurnRecord }
  /** An answer nobody waits for; `turn` is the one it was sent to, if there is one. */
  | { readonly meaning: 'nothing-awaited'; readonly answer: TurnAnswer['kind']; readonly turn?: TurnRecord };

const FROM_THE_START: GoingOn = { suspension: null, answers: [] };

/** `holder` is the turn that holds the session just now. */
export function meaningOf(input: TurnInput, earlier: TurnRecord | null, holder: string | null): Meaning {
  if (earlier === null) {
    return isAnswer(input) ? { meaning: 'nothing-awaited', answer: input.kind } : begun(FROM_THE_START);
  }
  const { suspension, answers } = earlier;
  const answer = awaitedAnswer(input, earlier);
  if (answer !== null) return { meaning: 'resume', suspension, answers: [...answers, answer] };
  if (isKnown(input, earlier)) {
    return isOver(earlier, holder) ? { meaning: 'existing', turn: earlier } : again(input, earlier);
  }
  const refused = refusedRoll(earlier);
  if (refused !== null && input.kind === 'roll' && (input.rollId ?? refused) === refused) {
    return begun({ suspension, answers: [...answers.slice(0, -1), { ...input, rollId: refused }] });
  }
  return unknownTo(earlier, input);
}

/** Something else than its turn has heard or waits for. */
function unknownTo(earlier: TurnRecord, input: TurnInput): Meaning {
  if (input.kind === 'roll' && input.rollId !== undefined) {
    return { meaning: 'roll-not-awaited', turn: earlier };
  }
  const isStray = (input.kind === 'roll' || input.kind === 'clarification') && !isDone(earlier);
  return isStray
    ? { meaning: 'nothing-awaited', answer: input.kind, turn: earlier }
    : { meaning: 'action-id-reused', turn: earlier };
}

function begun(from: GoingOn): Meaning {
  return { meaning: 'begin', ...from };
}

/** Whether it can only be an answer: under a new action there is nothing it could be. */
function isAnswer(input: TurnInput): input is TurnAnswer {
  return input.kind === 'clarification' || (input.kind === 'roll' && input.rollId !== undefined);
}

/** The answer a turn waits for, kept with what it answers also when its sender did not say; null for anything else. */
function awaitedAnswer(input: TurnInput, earlier: TurnRecord): TurnAnswer | null {
  if (input.kind === 'clarification') return earlier.status === 'awaiting-clarification' ? input : null;
  if (input.kind !== 'roll' || earlier.status !== 'awaiting-roll') return null;
  const rollId = awaitedRollId(earlier);
  return input.rollId === undefined || input.rollId === rollId ? { ...input, rollId } : null;
}

/** Whether it was said under this action before: first of all, or in answer. */
function isKnown(input: TurnInput, { input: first, answers }: TurnRecord): boolean {
  const isNamed = input.kind === 'roll' && input.rollId !== undefined;
  const said = asSent(input);
  return [first, ...answers].some((each) => asSent(isNamed ? each : unnamed(each)) === said);
}

/** An input as its sender wrote it: what a choice meant was added to it. */
function asSent(input: TurnInput): string {
  if (input.kind !== 'story') return canonicalJson(input);
  const { chosen: _added, ...sent } = input;
  return canonicalJson(sent);
}

function unnamed(input: TurnInput): TurnInput {
  if (input.kind !== 'roll') return input;
  const { rollId: _of, ...roll } = input;
  return roll;
}

/** The dice whose faces were refused, which may be given once more; null when it failed for another reason. */
function refusedRoll({ status, failure, answers }: TurnRecord): string | null {
  const last = answers.at(-1);
  if (status !== 'failed' || failure?.code !== 'ROLL_REFUSED' || last?.kind !== 'roll') return null;
  return last.rollId ?? null;
}

/** Whether there is nothing to try again: it ended well, it waits, or it is being played. */
function isOver({ id, status }: TurnRecord, holder: string | null): boolean {
  if (status === 'failed' || status === 'cancelled') return false;
  return status !== 'running' || holder === id;
}

/** Whether something comes or has come of its action: whatever else is sent under its id is another. */
function isDone({ status }: TurnRecord): boolean {
  return status === 'running' || status === 'committed' || status === 'answered';
}

/**
 * A turn that failed goes on from where it last waited, with the answers it has. One that was cancelled starts anew when
 * its first words are sent again; an old answer alone does not bring it back.
 */
function again(input: TurnInput, earlier: TurnRecord): Meaning {
  const { status, suspension, answers } = earlier;
  if (status !== 'cancelled') return begun({ suspension, answers });
  const isFirst = asSent(input) === asSent(earlier.input);
  return isFirst ? begun(FROM_THE_START) : { meaning: 'existing', turn: earlier };
}
