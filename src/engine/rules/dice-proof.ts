import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { missingOrdinals, type OrdinalGap, type RollCounts } from './dice/missing-ordinals.ts';
import { type AskedRoll, retellRoll } from './dice/retell-roll.ts';
import { diceIndexOf, Roll, type SeedPosition } from './roll.ts';

export type { AskedRoll } from './dice/retell-roll.ts';

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

/**
 * VERIFIED: faces, total, line and result follow from the seed and from what was asked. FACES_VERIFIED: faces and
 * total do, but the target or the name of the result is known from this record alone. UNVERIFIABLE: the player threw,
 * and the rest follows from the faces reported. Labels (purpose, damage type, who acts) are always the record's own.
 */
export type ProofVerdict = 'VERIFIED' | 'FACES_VERIFIED' | 'MISMATCH' | 'UNVERIFIABLE';

export type RollVerification = {
  /** Null when the record does not say where in the stream it stands. */
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

/** What is known of the rolls from elsewhere than their records. */
export type KnownOfRolls = {
  /** What the rules asked for at a position. Without it the expression is taken as recorded. */
  readonly asked?: (position: SeedPosition) => AskedRoll | undefined;
  /** How many rolls scenes had: without it, dropped last rolls of a scene cannot be noticed. */
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
  known: KnownOfRolls = {},
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
  return { commitmentHolds, rolls: verifications, missing: missingOrdinals(positions, known.counts) };
}

/** The places of the stream that rolls before have taken: each place is one scene's, and each ordinal there one roll's. */
function takenPlaces(): { readonly take: (position: SeedPosition) => string | null } {
  const rolls = new Set<string>();
  const scenes = new Map<number, number>();
  return {
    take(position) {
      const { sceneIndex, ordinal } = position;
      const diceIndex = diceIndexOf(position);
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

function verdictOn(roll: Roll, seed: string, commitmentHolds: boolean, asked?: AskedRoll): Verdict {
  const byPlayer = roll.source === 'PLAYER';
  if (!byPlayer && !commitmentHolds) return mismatch('the seed is not the one committed to');
  const expected = retellRoll(roll, seed, asked);
  if ('rejected' in expected) return mismatch(`${roll.expression} cannot be rolled so: ${expected.reason}`);
  if (canonicalJson(expected) !== canonicalJson(roll)) {
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
