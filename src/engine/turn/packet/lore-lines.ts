import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';

/**
 * The open part of the working set, in the order in which it grew: what it was made of at the boundary, then each pull with the
 * exchange it was made for. Nothing is put in the middle, so a cached prompt stays cached.
 */
export function loreLines({ visible, pullLog, since }: SceneLore): ContextPacket['lore'] {
  return [
    ...visible.atmosphere.map(({ id, title, text }) => ({ id, title, text, kind: 'materialised' as const })),
    ...visible.threads.map(({ threadId, title, text }) => {
      return { id: `thread:${threadId}`, title, text, kind: 'materialised' as const };
    }),
    ...visible.pulls.map(({ id, type, title, text }) => {
      const logged = pullLog.findLast((entry) => entry.id === id && entry.type === type);
      const person = type === 'character' ? { personId: id } : {};
      return { id, title, text, kind: 'pull' as const, exchange: logged?.exchange ?? since, ...person };
    }),
  ];
}
