import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';

/** Somebody who answers, what they answer from, and what was told before: nobody says the same twice. */
export type Answering = {
  readonly person: CastMember;
  readonly input: NarrateInput;
  readonly random: KeyedRandom;
  readonly told: string;
};
