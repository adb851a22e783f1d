import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { makeRoll, parseRequestedDice } from './dice/make-roll.ts';
import { createSeededFaces, throwDice, throwFromPlayer } from './dice/throw-dice.ts';
import { type RollRequest, rollDice, rollPlayerDice } from './dice.ts';
import { getDiceIndex, Roll, type SeedPosition } from './roll.ts';

type Details = Omit<RollRequest, keyof SeedPosition | 'purpose'>;

/** Scene of a turn, and the position of its dice in the stream if that is not the scene's own index. */
type DicePlace = Pick<SeedPosition, 'sceneIndex' | 'diceIndex'>;

/**
 * The rolls of one turn. Gives out ordinals in the order checks are made, so that no player or model can skip an
 * unwelcome throw. A refused request takes no ordinal.
 */
export type RollLedger = {
  roll(expression: string, purpose: string, details?: Details): Roll | Rejection;
  rollByPlayer(
    expression: string,
    faces: readonly number[],
    purpose: string,
    details: Details & { readonly playerDice: 'allowed' | 'forbidden' | 'asked' },
  ): Roll | Rejection;
  /** Every roll so far, oldest first. */
  rolls(): readonly Roll[];
};

/** Opens the ledger of the turn that makes this scene; `earlier` are rolls of the same turn before it paused. */
export function createRollLedger(
  seed: string,
  { sceneIndex, diceIndex = sceneIndex }: DicePlace,
  earlier: readonly Roll[] = [],
): RollLedger {
  const place = { sceneIndex, diceIndex };
  let kept: readonly Roll[] = earlier;
  const keep = (result: Roll | Rejection): Roll | Rejection => {
    if (!('rejected' in result)) kept = [...kept, result];
    return result;
  };
  return {
    roll: (expression, purpose, details) =>
      keep(rollDice(expression, { ...details, ...place, purpose, seed, ordinal: kept.length })),
    rollByPlayer: (expression, faces, purpose, details) =>
      keep(rollPlayerDice(expression, faces, { ...details, ...place, purpose, ordinal: kept.length })),
    rolls: () => kept,
  };
}

/** Checks of one scene that no record shows, first and last ordinal included. */
type OrdinalGap = { readonly sceneIndex: number; readonly from: number; readonly to: number };

/** Number of rolls in each scene, by scene index. */
type RollCounts = ReadonlyMap<number, number>;

/**
 * Ordinals count 0, 1, 2 … in every scene; a hole means that a roll was thrown away. That the last ones are gone shows
 * only where it is known how many there were.
 */
function findMissingOrdinals(
  positions: readonly SeedPosition[],
  counts: RollCounts = new Map(),
): OrdinalGap[] {
  const byScene = new Map<number, number[]>([...counts.keys()].map((sceneIndex) => [sceneIndex, []]));
  for (const { sceneIndex, ordinal } of positions) {
    const ordinals = byScene.get(sceneIndex) ?? [];
    ordinals.push(ordinal);
    byScene.set(sceneIndex, ordinals);
  }
  const scenes = [...byScene].sort(([one], [other]) => one - other);
  return scenes.flatMap(([sceneIndex, ordinals]) =>
    gapsIn(sceneIndex, ordinals, counts.get(sceneIndex) ?? 0),
  );
}

function gapsIn(sceneIndex: number, ordinals: readonly number[], count: number): OrdinalGap[] {
  const gaps: OrdinalGap[] = [];
  let expected = 0;
  for (const ordinal of ordinals.toSorted((one, other) => one - other)) {
    if (ordinal > expected) gaps.push({ sceneIndex, from: expected, to: ordinal - 1 });
    expected = Math.max(expected, ordinal + 1);
  }
  return count > expected ? [...gaps, { sceneIndex, from: expected, to: count - 1 }] : gaps;
}

