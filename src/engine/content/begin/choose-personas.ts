import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import type { Content } from '../library/content.ts';

/** The personas players take: those asked for, or the first one the entry point offers. */
export function choosePersonas(
  { name, packId, data }: Content<'entry_point'>,
  asked: readonly string[] | undefined,
): readonly string[] | Rejection {
  const offered = data.cast.filter(({ role }) => role === 'persona').map(({ character }) => character);
  const [first] = offered;
  if (first === undefined) return reject('no-persona', `Nobody in ${name} can be played.`);
  if (asked === undefined || asked.length === 0) return [first];

  const chosen = asked.map((id) => (id.includes(':') ? id : `${packId}:${id}`));
  const stranger = chosen.find((id) => !offered.includes(id));
  if (stranger !== undefined) {
    const near = suggestName(stranger, offered);
    const sentence = `${stranger} cannot be played in ${name}; there are ${offered.join(', ')}.${near}`;
    return reject('not-a-persona', sentence, ['personaIds']);
  }
  if (new Set(chosen).size !== chosen.length) {
    return reject('same-persona-twice', 'Every player takes a persona of their own.', ['personaIds']);
  }
  if (chosen.length <= data.max_personas) return chosen;
  return reject(
    'too-many-personas',
    `${name} is for at most ${data.max_personas} personas, not ${chosen.length}.`,
    ['personaIds'],
  );
}
