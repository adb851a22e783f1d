import { createHmac } from 'node:crypto';
import { isRejection } from '#engine/kit/rejection.ts';
import { roll } from '#engine/rules/dice.ts';

const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const EXPRESSIONS = ['1d20+5', '1d20+5 adv', '2d6+1', '4d6kh3', '8d6', '1d100', '3d6!', '4dF'];
const ROUNDS = 7;
const ROLLS = 20_000;

/** Rolls per second of common dice, beside one bare HMAC block per roll, which no honest roll can do without. */
export async function run(): Promise<void> {
  const bare = () => best((ordinal) => createHmac('sha256', SEED).update(`dice:1:${ordinal}:0`).digest()[0]);
  bare();
  const baseline = bare();
  console.log(`dice: one bare HMAC block      ${perSecond(baseline)} per second   1.00x`);
  for (const expression of EXPRESSIONS) {
    const cost = best((ordinal) => {
      const made = roll(expression, { seed: SEED, sceneIndex: 1, ordinal, purpose: 'Check' });
      if (isRejection(made)) throw new Error(made.reason);
      return made.total;
    });
    const ratio = (baseline / cost).toFixed(2);
    console.log(`dice: ${expression.padEnd(24)} ${perSecond(cost)} per second   ${ratio}x of the bare HMAC`);
  }
}

/** Seconds for one call, from the fastest of several rounds; the sum keeps the work from being optimised away. */
function best(work: (ordinal: number) => number | undefined): number {
  let fastest = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (let ordinal = 0; ordinal < ROLLS; ordinal += 1) sum += work(ordinal % 10_000) ?? 0;
    fastest = Math.min(fastest, performance.now() - started);
  }
  if (!Number.isFinite(sum)) throw new Error('the benchmark did no work');
  return fastest / ROLLS / 1000;
}

function perSecond(cost: number): string {
  return Math.round(1 / cost)
    .toLocaleString('en')
    .padStart(12);
}
