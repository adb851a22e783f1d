import type { TurnInput, TurnRecord } from './turns.ts';

/** Who sends an action, as far as a turn that waits is concerned. */
export type ActionSender = {
  /** The personas that are theirs to play; null among them stands for the first there is. */
  readonly plays: readonly (string | null)[];
  /** Whether they lead the game. */
  readonly isMaster: boolean;
};

type Begun = Pick<TurnRecord, 'input' | 'status'>;

/** Whether a turn commands the world. */
export function isWorldCommand({ input }: Pick<Begun, 'input'>): boolean {
  return input.kind === 'story' && input.mode === 'GOD';
}

/** For whom an input speaks; null for the first persona there is. */
export function getPersonaId(input: TurnInput): string | null {
  return 'personaId' in input ? input.personaId : null;
}

/** Whether they may give a turn the answer or the dice it waits for: whoever plays its persona, and for everybody the game master. */
export function canAnswerTurn({ plays, isMaster }: ActionSender, { input }: Pick<Begun, 'input'>): boolean {
  return isMaster || plays.includes(getPersonaId(input));
}

/** Whether an action of theirs ends the question a turn has asked. A game master directs over it, and otherwise waits like everybody. */
export function canDropQuestion(
  { plays, isMaster }: ActionSender,
  asked: Pick<Begun, 'input'>,
  action: TurnInput,
): boolean {
  return plays.includes(getPersonaId(asked.input)) || (isMaster && action.kind === 'instruction');
}

/**
 * Whether a turn is theirs to call off. What nobody does in particular is stopped by anybody who plays, until it waits for somebody;
 * a command is the game master's, whoever it was given through.
 */
export function canCancelTurn({ plays, isMaster }: ActionSender, { input, status }: Begun): boolean {
  if (isMaster) return true;
  if (isWorldCommand({ input })) return false;
  if (input.kind === 'continuation' && status === 'running') return plays.length > 0;
  const isPlayers = 'personaId' in input || input.kind === 'continuation';
  return isPlayers && plays.includes(getPersonaId(input));
}
