/**
 * Returns the seed for one attempt at the same question. The first attempt has the seed itself, so that a turn that is not repeated
 * keeps its seed; every further attempt has another, so that it does not repeat the reply that failed.
 */
export function seedForAttempt(seed: string, attempt: number): string {
  return attempt <= 1 ? seed : `${seed}:attempt-${attempt}`;
}
