import { createHmac } from 'node:crypto';

/** A source of fair integers that is wholly decided by a key and a label: the same on every machine. */
export type KeyedRandom = {
  /** A whole number from 0 to `bound - 1`, each equally likely. */
  below(bound: number): number;
};

/**
 * HMAC-SHA256 in counter mode: block i is HMAC(key, `${label}:${i}`), read as 32-bit words. Words that would
 * favour small results are thrown away (rejection sampling), so every result is exactly equally likely.
 */
export function createKeyedRandom(key: string, label: string): KeyedRandom {
  let block = Buffer.alloc(0);
  let position = 0;
  let counter = 0;

  const nextWord = (): number => {
    if (position >= block.length) {
      block = createHmac('sha256', key).update(`${label}:${counter}`).digest();
      counter += 1;
      position = 0;
    }
    const word = block.readUInt32BE(position);
    position += 4;
    return word;
  };

  return {
    below(bound) {
      if (!Number.isSafeInteger(bound) || bound < 1 || bound > 2 ** 32) {
        throw new RangeError(`a bound is a whole number from 1 to 2^32, not ${bound}`);
      }
      const fairEnd = 2 ** 32 - (2 ** 32 % bound);
      let word = nextWord();
      while (word >= fairEnd) word = nextWord();
      return word % bound;
    },
  };
}

/**
 * Returns the seed for one attempt at the same question. The first attempt has the seed itself, so that a turn that is not repeated
 * keeps its seed; every further attempt has another, so that it does not repeat the reply that failed.
 */
export function deriveAttemptSeed(seed: string, attempt: number): string {
  return attempt <= 1 ? seed : `${seed}:attempt-${attempt}`;
}
