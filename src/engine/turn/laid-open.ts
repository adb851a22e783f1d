import type { ItemId } from '#engine/state/ids.ts';
import type { Item } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Moment, Validated } from './draft.ts';

type Found = Pick<Moment, 'persona'> & Pick<Validated, 'discoveries'>;

/** Hidden things that lie where the scene plays and that a discovery names or is about: whoever finds them can take them up. */
export function laidOpen(snapshot: Snapshot, { discoveries, persona }: Found): readonly ItemId[] {
  const { scene, entities, facts } = snapshot;
  const told = discoveries.map(({ discoverable }) => discoverable.content.toLowerCase()).join('\n');
  const about = new Set<string>(
    discoveries.flatMap(({ discoverable: { id } }) => facts[id as keyof typeof facts]?.subjectId ?? []),
  );
  const isHiddenHere = ({ visibility, knownTo, placeId, retired }: Item) =>
    visibility === 'hidden' &&
    !retired &&
    placeId !== null &&
    placeId === scene.placeId &&
    !knownTo.includes(persona.id);
  return Object.values(entities).flatMap((thing) => {
    if (thing.kind !== 'item' || !isHiddenHere(thing)) return [];
    const name = thing.name.replace(/^(?:the|an?)\s+/i, '').toLowerCase();
    return about.has(thing.id) || told.includes(name) ? [thing.id] : [];
  });
}