/** Roll requested by the rules, known independently of the recorded roll: `selectCheckDice` returns it. */
export type RequestedRoll = Pick<RollRequest, 'modifier' | 'advantage' | 'target' | 'nameResult'> & {
  readonly expression: string;
};

/**
 * Reproduces the record as it must read. Faces come from the seed, or are the player's own. The request comes from
 * `asked`, or from the record where nothing else is known.
 */
function reproduceRoll(roll: Roll, seed: string, asked?: RequestedRoll): Roll | Rejection {
  const { purpose, damageType, characterId, position, source } = roll;
  // The modifier is part of the recorded expression, so the record adds none.
  const { expression, ...wanted } = asked ?? fromRecord(roll);
  const request = {
    ...wanted,
    ...position,
    purpose,
    ...(damageType !== undefined && { damageType }),
    ...(characterId !== undefined && { characterId }),
  };
  const dice = parseRequestedDice(expression, request);
  if ('rejected' in dice) return dice;
  const thrown =
    source === 'PLAYER'
      ? throwFromPlayer(dice, roll.faces)
      : throwDice(dice, createSeededFaces(seed, getDiceIndex(position), position.ordinal));
  if (thrown === null) return reject('no-faces', `${expression} needs more faces than the seed gives`);
  return 'rejected' in thrown ? thrown : makeRoll(dice, thrown, source, request);
}

function fromRecord({ expression, advantage, target, result }: Roll): RequestedRoll {
  return {
    expression,
    advantage,
    ...(target !== undefined && { target }),
    ...(result !== undefined && { nameResult: () => result }),
  };
}

const SEED_BYTES = 32;

/** Creates an unguessable seed: 64 hexadecimal characters made from the injected random bytes. */
export function createSeed(randomBytes: (size: number) => Uint8Array): string {
  const bytes = randomBytes(SEED_BYTES);
  if (bytes.length !== SEED_BYTES) {
    throw new RangeError(`a seed needs ${SEED_BYTES} random bytes, not ${bytes.length}`);
  }
  return Buffer.from(bytes).toString('hex');
}

