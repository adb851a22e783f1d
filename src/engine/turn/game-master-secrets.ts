import type { GameMasterSecrets } from '#engine/llm/context-packet.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { agendaLine } from './agenda-line.ts';
import type { Moment, Resolved, Routed } from './draft.ts';

/**
 * What one model that is the whole game master must know and must not tell: what can be found out here, what those present
 * keep to themselves, and what the author told the game master. `check` guards the prose against all of it.
 */
export function gameMasterSecrets({
  sceneLore,
  playbook,
  view,
  standing,
}: Moment & Routed & Resolved): GameMasterSecrets {
  const { hidden } = sceneLore;
  const agendas = agendasPresent(standing, view);
  return {
    audience: 'gm',
    facts: hidden.discoverables
      .filter(({ id }) => !view.facts.some((fact) => fact.id === id))
      .map(({ id, subjectId, content, triggers }) => ({
        id,
        subjectId,
        text: content,
        triggers: [...triggers],
      })),
    withholds: hidden.briefings.flatMap(({ characterId, withholds }) =>
      withholds.map((text) => ({ characterId, text })),
    ),
    ...(agendas.length === 0 ? {} : { agendas }),
    notes: [...playbook.secrets, ...hidden.pulls.map(({ text }) => text)],
  };
}

/** What those the persona can see work at while nobody looks. */
export function agendasPresent(
  { agendas, entities, personas }: Snapshot,
  { scene: { presentIds } }: PlayerView,
): NonNullable<GameMasterSecrets['agendas']> {
  return presentIds.flatMap((id) => {
    const character = entities[id];
    if (character?.kind !== 'character' || personas.includes(character.id)) return [];
    const agenda = agendas[character.id];
    return agenda === undefined ? [] : { characterId: id, text: agendaLine(agenda) };
  });
}
