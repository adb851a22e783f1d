import type { Json } from '#engine/util/canonical-json.ts';

/** Mode of a player's text: in the story, about it, as its god, or only thinking. */
export type TurnMode = 'STORY' | 'DM' | 'GOD' | 'THINK';

/** Scene a client believes to be current when it asks to continue the story. */
export type Checkpoint = {
  readonly sceneId: string;
  readonly location: string;
  /** The ids of the missions that are under way. */
  readonly missions: readonly string[];
};

/** A roll that was asked for. */
export type RollAnswer = {
  readonly kind: 'roll';
  readonly personaId: string | null;
  /** Faces of the player's own dice, or null to let the engine roll. */
  readonly faces: readonly number[] | null;
  /** Id of the awaited roll. Default: the roll that is awaited. */
  readonly rollId?: string;
  /** Purpose of the awaited roll, kept with the answer. */
  readonly asked?: string;
};

/** Input that starts a turn. */
export type TurnInput =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'story';
      /** Null for the only persona there is. */
      readonly personaId: string | null;
      readonly text: string;
      /** The offered choice that was taken, if one was. */
      readonly choiceKey: string | null;
      /** Text of that choice as it was offered. It stays the same when other choices are offered later. */
      readonly chosen?: string;
      /** Question of a game master that the text answers, with the action it was about. */
      readonly asked?: { readonly question: string; readonly actionText: string };
      /** Wishes of the game master for the prose of this turn: style, language, length. The narrator reads them beside the agreement of the table. */
      readonly tableNotes?: string;
      readonly mode: TurnMode;
    }
  | RollAnswer
  | {
      readonly kind: 'clarification';
      readonly text: string;
      /** Id of the question. Default: the question the turn waits with. */
      readonly questionId?: string;
      /** The question, kept with the answer. */
      readonly asked?: string;
    }
  | { readonly kind: 'instruction'; readonly instructionType: string; readonly text: string }
  | { readonly kind: 'continuation'; readonly checkpoint: Checkpoint; readonly sequenceId: number }
  | { readonly kind: 'operations'; readonly asker: 'gm' | 'god'; readonly proposals: readonly Json[] };

type StoryInput = Extract<TurnInput, { readonly kind: 'story' }>;

/** Creates the input of a player's text in the story. Default: the only persona, in the player's own words. */
export function createStoryInput(
  text: string,
  more: Partial<Omit<StoryInput, 'kind' | 'text'>> = {},
): StoryInput {
  return { kind: 'story', personaId: null, text, choiceKey: null, mode: 'STORY', ...more };
}

/** Tells whether an input carries the story on. Questions out of character, commands and changes by hand do not. */
export function isStoryTurn(input: TurnInput): boolean {
  if (input.kind === 'operations') return false;
  return input.kind !== 'story' || (input.mode !== 'DM' && input.mode !== 'GOD');
}

/** Answer to a turn that waits. */
export type TurnAnswer = Extract<TurnInput, { readonly kind: 'roll' | 'clarification' }>;

export type OutcomeTableRow = {
  readonly from: number | null;
  readonly to: number | null;
  readonly outcome: string;
};

/** Number an awaited roll has to reach: a difficulty, or an armour class. */
export type AwaitedTarget = { readonly kind: 'DC' | 'AC'; readonly value: number };

/** Reason a turn waits, with the data the engine needs to resume when the answer comes. */
export type Suspension =
  | {
      readonly kind: 'clarification';
      readonly question: string;
      /** Answers the player may choose from; absent in turns of earlier versions. */
      readonly options?: readonly string[];
      readonly kept: Json;
    }
  | {
      readonly kind: 'roll';
      readonly purpose: string;
      readonly expression: string;
      /** Meaning of the numbers: the outcome table as it is shown; open ends are null. */
      readonly rows: readonly OutcomeTableRow[];
      /** Number to reach; absent when there is none, and in turns of earlier versions. */
      readonly target?: AwaitedTarget;
      readonly kept: Json;
    };

/** A suspension and the scene it happened at: what was kept is out of date when the turn goes on from another. */
export type SuspensionRecord = Suspension & { readonly sceneId: string };

/** Answer given out of character. */
export type DmAnswer = { readonly text: string; readonly choices?: Json };

export type TurnStatus =
  | 'running'
  | 'committed'
  | 'failed'
  | 'cancelled'
  | 'answered'
  | 'awaiting-clarification'
  | 'awaiting-roll';

/** Reason a turn failed; `retryable` when the client may send the same action again. */
export type TurnFailure = {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** Delay the provider asked for; absent when it named none. */
  readonly retryAfterSeconds?: number;
};

export type TurnRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  readonly status: TurnStatus;
  readonly attempt: number;
  readonly baseSceneId: string;
  readonly sceneId: string | null;
  readonly failure: TurnFailure | null;
  /**
   * Suspension the turn last waited at. It stays while the turn continues with the answer, and is gone once the turn
   * is committed.
   */
  readonly suspension: SuspensionRecord | null;
  /** Answers of the player for each suspension, oldest first. */
  readonly answers: readonly TurnAnswer[];
  /** Answer given out of character; null unless the turn is answered. */
  readonly answer: DmAnswer | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/**
 * Returns the id of what a turn waits for in one of its attempts. No two waits of a turn share an attempt. An answer
 * with this id is therefore never taken for another one, however often it is delivered.
 */
export function toWaitId({ id, attempt }: Pick<TurnRecord, 'id' | 'attempt'>): string {
  return `${id}:${attempt}`;
}

/**
 * Returns whether dice that a turn waited for have fallen. The story then waits for that turn, even if its narration
 * failed, and no other action avoids the result. Rejected faces never fell. Faces given at another scene than the
 * turn continues from do not count.
 */
export function hasBindingRoll({
  suspension,
  answers,
  baseSceneId,
  failure,
}: Pick<TurnRecord, 'suspension' | 'answers' | 'baseSceneId' | 'failure'>): boolean {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return false;
  const fallen = failure?.code === 'ROLL_REFUSED' ? answers.slice(0, -1) : answers;
  return fallen.some(({ kind }) => kind === 'roll');
}