/** Computes the commitment a session publishes when it starts: SHA-256 of the seed's characters, in hexadecimal. */
export function commitToSeed(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

/** Draws a seed and its commitment. */
export function drawSeed(randomBytes: (size: number) => Uint8Array): {
  readonly seed: string;
  readonly seedCommitment: string;
} {
  const seed = createSeed(randomBytes);
  return { seed, seedCommitment: commitToSeed(seed) };
}

/**
 * VERIFIED: faces, total, line and result follow from the seed and the request. FACES_VERIFIED: faces and total do,
 * but the target or the name of the result is known from this record alone. UNVERIFIABLE: the player threw, and the
 * rest follows from the faces reported. Labels (purpose, damage type, actor) are always the record's own.
 */
type ProofVerdict = 'VERIFIED' | 'FACES_VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';

export type RollVerification = {
  /** Null when the record has no position in the stream. */
  readonly position: SeedPosition | null;
  readonly verdict: ProofVerdict;
  /** Why, unless the roll is verified. */
  readonly reason?: string;
};

export type RollsReport = {
  /** False when the seed revealed is not the one committed to: then no roll of the engine is verified. */
  readonly commitmentHolds: boolean;
  /** One verdict for each roll, in the order given. */
  readonly rolls: readonly RollVerification[];
  /** Checks that must have been made and are not among the rolls: a fair record of a whole line has none. */
  readonly missing: readonly OrdinalGap[];
};

/** Facts about the rolls that are known independently of their records. */
type RollExpectations = {
  /** Returns the roll the rules requested at a position. Without it the expression is taken as recorded. */
  readonly asked?: (position: SeedPosition) => RequestedRoll | undefined;
  /** Number of rolls in each scene. Without it, dropped last rolls of a scene cannot be noticed. */
  readonly counts?: RollCounts;
};

/**
 * Recomputes every roll from the revealed seed. Anyone can: it needs nothing but its arguments. Records come from
 * anywhere; one that is no roll is a mismatch like any other.
 */
export function verifyRolls(
  seed: string,
  commitment: string,
  rolls: readonly unknown[],
  known: RollExpectations = {},
): RollsReport {
  const commitmentHolds = seed !== '' && commitToSeed(seed) === commitment.toLowerCase();
  const stream = takenPlaces();
  const positions: SeedPosition[] = [];
  const verifications = rolls.map((record): RollVerification => {
    const { success, data: roll, error } = Roll.safeParse(record);
    if (!success) return { position: null, ...mismatch(`this is no roll: ${firstFault(error)}`) };
    const { position } = roll;
    const misplaced = stream.take(position);
    positions.push(position);
    if (misplaced !== null) return { position, ...mismatch(misplaced) };
    const surplus = surplusIn(position, known.counts);
    return { position, ...(surplus ?? verdictOn(roll, seed, commitmentHolds, known.asked?.(position))) };
  });
  return { commitmentHolds, rolls: verifications, missing: findMissingOrdinals(positions, known.counts) };
}

/**
 * Tracks the places of the stream taken by earlier rolls. Each place belongs to one scene, and each ordinal there to
 * one roll.
 */
function takenPlaces(): { readonly take: (position: SeedPosition) => string | null } {
  const rolls = new Set<string>();
  const scenes = new Map<number, number>();
  return {
    take(position) {
      const { sceneIndex, ordinal } = position;
      const diceIndex = getDiceIndex(position);
      const roll = `${diceIndex}:${ordinal}`;
      const owner = scenes.get(diceIndex) ?? sceneIndex;
      const isRepeated = rolls.has(roll);
      rolls.add(roll);
      scenes.set(diceIndex, owner);
      if (diceIndex > sceneIndex) return `scene ${sceneIndex} cannot have come to dice ${diceIndex}`;
      if (isRepeated) return 'another roll before it already used this scene and ordinal';
      return owner === sceneIndex ? null : `the dice ${diceIndex} fell in scene ${owner}`;
    },
  };
}

type Verdict = Omit<RollVerification, 'position'>;

function surplusIn({ sceneIndex, ordinal }: SeedPosition, counts: RollCounts | undefined): Verdict | null {
  const count = counts?.get(sceneIndex);
  if (count === undefined || ordinal < count) return null;
  return mismatch(`scene ${sceneIndex} had ${count} rolls, so there is no ordinal ${ordinal}`);
}

function verdictOn(roll: Roll, seed: string, commitmentHolds: boolean, asked?: RequestedRoll): Verdict {
  const byPlayer = roll.source === 'PLAYER';
  if (!byPlayer && !commitmentHolds) return mismatch('the seed is not the one committed to');
  const expected = reproduceRoll(roll, seed, asked);
  if ('rejected' in expected) return mismatch(`${roll.expression} cannot be rolled so: ${expected.reason}`);
  if (toCanonicalJson(expected) !== toCanonicalJson(roll)) {
    return mismatch(`${byPlayer ? 'these faces give' : 'the seed gives'} "${expected.line}"`);
  }
  if (byPlayer) return { verdict: 'UNVERIFIABLE', reason: 'the player rolled dice of their own' };
  const trusted = asked === undefined ? onlyRecorded(roll) : null;
  if (trusted === null) return { verdict: 'VERIFIED' };
  return {
    verdict: 'FACES_VERIFIED',
    reason: `faces and total are the seed's; only this record says ${trusted}`,
  };
}

function onlyRecorded({ target, result }: Roll): string | null {
  if (target !== undefined) return `that the target was ${target.kind} ${target.value}`;
  return result === undefined ? null : `that the total means "${result}"`;
}

function mismatch(reason: string): Verdict {
  return { verdict: 'MISMATCH', reason };
}

function firstFault({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'unreadable' : `${issue.path.join('.') || 'the record'}: ${issue.message}`;
}
