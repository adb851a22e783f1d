import type { NarrateInput } from '../narrate-input.ts';

type Seen = Pick<NarrateInput, 'packet' | 'personaId' | 'blocked'>;
export type Down = 'dead' | 'unconscious';

const BLOCKED = /^.+ is (?<how>dead|unconscious)\.$/;

/** How the acting persona lies there, as the sheet or the rules have it; null while it can act. */
export function personaDown({ packet, personaId, blocked }: Seen): Down | null {
  const persona = packet.personas.find(({ id }) => id === personaId);
  const isSo = (how: Down) =>
    persona?.sheet.includes(`status: ${how}`) === true ||
    blocked.some(
      ({ reason }) => reason.startsWith(persona?.name ?? '') && BLOCKED.exec(reason)?.groups?.how === how,
    );
  if (isSo('dead')) return 'dead';
  return isSo('unconscious') ? 'unconscious' : null;
}
