import type { TurnInput, TurnRecord } from './turn.ts';

/** Sender of an action, as far as a waiting turn is concerned. */
export type ActionSender = {
  /** The personas that are theirs to play; null among them stands for the first there is. */
  readonly plays: readonly (string | null)[];
  /** True for a game master. */
  readonly isMaster: boolean;
};

type Begun = Pick<TurnRecord, 'input' | 'status'>;

/** Returns whether a turn commands the world. */
export function isWorldCommand({ input }: Pick<Begun, 'input'>): boolean {
  return input.kind === 'story' && input.mode === 'GOD';
}

/** Returns the persona an input speaks for; null for the first persona. */
export function getPersonaId(input: TurnInput): string | null {
  return 'personaId' in input ? input.personaId : null;
}

/**
 * Returns whether the sender may give a turn the answer or the dice it waits for. Players may for their own personas,
 * game masters for all.
 */
export function canAnswerTurn({ plays, isMaster }: ActionSender, { input }: Pick<Begun, 'input'>): boolean {
  return isMaster || plays.includes(getPersonaId(input));
}

/**
 * Returns whether an action of the sender drops the question a turn has asked. A game master drops it with an
 * instruction, and otherwise waits like every player.
 */
export function canDropQuestion(
  { plays, isMaster }: ActionSender,
  asked: Pick<Begun, 'input'>,
  action: TurnInput,
): boolean {
  return plays.includes(getPersonaId(asked.input)) || (isMaster && action.kind === 'instruction');
}

/**
 * Returns whether the sender may cancel a turn. Any player may cancel a running continuation; once it waits, only the
 * player it waits for. Only the game master may cancel a world command, even one a player sent.
 */
export function canCancelTurn({ plays, isMaster }: ActionSender, { input, status }: Begun): boolean {
  if (isMaster) return true;
  if (isWorldCommand({ input })) return false;
  if (input.kind === 'continuation' && status === 'running') return plays.length > 0;
  const isPlayers = 'personaId' in input || input.kind === 'continuation';
  return isPlayers && plays.includes(getPersonaId(input));
}
