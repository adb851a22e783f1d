import type { NarrateInput } from '../../narrate-input.ts';
import { placeBehind } from '../exit-taken.ts';
import { sentencesOf } from '../grammar.ts';
import type { Asked } from '../speech/question.ts';
import { capital, midSentence } from '../speech/short-name.ts';

/** What anybody can see for themselves, whoever is asked. */
export function plainAnswer(asked: Asked | null, input: NarrateInput): string | null {
  const { packet } = input;
  const { scene, cast } = packet;
  switch (asked?.kind) {
    case 'time':
      return `It is ${scene.date.replace(/:\d\d(?= \(|$)/, '')}.`;
    case 'place': {
      if (scene.place === null) return null;
      return `This is ${midSentence(scene.place.name)}. ${scene.place.description}`.trim();
    }
    case 'company':
      return cast.length === 0
        ? null
        : capital(
            `${cast.map(({ name, role }) => (role === '' ? name : `${name}, ${role.replace(/[.;]+$/, '')}`)).join('; ')}. Nobody else.`,
          );
    case 'oneself':
      return whoOneIs(input);
    case 'belongings':
      return carried(input);
    case 'ways':
      return waysOn(packet);
    default:
      return null;
  }
}

function whoOneIs({ packet, personaId }: NarrateInput): string | null {
  const persona = packet.personas.find(({ id }) => id === personaId);
  if (persona === undefined) return null;
  const [first = ''] = sentencesOf(persona.profile);
  return first.includes(persona.name) ? first : `${persona.name}. ${first}`.trim();
}

export function carried({ packet: { inventory } }: NarrateInput): string {
  if (inventory.length === 0) return 'There is nothing in it that was not worn coming in.';
  const names = inventory.map(({ name, quantity }) =>
    quantity > 1 ? `${midSentence(name)} (${quantity})` : midSentence(name),
  );
  return `What there is: ${names.join(', ')}.`;
}

/** Where one can go from here. */
export function waysOn({ scene }: NarrateInput['packet']): string | null {
  const open = [
    ...new Set(
      scene.exits.filter(({ blocked }) => blocked === null).map((exit) => midSentence(placeBehind(exit))),
    ),
  ];
  if (open.length === 0) return null;
  const last = open.at(-1) ?? '';
  if (open.length === 1) return `From here there is one way, and it leads to ${last}.`;
  return `From here the ways lead to ${open.slice(0, -1).join(', ')} and ${last}.`;
}
