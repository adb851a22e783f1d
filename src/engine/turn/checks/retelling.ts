import { agendasTold } from '../guard-narration.ts';
import { loreLines } from '../packet/lore-lines.ts';
import type { RetoldMoment } from '../retold-moment.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { narrationFactsOf } from './narration-facts-of.ts';

/**
 * What another telling of a scene is held against: the very same as the first, with the row that was rolled. What the first one
 * told is known; that it let somebody act gives no leave to go further.
 */
export function retellingFacts(moment: RetoldMoment): NarrationFacts {
  const { before, after, playbook, persona, rolls, told, sceneLore } = moment;
  const facts = narrationFactsOf({
    before,
    after,
    playbook,
    personaId: persona.id,
    input: {
      ...told.telling,
      ...(sceneLore === null ? {} : { packet: { lore: loreLines(sceneLore) } }),
    },
    rolls,
    offered: told.offered,
    proposed: null,
    hiddenLore: [
      ...(sceneLore?.hidden.pulls.map(({ text }) => text) ?? []),
      ...agendasTold({ standing: after, view: after, playbook }),
    ],
  });
  return { ...facts, known: [...facts.known, told.narration] };
}
