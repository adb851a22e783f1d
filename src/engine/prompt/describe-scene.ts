import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { labelled, oneLine, section, stretches } from './assembly/write-lines.ts';
import { writePlayer } from './assembly/write-people.ts';
import { writeSituation } from './assembly/write-situation.ts';
import { writeState } from './assembly/write-state.ts';

/**
 * Describes the scene as the players know it, in lines without ids: for the `scene` of small steps and asides. With `personaId` the
 * state of play and that persona's sheet follow.
 */
export function describeScene(packet: ContextPacket, personaId: string | null = null): string {
  const people = packet.cast.map(({ name, role, disposition, condition }) => {
    const remarks = stretches([disposition, condition].map(oneLine), '; ');
    return stretches([stretches([name, role], ', '), remarks], ': ');
  });
  const scene = stretches([writeSituation(packet), section('Here', people)]);
  if (personaId === null) return scene;
  return stretches(
    [
      labelled('The story so far', packet.storySoFar.at(-1)?.text ?? ''),
      scene,
      writeState(packet, personaId, { absentTies: false, said: '' }),
      section(
        'The player’s character',
        packet.personas.filter(({ id }) => id === personaId).map(({ name }) => name),
      ),
      writePlayer(packet, personaId),
    ],
    '\n\n',
  );
}
