import type { ContextPacket, GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import { tagged } from '../neutralise.ts';
import { ended, section, stretches } from './write-lines.ts';
import { findName } from './write-people.ts';

/** Writes the secrets within reach of this scene, each with the condition under which it comes to light. */
export function writeSecrets(secrets: GameMasterSecrets, packet: ContextPacket): string {
  const facts = secrets.facts.map(({ text, triggers }) => {
    const by = triggers.length === 0 ? '' : `Comes to light when somebody does this: ${triggers.join('; ')}.`;
    return stretches([ended(text), by], ' ');
  });
  const byPerson = (lines: GameMasterSecrets['withholds']) =>
    lines.map(({ characterId, text }) => `${findName(packet, characterId)}: ${text}`);
  return stretches([
    section('Not found out yet', facts),
    section('Kept back', byPerson(secrets.withholds)),
    section('Works at unseen', byPerson(secrets.agendas ?? [])),
    section('To keep in mind', secrets.notes),
  ]);
}

/** Writes the author's notes on the whole story, which do not change between turns. */
export function writeBackground({ background = [] }: GameMasterSecrets): string {
  const text = section('The author’s notes; players learn of them only when they come to light', background);
  return text === '' ? '' : tagged('game_master_background', text);
}
