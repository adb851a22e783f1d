import type { ProposedObservation } from '#engine/llm/narrate-outcome.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { Store } from '#engine/store/store.ts';
import { applyOutcome } from '../apply-outcome.ts';
import type {
  Applied,
  Checked,
  Interpreted,
  Moment,
  Narrated,
  Reflected,
  Resolved,
  Routed,
} from '../draft.ts';
import { perceived } from '../perceived.ts';
import { rowsFrom } from '../rows-from.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Moment & Routed & Interpreted & Resolved & Reflected & Narrated & Checked;
type Uses = Pick<TurnTools, 'recorder' | 'newId' | 'store'>;

/** How many rows of each observer are looked at for what came up before. */
const ROWS = { newest: 40, heaviest: 40 };

/** Lets the world change as proposed, as far as the rules allow, with what passing time brings. A copy changes. */
export const apply = defineStep<Needs, Applied, Uses>({
  name: 'apply',

  async run(draft, { recorder, newId, store }) {
    const { snapshot, effects } = applyOutcome(draft, recorder);
    const { kept: observations, dropped } = perceived(
      [...draft.observations, ...draft.outcome.observations],
      [draft.snapshot, draft.standing, snapshot],
    );
    if (dropped.length > 0) recorder.note('apply', { observedByNobodyThere: dropped });
    const rows = rowsFrom(
      {
        effects: [...draft.effects, ...effects],
        rolls: draft.rolls,
        observations,
        actions: actionsOf(draft),
        remembered: await rememberedBy(observations, draft, store),
      },
      snapshot,
      draft,
      newId,
    );
    return { nextSnapshot: snapshot, rows, loreAfter: draft.sceneLore };
  },
});

function actionsOf({
  persona,
  words,
  reflections,
  thoughts,
  interpretation,
}: Needs): Applied['rows']['actions'] {
  const own = { characterId: persona.id, action: words, intents: [], thought: '' };
  const intents = interpretation === null ? [] : [interpretation.intent].filter((intent) => intent !== '');
  return [
    ...(words === '' ? [] : [{ ...own, intents }]),
    ...reflections.map(({ characterId, action, intents }) => {
      const thought = thoughts.find((one) => one.characterId === characterId)?.thought ?? '';
      return { characterId, action, intents, thought };
    }),
  ];
}

async function rememberedBy(
  observations: readonly ProposedObservation[],
  { lineage }: Moment,
  { memories }: Pick<Store, 'memories'>,
): Promise<readonly MemoryRow[]> {
  const ids = [...new Set(observations.map(({ character_id }) => character_id))];
  if (ids.length === 0) return [];
  return (await memories.recallable(lineage, ids, ROWS)).map((row) => MemoryRow.parse(row));
}
