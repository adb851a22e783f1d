import type { Around } from '#retrieval/discovered-by.ts';
import type { Moment } from '../draft.ts';

/** Who is here to be asked, and which people and places are out of reach; titles count as names. */
export function aroundOf({ snapshot, view, persona }: Pick<Moment, 'snapshot' | 'view' | 'persona'>): Around {
  const perceived = new Set<string>(view.scene.presentIds);
  const here = new Set<string | null>([...snapshot.scene.presentIds, snapshot.scene.placeId]);
  const entities = Object.values(snapshot.entities);
  const people = entities
    .filter((entity) => entity.kind === 'character')
    .filter(({ id }) => id !== persona.id);
  const away = entities.filter(({ id, kind }) => kind === 'location' && !here.has(id));
  const titled = people.map((one) => ({ ...one, name: `${one.name} ${one.title ?? ''}` }));
  return {
    present: titled.filter(({ id, status }) => perceived.has(id) && status === 'conscious'),
    elsewhere: [...titled.filter(({ id }) => !here.has(id)), ...away],
  };
}
