import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { CharacterRecord } from '#retrieval/search-characters.ts';
import type { TurnContext } from '../context.ts';

/** Somebody on record, with what is told of them when they come up. */
export type KnownCharacter = CharacterRecord & { readonly text: string };

/** Everybody the persona knows of, as the record search looks at them. */
export function knownCharacters({ snapshot, view }: TurnContext): readonly KnownCharacter[] {
  return Object.values(view.entities).flatMap((seen) => {
    const character = snapshot.entities[seen.id];
    if (seen.kind !== 'character' || character?.kind !== 'character') return [];
    const place = character.placeId === null ? undefined : view.entities[character.placeId];
    const title = seen.title ?? seen.role;
    return {
      id: seen.id,
      otherIds: character.packEntityId === undefined ? [] : [character.packEntityId],
      name: seen.name,
      title,
      task: null,
      categories: character.tags,
      location: place === undefined ? null : { id: place.id, name: place.name },
      status: [character.status],
      text: [`${seen.name}, ${title}.`, seen.description, place === undefined ? '' : `At ${place.name}.`]
        .filter((part) => part !== '')
        .join(' '),
    };
  });
}

/** An event as it is told: when, and what happened. */
export function eventLine(event: ChronicleEntry, { playbook }: Pick<TurnContext, 'playbook'>): string {
  return `${playbook.calendar.format(event.time, 'long')}: ${event.summary}`;
}
