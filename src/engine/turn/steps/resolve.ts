import { assertNever } from '#engine/kit/assert-never.ts';
import { isCheckedResolution } from '#engine/rules/check.ts';
import type { AskTools } from '../ask-step.ts';
import { directedFrom } from '../directed.ts';
import type { Interpreted, Moment, Planned, Resolved, Routed, Validated } from '../draft.ts';
import { keepingReplies } from '../kept-replies.ts';
import { byBands } from '../resolving/by-bands.ts';
import { byModel } from '../resolving/by-model.ts';
import { onTable } from '../resolving/on-table.ts';
import { reveal } from '../reveal.ts';
import { defineStep } from '../step.ts';
import { Suspended } from '../suspended.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Moment & Routed & Interpreted & Validated & Planned;
type Uses = AskTools & Pick<TurnTools, 'events' | 'recorder' | 'store' | 'countTokens'>;

/** Lets the rules speak: dice, bands, costs and consequences are the engine's, and what they say binds everybody after. */
export const resolve = defineStep<Needs, Resolved, Uses>({
  name: 'resolve',

  async run(draft, tools): Promise<Resolved | Suspended> {
    if (draft.words === '') {
      const found = reveal(draft.snapshot, draft, tools.recorder);
      return { ...NOTHING_UNCERTAIN, ...directedFrom(found, draft, tools.recorder) };
    }
    const resolved = await byTheRules(draft, tools);
    return resolved instanceof Suspended
      ? new Suspended(keepingReplies(resolved.suspension, draft))
      : resolved;
  },
});

async function byTheRules(draft: Needs, tools: Uses): Promise<Resolved | Suspended> {
  const { resolution } = draft.playbook.mechanics;
  if (isCheckedResolution(resolution)) return byBands(draft, resolution, tools);
  switch (resolution.kind) {
    case 'srd5e':
      return byModel(draft, tools);
    case 'table_d100':
      return onTable(draft, tools);
    // Nothing is rolled yet for a ruleset without mechanics.
    case 'rulebook':
      return {
        ...NOTHING_UNCERTAIN,
        ...directedFrom(reveal(draft.snapshot, draft, tools.recorder), draft, tools.recorder),
      };
    default:
      return assertNever(resolution);
  }
}

const NOTHING_UNCERTAIN = { resolved: null, rolled: null, rolls: [], observations: [] };
