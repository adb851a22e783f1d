import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { personNamer } from './name-people.ts';
import type { NarrationFacts } from './narration-facts.ts';

/** Who is played, here, away or dead. Whoever came or died in this turn may have acted in it, and is neither. */
export function castOf(
  before: Snapshot,
  after: Snapshot,
  touched: ReadonlySet<string>,
): Pick<NarrationFacts, 'personas' | 'present' | 'absent' | 'dead'> {
  const here = new Set<string>([...before.scene.presentIds, ...after.scene.presentIds]);
  const named = personNamer(after.entities, [...here]);
  const characters = Object.values(after.entities).filter(isCharacter);
  const personaIds = new Set<string>(after.personas);
  const wasDead = (id: Character['id']) => {
    const earlier = before.entities[id];
    return earlier?.kind === 'character' && earlier.status === 'dead';
  };
  const others = characters.filter(({ id }) => !personaIds.has(id));
  const dead = others.filter(({ id, status }) => status === 'dead' && wasDead(id) && !touched.has(id));
  const living = others.filter(({ status }) => status !== 'dead');
  const isHere = ({ id, name }: Character) => here.has(id) || touched.has(id) || touched.has(name);
  return {
    personas: characters.filter(({ id }) => personaIds.has(id)).map(named),
    present: living.filter(isHere).map(named),
    absent: living.filter((person) => !isHere(person)).map(named),
    dead: dead.map(named),
  };
}

function isCharacter(entity: Snapshot['entities'][keyof Snapshot['entities']]): entity is Character {
  return entity.kind === 'character';
}
