import type { RouteInput } from '#engine/llm/step-inputs.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { knownEvents } from '#engine/memory/known-events.ts';
import type { Store } from '#engine/store/store.ts';
import { loadedIds } from '#retrieval/change-scene-lore.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { Moment } from '../draft.ts';
import { knownCharacters } from './records.ts';

/** How many events the router's index lists. */
const INDEXED_EVENTS = 100;

/** What the router decides from: the words, where and when, who and what is on record, what is at hand already. */
export async function routeInput(
  moment: Moment,
  held: SceneLore,
  { chronicle }: Pick<Store, 'chronicle'>,
): Promise<RouteInput> {
  const { view, playbook, persona, said, words, lineage } = moment;
  const rows = await chronicle.last(lineage, INDEXED_EVENTS);
  const events = knownEvents(
    rows.map((row) => ChronicleEntry.parse(row)),
    moment,
  );
  const characters = knownCharacters(moment);
  const place = view.scene.placeId === null ? undefined : view.entities[view.scene.placeId];
  return {
    playerText: words,
    persona: { id: persona.id, name: persona.name },
    date: playbook.calendar.format(view.time, 'long'),
    place: place?.name ?? '',
    loaded: Object.values(loadedIds(held)).flat(),
    characters: characters.map(({ id, name, title, location, status }) => ({
      id,
      name,
      title: title ?? '',
      location: location?.name ?? '',
      status: status.join(', '),
    })),
    events: events.map(({ id, time, type, summary, characterIds }) => {
      return {
        id,
        date: playbook.calendar.format(time, 'date'),
        type,
        summary,
        characters: [...characterIds],
      };
    }),
    eventTypes: [...playbook.eventTypes],
    characterCategories: [...new Set(characters.flatMap(({ categories }) => categories))].toSorted(),
    lastExchange: said.conversation.at(-1) ?? null,
  };
}
