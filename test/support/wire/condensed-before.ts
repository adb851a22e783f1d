import type { NarrateInput } from '#engine/contracts/narrate-input.ts';

/** The last three of the texts that are written every eight turns. */
export function condensedBefore(index: number): NarrateInput['packet']['storySoFar'] {
  const written = Math.floor(index / 8);
  return [written - 2, written - 1, written]
    .filter((number) => number > 0)
    .map((number) => {
      const text = `Abdi went down the Forty Stair for the ${number}th time and came up owing more. `.repeat(
        16,
      );
      return { upTo: number * 8, text };
    });
}
