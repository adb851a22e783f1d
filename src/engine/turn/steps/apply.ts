import type { ProposedObservation } from '#engine/contracts/proposed-changes.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { Store } from '#engine/store/store.ts';
import { applyOutcome, type OutcomeSources } from '../apply/apply-outcome.ts';
import { buildTurnRows, keepWitnessedObservations } from '../apply/turn-rows.ts';
import type { AppliedTurn, Checked, Narrated, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { defineStep } from '../pipeline.ts';

type Needs = OutcomeSources & Narrated & Checked;
type Uses = Pick<TurnTools, 'recorder' | 'newId' | 'store'>;

/** Rows of each observer that are searched for what they remember already. */
const ROWS = { newest: 40, heaviest: 40 };

/** Applies the outcome to a copy of the world, as far as the rules allow, and gathers the rows of the turn. */
export const apply = defineStep<Needs, AppliedTurn, Uses>({
  name: 'apply',

  async run(draft, { recorder, newId, store }) {
    const { snapshot, effects } = applyOutcome(draft, recorder);
    const { kept: observations, dropped } = keepWitnessedObservations(
      [...draft.observations, ...draft.outcome.observations, ...listHeard(draft)],
      [draft.snapshot, draft.resolvedSnapshot, snapshot],
    );
    if (dropped.length > 0) recorder.note('apply', { observedByNobodyThere: dropped });
    const rows = buildTurnRows(
      {
        effects: [...draft.effects, ...effects],
        rolls: draft.rolls,
        observations,
        actions: listActions(draft),
        remembered: await readMemories(observations, draft, store),
      },
      snapshot,
      draft,
      newId,
    );
    return { nextSnapshot: snapshot, rows, loreAfter: draft.loreToKeep };
  },
});

/** Lists the persona's own action with its result, and those of the characters who decided for themselves. */
function listActions({ persona, playerText, reading, reactions }: Needs): AppliedTurn['rows']['actions'] {
  const intents = [reading.intent].filter((intent) => intent !== '');
  return [
    ...(playerText === '' ? [] : [{ characterId: persona.id, action: playerText, intents, thought: '' }]),
    ...reactions.map(({ characterId, reaction: { action, intents: tags, thought } }) => {
      return { characterId, action, intents: tags, thought };
    }),
  ];
}

/** Lists what characters were told: dialogue that `record` found and made no memory of. */
function listHeard({ outcome, resolvedSnapshot: { entities } }: Needs): readonly ProposedObservation[] {
  return outcome.dialogue.flatMap(({ speaker, to, gist, sentence }) => {
    // Names were resolved to ids before.
    const [teller, listener] = [
      entities[speaker as keyof typeof entities],
      entities[to as keyof typeof entities],
    ];
    if (teller === undefined || listener?.kind !== 'character' || gist === '') return [];
    const isKnown = outcome.observations.some(
      (one) => one.character_id === listener.id && (one.sentence === sentence || sentence === undefined),
    );
    return isKnown ? [] : [{ character_id: listener.id, content: `${teller.name}: ${gist}`, importance: 2 }];
  });
}

async function readMemories(
  observations: readonly ProposedObservation[],
  { lineage }: TurnContext,
  { memories }: Pick<Store, 'memories'>,
): Promise<readonly MemoryRow[]> {
  const ids = [...new Set(observations.map(({ character_id }) => character_id))];
  if (ids.length === 0) return [];
  return (await memories.recallable(lineage, ids, ROWS)).map((row) => MemoryRow.parse(row));
}
