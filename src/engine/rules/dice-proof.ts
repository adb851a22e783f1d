import { createHash } from 'node:crypto';
import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { seededFaces } from './dice/face-sources.ts';
import { makeRoll, requestedDice } from './dice/make-roll.ts';
import { missingOrdinals, type OrdinalGap } from './dice/missing-ordinals.ts';
import { throwDice } from './dice/throw-dice.ts';
import type { Roll } from './roll.ts';

const SEED_BYTES = 32;

/** A seed nobody can guess: 64 hexadecimal characters made from the random bytes handed in. */
export function newSeed(randomBytes: (size: number) => Uint8Array): string {
  const bytes = randomBytes(SEED_BYTES);
  if (bytes.length !== SEED_BYTES) {
    throw new RangeError(`a seed needs ${SEED_BYTES} random bytes, not ${bytes.length}`);
  }
  return Buffer.from(bytes).toString('hex');
}

/** What a session publishes when it starts: SHA-256 of the seed's characters, in hexadecimal. */
export function commitToSeed(seed: string): string {
  return createHash('sha256').update(seed).digest('hex');
}

export type RollVerification = {
  readonly position: Roll['position'];
  readonly verdict: 'VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';
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

/**
 * Recomputes every roll of the engine from the revealed seed. Anyone can: it needs nothing but its arguments. What
 * a ruleset's bands call a total is not dice and is taken as recorded.
 */
export function verifyRolls(seed: string, commitment: string, rolls: readonly Roll[]): RollsReport {
  const commitmentHolds = commitToSeed(seed) === commitment.toLowerCase();
  const seen = new Set<string>();
  const verifications = rolls.map((roll): RollVerification => {
    const key = `${roll.position.sceneIndex}:${roll.position.ordinal}`;
    const repeated = seen.has(key);
    seen.add(key);
    return { position: roll.position, ...verdictOn(roll, seed, commitmentHolds, repeated) };
  });
  return { commitmentHolds, rolls: verifications, missing: missingOrdinals(rolls) };
}

type Verdict = Omit<RollVerification, 'position'>;

function verdictOn(roll: Roll, seed: string, commitmentHolds: boolean, repeated: boolean): Verdict {
  if (repeated) return mismatch('another roll before it already used this scene and ordinal');
  if (roll.source === 'PLAYER')
    return { verdict: 'UNVERIFIABLE', reason: 'the player rolled dice of their own' };
  if (!commitmentHolds) return mismatch('the seed is not the one committed to');
  const expected = recompute(roll, seed);
  if (expected === null) return mismatch(`${roll.expression} cannot be rolled`);
  if (canonicalJson(expected) === canonicalJson(roll)) return { verdict: 'VERIFIED' };
  return mismatch(`the seed gives "${expected.line}"`);
}

function mismatch(reason: string): Verdict {
  return { verdict: 'MISMATCH', reason };
}

// The modifier is part of the recorded expression, so the request adds none.
function recompute(roll: Roll, seed: string): Roll | null {
  const { sceneIndex, ordinal } = roll.position;
  const request = { ...roll, sceneIndex, ordinal, modifier: 0 };
  const dice = requestedDice(roll.expression, request);
  if ('rejected' in dice) return null;
  const thrown = throwDice(dice, seededFaces(seed, sceneIndex, ordinal));
  return thrown === null ? null : makeRoll(dice, thrown, 'ENGINE', request);
}
