import type { ReflectInput } from '../../step-inputs.ts';

/** A character's own page, taken apart again. */
export type Profile = {
  readonly head: string;
  readonly speaks: string;
  readonly nature: string;
  readonly meets: string;
  readonly wants: readonly string[];
  readonly knows: readonly string[];
  readonly keeps: readonly string[];
};

const LABELS =
  "Speaks|Nature|Meets the player's character|Wants|Works at, unseen|Never|Knows|Keeps to itself";

export function readProfile({ profile }: Pick<ReflectInput, 'profile'>): Profile {
  const part = (label: string) =>
    new RegExp(`^${label}: ([\\s\\S]*?)(?=\\n(?:${LABELS}): |$(?![\\s\\S]))`, 'm')
      .exec(profile)?.[1]
      ?.trim() ?? '';
  const list = (label: string) =>
    part(label)
      .split(/;\s+(?=["“]?\p{Lu})/u)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  return {
    head: profile.split('\n')[0] ?? '',
    speaks: part('Speaks'),
    nature: part('Nature'),
    meets: part("Meets the player's character"),
    wants: list('Wants'),
    knows: list('Knows'),
    keeps: list('Keeps to itself'),
  };
}
