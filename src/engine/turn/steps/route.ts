import type { Snapshot } from '#engine/state/snapshot.ts';
import type { LoreHit } from '#retrieval/lore-index.ts';
import { findLore } from '../find-lore.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Needs = TurnStart & { readonly snapshot: Snapshot; readonly playbook: Playbook };
type Gives = { readonly lore: readonly LoreHit[] };

/** Finds the lore this turn needs. */
export const route = defineStep<Needs, Gives, Pick<TurnTools, 'lore' | 'recorder'>>({
  name: 'route',

  async run({ lease, snapshot, playbook }, { lore, recorder }) {
    const { query, hits } = await findLore(lore, snapshot, playbook, lease.turn.input);
    recorder.search(
      query,
      hits.map(({ chunk }) => chunk.id),
    );
    return { lore: hits };
  },
});
