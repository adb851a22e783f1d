import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { say, sentencesOf } from '../grammar.ts';
import { HONESTY, PRESENCES } from '../phrases.ts';
import { awake } from '../speech/person-addressed.ts';
import { capital } from '../speech/short-name.ts';
import { closing } from './closing.ts';

/** The author's directions for the first scene are meant for a game master; only the prologue may be read out. */
export function opening(input: NarrateInput, prologue: string | null, random: KeyedRandom): string[] {
  const { scene, cast } = input.packet;
  // Whoever the prologue has brought in already needs no introduction.
  const said = prologue ?? '';
  const isNew = (name: string) => !name.split(/\s+/).some((word) => word.length > 3 && said.includes(word));
  const someone = awake(cast)
    .filter(({ name }) => isNew(name))
    .toSorted((one, other) => one.tier - other.tier)[0];
  return [
    said.trim(),
    sentencesOf(scene.place?.description ?? '')
      .slice(0, 2)
      .join(' '),
    someone === undefined
      ? ''
      : capital(say(random, PRESENCES, { name: someone.name, role: roleOf(someone.role) })),
    closing(input, random, said),
    HONESTY,
  ];
}

function roleOf(role: string): string {
  return role === '' ? 'a stranger so far' : role.replace(/[.;]+$/, '');
}
