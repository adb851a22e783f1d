import type { GameMasterSecrets } from '#engine/llm/context-packet.ts';
import type { Moment, Routed } from './draft.ts';

/**
 * What one model that is the whole game master must know and must not tell: what can be found out here, what those present
 * keep to themselves, and what the author told the game master. `check` guards the prose against all of it.
 */
export function gameMasterSecrets({ sceneLore, playbook, view }: Moment & Routed): GameMasterSecrets {
  const { hidden } = sceneLore;
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
    notes: [...playbook.secrets, ...hidden.pulls.map(({ text }) => text)],
  };
}
