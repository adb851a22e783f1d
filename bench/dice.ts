import { createHmac } from 'node:crypto';
import { rollDice } from '#engine/rules/dice.ts';
import { isRejection } from '#engine/util/rejection.ts';

const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const EXPRESSIONS = ['1d20+5', '1d20+5 adv', '2d6+1', '4d6kh3', '8d6', '1d100', '3d6!', '4dF'];
const ROUNDS = 15;
const ROLLS = 4000;

/** Rolls per second of common dice, beside one bare HMAC block per roll, which no honest roll can do without. */
export async function run(): Promise<void> {
  for (const expression of EXPRESSIONS) {
    let bare = Number.POSITIVE_INFINITY;
    let whole = Number.POSITIVE_INFINITY;
    // Turn and turn about, so that a busy machine slows both alike; the fastest round of each counts.
    for (let round = 0; round < ROUNDS; round += 1) {
      bare = Math.min(bare, secondsPerCall(oneBlock));
      whole = Math.min(
        whole,
        secondsPerCall((ordinal) => oneRoll(expression, ordinal)),
      );
    }
    const ratio = (bare / whole).toFixed(2);
    console.log(
      `dice  ${expression.padEnd(12)} ${perSecond(whole)} rolls/s   ${ratio} of a bare HMAC (${perSecond(bare)}/s)`,
    );
  }
}

function oneBlock(ordinal: number): number {
  return createHmac('sha256', SEED).update(`dice:1:${ordinal}:0`).digest().readUInt32BE(0);
}

function oneRoll(expression: string, ordinal: number): number {
  const made = rollDice(expression, { seed: SEED, sceneIndex: 1, ordinal, purpose: 'Check' });
  if (isRejection(made)) throw new Error(made.reason);
  return made.total;
}

function secondsPerCall(work: (ordinal: number) => number): number {
  let sum = 0;
  const started = performance.now();
  for (let ordinal = 0; ordinal < ROLLS; ordinal += 1) sum += work(ordinal);
  const seconds = (performance.now() - started) / 1000;
  // The sum is looked at so that the work cannot be optimised away.
  if (!Number.isFinite(sum)) throw new Error('the benchmark did no work');
  return seconds / ROLLS;
}

function perSecond(seconds: number): string {
  return Math.round(1 / seconds)
    .toLocaleString('en')
    .padStart(9);
}
