import type { ContextPacket } from '#engine/contracts/context-packet.ts';

/** Describes where and when a scene plays and who is there, in lines, for the small steps. */
export function describeScene({ scene, cast, personas, facts, entities }: ContextPacket): string {
  const people = [
    ...personas.map(({ id, name }) => `${name} (${id}), a player's character`),
    ...cast.map(
      ({ id, name, role, condition }) =>
        `${name} (${id}), ${role}${condition === '' ? '' : `; ${condition}`}`,
    ),
  ];
  const lines = [
    `${scene.date}, ${scene.timeOfDay}.`,
    scene.place === null ? '' : `${scene.place.name}. ${scene.place.description}`,
    people.length === 0 ? '' : `Present: ${people.join('; ')}.`,
    entities.length === 0 ? '' : `Here: ${entities.map(({ name }) => name).join(', ')}.`,
    ...scene.constraints,
    ...facts.slice(-MOST_FACTS).map(({ text }) => text),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The latest facts say most about the present moment. */
const MOST_FACTS = 12;
