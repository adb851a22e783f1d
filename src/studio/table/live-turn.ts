import type { TableEvent } from '../api/watch-session.ts';

type EventOf<Name extends TableEvent['__typename']> = Extract<TableEvent, { __typename: Name }>;

export type LiveDice = EventOf<'DiceRolled'>['roll'];
export type Choices = EventOf<'ChoicesOffered'>['choices'];
export type TurnProblem = {
  readonly turnId: string | null;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
};

/** The turn that runs, as far as its events have told of it. */
export type LiveTurn = {
  readonly turnId: string;
  readonly attempt: number;
  readonly step: string | null;
  readonly text: string;
  readonly dice: readonly LiveDice[];
  readonly choices: Choices | null;
};

/** Another narration of a scene on its way. */
export type Retelling = {
  readonly tellingId: string;
  readonly sceneId: string | null;
  readonly text: string;
};
/** A line that stands beside the story: a private discovery, a warning, a report. */
export type Notice = {
  readonly key: string;
  readonly kind: 'private' | 'deadline' | 'report';
  readonly text: string;
};

/** Content of the stream since the page was opened. */
export type LiveState = {
  readonly turn: LiveTurn | null;
  readonly problem: TurnProblem | null;
  readonly retelling: Retelling | null;
  readonly notices: readonly Notice[];
  /** Grows with every event after which the story has to be asked for again. */
  readonly changes: number;
  /** Session in which the story goes on; null while it goes on here. */
  readonly continuedBy: string | null;
};

export const QUIET: LiveState = {
  turn: null,
  problem: null,
  retelling: null,
  notices: [],
  changes: 0,
  continuedBy: null,
};

/** Adds one event to what is known. */
export function addEvent(state: LiveState, event: TableEvent): LiveState {
  switch (event.__typename) {
    case 'TurnStarted':
      return {
        ...state,
        problem: null,
        // Warnings and reports belong to the turn that has ended.
        notices: state.notices.filter(({ kind }) => kind === 'private'),
        turn: startTurn(event.turnId ?? '', event.attempt),
      };
    case 'StepStarted':
      return changeTurn(state, event, (turn) => ({ ...turn, step: event.step }));
    case 'NarrationDelta':
      return changeTurn(state, event, (turn) => ({ ...turn, text: turn.text + event.text }));
    case 'NarrationRepaired':
      return changeTurn(state, event, (turn) => ({ ...turn, text: event.text }));
    case 'DiceRolled':
      return changeTurn(state, event, (turn) => ({ ...turn, dice: [...turn.dice, event.roll] }));
    case 'ChoicesOffered':
      return changeTurn(state, event, (turn) => ({ ...turn, choices: event.choices }));
    default:
      return addOutcome(state, event);
  }
}

/** Adds events that end a turn or stand beside it. */
function addOutcome(state: LiveState, event: TableEvent): LiveState {
  const changed = { ...state, changes: state.changes + 1 };
  switch (event.__typename) {
    case 'TurnFailed': {
      const { turnId, code, message, retryable } = event;
      return { ...changed, turn: null, problem: { turnId, code, message, retryable } };
    }
    case 'TurnAnswered':
    case 'TurnCancelled':
    case 'PlayerPrompted':
      return { ...changed, turn: null };
    case 'TurnCommitted':
    case 'StoryEnded':
    case 'SessionClosed':
      return changed;
    case 'NarrationChosen':
      // From now on the scene itself has the narration; the words on their way to it are over.
      return state.retelling?.sceneId === event.scene?.id ? { ...changed, retelling: null } : changed;
    case 'SessionContinued':
      return { ...changed, continuedBy: event.continuedBy?.id ?? null };
    default:
      return addNotice(addRetelling(state, event), event);
  }
}

function addRetelling(state: LiveState, event: TableEvent): LiveState {
  switch (event.__typename) {
    case 'RetellingStarted':
      return {
        ...state,
        retelling: { tellingId: event.tellingId, sceneId: event.scene?.id ?? null, text: '' },
      };
    case 'RetellingDelta':
      return state.retelling?.tellingId === event.tellingId
        ? { ...state, retelling: { ...state.retelling, text: state.retelling.text + event.text } }
        : state;
    case 'RetellingWithdrawn':
      return { ...state, retelling: null };
    default:
      return state;
  }
}

function addNotice(state: LiveState, event: TableEvent): LiveState {
  const add = (kind: Notice['kind'], key: string, text: string): LiveState => ({
    ...state,
    notices: [...state.notices, { key, kind, text }],
  });
  switch (event.__typename) {
    case 'PersonaNotified':
      return add('private', event.cursor, event.text);
    case 'DeadlineWarned':
      return add('deadline', event.cursor, event.description);
    case 'CommandReported':
      return add('report', event.cursor, event.text);
    default:
      return state;
  }
}

function startTurn(turnId: string, attempt: number): LiveTurn {
  return { turnId, attempt, step: null, text: '', dice: [], choices: null };
}

/** Changes the running turn. Events of another attempt begin it anew: what the old one told is discarded. */
function changeTurn(
  state: LiveState,
  { turnId, attempt }: { readonly turnId: string | null; readonly attempt: number },
  change: (turn: LiveTurn) => LiveTurn,
): LiveState {
  const isSame = state.turn !== null && state.turn.turnId === turnId && state.turn.attempt === attempt;
  const turn = isSame && state.turn !== null ? state.turn : startTurn(turnId ?? '', attempt);
  return { ...state, problem: null, turn: change(turn) };
}

/** Forgets a turn whose scene the story shows now. */
export function settleTurn(state: LiveState, turnIds: ReadonlySet<string>): LiveState {
  const isSettled = state.turn !== null && turnIds.has(state.turn.turnId);
  return isSettled ? { ...state, turn: null } : state;
}
