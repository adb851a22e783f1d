import { createHmac } from 'node:crypto';

/** Source of fair integers, fully determined by a key and a label: the same on every machine. */
export type KeyedRandom = {
  /** Returns a whole number from 0 to `bound - 1`, each equally likely. */
  below(bound: number): number;
};

/**
 * Creates a generator from HMAC-SHA256 in counter mode. Block i is HMAC(key, `${label}:${i}`), read as 32-bit words.
 * Rejection sampling discards words that would favour small results, so every result is exactly equally likely.
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
 * Returns the seed for one attempt at the same question. The first attempt has the seed itself, so a turn that is not
 * repeated keeps its seed. Every further attempt has another seed, so that it does not repeat the reply that failed.
 */
export function deriveAttemptSeed(seed: string, attempt: number): string {
  return attempt <= 1 ? seed : `${seed}:attempt-${attempt}`;
}
