import { canonicalJson } from '#engine/kit/canonical-json.ts';
import type { SuspendedAt, TurnAnswer, TurnInput, TurnRecord } from './turns.ts';

type GoingOn = { readonly suspension: SuspendedAt | null; readonly answers: readonly TurnAnswer[] };

/** What it means to send an input under an action id that may already stand for a turn. */
export type Meaning =
  | ({ readonly meaning: 'begin' } & GoingOn)
  /** The answer a turn waits for. */
  | ({ readonly meaning: 'resume' } & GoingOn)
  | { readonly meaning: 'existing'; readonly turn: TurnRecord }
  | { readonly meaning: 'action-id-reused'; readonly turn: TurnRecord }
  | { readonly meaning: 'nothing-awaited' };

const FROM_THE_START: GoingOn = { suspension: null, answers: [] };

/** `holder` is the turn that holds the session just now. */
export function meaningOf(input: TurnInput, earlier: TurnRecord | null, holder: string | null): Meaning {
  if (earlier === null) {
    return input.kind === 'clarification' ? { meaning: 'nothing-awaited' } : begun(FROM_THE_START);
  }
  if (isAwaited(input, earlier)) {
    const { suspension, answers } = earlier;
    return { meaning: 'resume', suspension, answers: [...answers, input] };
  }
  if (!isKnown(input, earlier)) return { meaning: 'action-id-reused', turn: earlier };
  return isOver(earlier, holder) ? { meaning: 'existing', turn: earlier } : again(input, earlier);
}

function begun(from: GoingOn): Meaning {
  return { meaning: 'begin', ...from };
}

function isAwaited(input: TurnInput, { status }: TurnRecord): input is TurnAnswer {
  return (
    (input.kind === 'roll' && status === 'awaiting-roll') ||
    (input.kind === 'clarification' && status === 'awaiting-clarification')
  );
}

/** Whether it was said under this action before: first of all, or in answer. */
function isKnown(input: TurnInput, { input: first, answers }: TurnRecord): boolean {
  const said = canonicalJson(input);
  return [first, ...answers].some((each) => canonicalJson(each) === said);
}

/** Whether there is nothing to try again: it ended well, it waits, or it is being played. */
function isOver({ id, status }: TurnRecord, holder: string | null): boolean {
  if (status === 'failed' || status === 'cancelled') return false;
  return status !== 'running' || holder === id;
}

/**
 * A turn that failed goes on from where it last waited, with the answers it has. One that was cancelled starts anew when
 * its first words are sent again; an old answer alone does not bring it back.
 */
function again(input: TurnInput, earlier: TurnRecord): Meaning {
  const { status, suspension, answers } = earlier;
  if (status !== 'cancelled') return begun({ suspension, answers });
  const isFirst = canonicalJson(input) === canonicalJson(earlier.input);
  return isFirst ? begun(FROM_THE_START) : { meaning: 'existing', turn: earlier };
}
