import type { Say } from '#engine/language/languages.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { createRollLedger, type RollLedger } from '#engine/rules/verifiable-rolls.ts';
import type { RollDice } from '#engine/srd5e/checks.ts';
import { isAway } from '#engine/srd5e/conditions.ts';
import { parseStatBlock, type Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { getDifficultyShift } from '#engine/state/state-rules.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { RollRefusedError } from '../turn-failure.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';
import { isPlayerDice, type PlayerDice, toDiceRolledEvent } from './player-rolls.ts';

type Details = NonNullable<Parameters<RollLedger['roll']>[2]>;
type SrdResolutionOptions = {
  readonly snapshot: Snapshot;
  /** The player's own dice; absent where the engine throws all of them. */
  readonly hand?: PlayerDice | null;
  readonly earlier?: readonly Roll[];
  /** Ids of combatants who have had their turn of the fight in this turn of play. */
  readonly acted?: readonly string[];
  /** Id of the place the acting player sets out for. */
  readonly movesTo?: string;
};

/** Parts of a turn the SRD rules need. */
export type SrdContext = Pick<
  TurnContext,
  'persona' | 'playbook' | 'snapshot' | 'seed' | 'sceneIndex' | 'diceIndex' | 'lease'
>;

export type Fighter = { readonly character: Character; readonly block: Srd5eStatBlock };

/**
 * State of the rules while they resolve one turn: the world so far, every die in the order it fell, and what to tell of it.
 * Dice of checks and dice of operations share one sequence of ordinals.
 */
export class SrdResolution {
  readonly #draft: SrdContext;
  readonly #tools: Pick<TurnTools, 'events' | 'recorder'>;
  readonly #hand: PlayerDice | null;
  /** Rolls of the same turn before this one began; they keep their ordinals. */
  readonly #earlier: readonly Roll[];
  #snapshot: Snapshot;
  #rolls: readonly Roll[] = [];
  readonly #effects: Effect[] = [];
  readonly #told: string[] = [];
  /** Results of the acting persona's attempts, in order. */
  readonly judged: boolean[] = [];
  /** Characters hurt or saved from death by the engine, so that the same blow does not count twice. */
  readonly settled = { harmed: new Set<string>(), deathSaves: new Set<string>() };
  /** Combatants that have had their turn of the fight in this turn of play. */
  readonly acted = new Set<string>();
  /** Combatants who have decided not to strike in this turn of play: their stat block does not act for them. */
  readonly waiting = new Set<string>();
  /** Combatants who have used extra damage that comes once a turn. */
  readonly extraUsed = new Set<string>();
  /** True once there was a fight in this turn, also when it is over. */
  fought = false;
  /** Id of the place the acting player sets out for; empty when there is none. */
  readonly movesTo: string;
  #refusals = 0;

  /** With a hand, the acting persona's checks, saves and attacks are thrown from it. */
  constructor(
    draft: SrdContext,
    tools: Pick<TurnTools, 'events' | 'recorder'>,
    options: SrdResolutionOptions,
  ) {
    this.#draft = draft;
    this.#tools = tools;
    this.#hand = options.hand ?? null;
    this.movesTo = options.movesTo ?? '';
    this.#earlier = options.earlier ?? [];
    this.#snapshot = options.snapshot;
    this.fought = options.snapshot.combat !== null;
    for (const id of options.acted ?? []) this.acted.add(id);
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get rolls(): readonly Roll[] {
    return this.#rolls;
  }

  get effects(): readonly Effect[] {
    return this.#effects;
  }

  /** Results as sentences a player may read, oldest first. */
  get told(): readonly string[] {
    return this.#told;
  }

  get playbook(): SrdContext['playbook'] {
    return this.#draft.playbook;
  }

  /** Returns the engine's own sentences, in the language of the player. */
  get say(): Say {
    return chooseSentences(this.#draft);
  }

  tell(sentence: string): void {
    this.#told.push(sentence);
  }

  judge(characterId: string, isReached: boolean): void {
    if (characterId === this.#draft.persona.id) this.judged.push(isReached);
  }

  /** Returns a character with its stat block; null for a character without one. */
  fighter(id: string): Fighter | null {
    // Ids of requests are unchecked text: an unknown id finds nothing.
    const character = this.#snapshot.entities[id as keyof Snapshot['entities']];
    if (character?.kind !== 'character') return null;
    const { success, data } = parseStatBlock(character.stats);
    return success ? { character, block: data } : null;
  }

  /** Throws the next dice of the turn. */
  roll(expression: string, purpose: string, details: Details): Roll {
    const ledger = createRollLedger(this.#draft.seed, this.#draft, [...this.#earlier, ...this.#rolls]);
    const faces = this.#facesOf(expression, purpose, details);
    const roll =
      faces === null
        ? ledger.roll(expression, purpose, details)
        : ledger.rollByPlayer(expression, faces, purpose, { ...details, playerDice: 'asked' });
    if (isRejection(roll)) {
      throw faces === null
        ? new Error(`the rules' own dice cannot be rolled: ${roll.reason}`)
        : new RollRefusedError(roll.reason);
    }
    this.#keep(roll);
    return roll;
  }

  #facesOf(expression: string, purpose: string, details: Details): readonly number[] | null {
    const isOwn = details.characterId === this.#draft.persona.id;
    if (this.#hand === null || !isOwn || !isPlayerDice(expression)) return null;
    return this.#hand.take({ ...details, expression, purpose }).faces;
  }

  /** Returns the faces of a save that an operation asks of the player; the engine throws all other dice of operations. */
  #savedBy(expression: string, purpose: string, details: Details): readonly number[] | null {
    if (!/\bsaving throw$/i.test(purpose)) return null;
    const faces = this.#facesOf(expression, purpose, details);
    if (faces === null) return null;
    // An operation whose dice are refused would only be left out: here it is the player who is told.
    const asked = { ...details, playerDice: 'asked' } as const;
    const ledger = createRollLedger(this.#draft.seed, this.#draft);
    const roll = ledger.rollByPlayer(expression, faces, purpose, asked);
    if (isRejection(roll)) throw new RollRefusedError(roll.reason);
    return faces;
  }

  /** Returns a function by which the rules roll for a character. */
  diceOf(characterId: string): RollDice {
    return (expression, purpose, facts) => this.roll(expression, purpose, { ...facts, characterId });
  }

  /** Returns what the table's difficulty adds to attacks and saves of a character, and takes off what its checks must reach. */
  difficultyShift(characterId: string): number {
    return getDifficultyShift(this.#snapshot, this.playbook.rules, characterId);
  }

  /** Changes the world as the rules ask for. */
  apply(proposals: readonly object[]): void {
    if (proposals.length === 0) return;
    const applied = applyOperations(this.#snapshot, proposals, {
      ...createEngineApplyContext(this.#draft),
      dice: {
        ...createDicePosition(this.#draft, this.#earlier.length + this.#rolls.length),
        given: (expression, purpose, details) => this.#savedBy(expression, purpose, details),
      },
    });
    this.#snapshot = applied.snapshot;
    this.fought ||= applied.snapshot.combat !== null;
    for (const effect of applied.effects) {
      if (effect.type === 'rolled') this.#keep(effect.roll);
      else this.#effects.push(effect);
      if (effect.type === 'notice' && effect.audience === 'player') this.tell(effect.text);
    }
    const { effects, rejected } = applied;
    this.#refusals += rejected.length;
    this.#tools.recorder.operations({ asker: 'engine', proposals, effects, rejected });
  }

  /** Makes changes that belong together. When one of them is refused, none stands; dice that fell stay fallen. */
  together(change: () => void): boolean {
    const [snapshot, refusals] = [this.#snapshot, this.#refusals];
    const [effects, told] = [this.#effects.length, this.#told.length];
    change();
    if (this.#refusals === refusals) return true;
    this.#snapshot = snapshot;
    this.#effects.length = effects;
    this.#told.length = told;
    return false;
  }

  #keep(roll: Roll): void {
    this.#rolls = [...this.#rolls, roll];
    this.#tools.recorder.roll(roll);
    this.#tools.events.emit(toDiceRolledEvent(this.#draft, roll));
  }
}

/** Tells whether a character is up, in reach and able to go on. */
export function isAbleToFight(bout: SrdResolution, id: string): boolean {
  const fighter = bout.fighter(id);
  if (fighter !== null) return fighter.block.status === 'conscious' && !isAway(fighter.block);
  const entity = bout.snapshot.entities[id as keyof Snapshot['entities']];
  return entity?.kind === 'character' && entity.status === 'conscious';
}

/** Returns the side a combatant is on; undefined outside the fight. */
export function findSide({ combat }: Snapshot, id: string): string | undefined {
  return combat?.combatants.find((fighter) => fighter.id === id)?.side;
}

/** Tells whether two combatants are on different sides. Neutral ones are no foes of anyone. */
export function areFoes(snapshot: Snapshot, one: string, other: string): boolean {
  const [side, against] = [findSide(snapshot, one), findSide(snapshot, other)];
  if (side === undefined || against === undefined || side === 'neutral' || against === 'neutral')
    return false;
  return side !== against;
}

/** Tells whether two characters stand together: on one side of a fight, or both of the party. */
export function isSameSide(snapshot: Snapshot, one: string, other: string): boolean {
  if (one === other) return true;
  const side = findSide(snapshot, one);
  if (side !== undefined) return side === findSide(snapshot, other);
  const isOfParty = (id: string) => {
    const character = snapshot.entities[id as keyof Snapshot['entities']];
    const isPersona = snapshot.personas.some((persona) => persona === id);
    return isPersona || (character?.kind === 'character' && character.side === 'party');
  };
  return isOfParty(one) && isOfParty(other);
}

/** Lists the foes of a combatant who still stand, in the order of initiative. */
export function listFoes(bout: SrdResolution, id: string): readonly string[] {
  return (bout.snapshot.combat?.combatants ?? [])
    .filter((other) => !other.out && areFoes(bout.snapshot, id, other.id) && isAbleToFight(bout, other.id))
    .map((other) => other.id);
}

/** Lists the others of a combatant's side who still stand, in the order of initiative. */
export function listAllies(bout: SrdResolution, id: string): readonly string[] {
  const own = findSide(bout.snapshot, id);
  return (bout.snapshot.combat?.combatants ?? [])
    .filter((other) => !other.out && other.side === own && other.id !== id && isAbleToFight(bout, other.id))
    .map((other) => other.id);
}

/** Tells whether another of the combatant's side who can act is in the fight: close enough to threaten the target. */
export function hasAllyAtTarget(bout: SrdResolution, id: string, targetId: string): boolean {
  return listAllies(bout, id).some((other) => other !== targetId);
}
