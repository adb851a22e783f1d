import type { NarrationFacts } from '../checks/narration-facts.ts';
import { narrationPolicyOf } from '../checks/narration-policy.ts';
import { graveOf, slight, type Verdict } from '../checks/verdict.ts';
import type { Checked, Narrated } from '../draft.ts';
import { factsMoved, judge } from '../guard-narration.ts';
import { guardOutcome } from '../guard-outcome.ts';
import { mendProse } from '../mend-prose.ts';
import type { Told } from '../narration-input.ts';
import { repairProse } from '../repair-prose.ts';
import { defineStep } from '../step.ts';
import { storySeed } from '../story-seed.ts';
import { NarrationRefusedError } from '../turn-failure.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Told & Narrated;
type Uses = Pick<TurnTools, 'tiers' | 'prompts' | 'events' | 'recorder' | 'signal' | 'lore'>;

type Gives = Checked & Pick<Narrated, 'outcome'>;

/**
 * Holds the whole prose against the state and the rules. What breaks a rule is repaired once; what still breaks it, also because
 * nobody could repair it, is told with a flag, or ends the turn, as the ruleset says. Then the outcome is held against what
 * players may not read, and what they may not is left out of it.
 */
export const check = defineStep<Needs, Gives, Uses>({
  name: 'check',

  async run(draft, tools) {
    const facts = factsMoved(draft, draft.outcome);
    const { removed, ...checked } = await checkedProse(draft, facts, tools);
    if (draft.outcome.player_acted) tools.recorder.verdict({ ...ADMITTED, of: 'outcome' });
    const { outcome, verdicts } = await guardOutcome(draft, { facts, removed }, tools);
    for (const verdict of verdicts) tools.recorder.verdict({ ...verdict, of: 'outcome' });
    const { onViolation } = narrationPolicyOf(draft.playbook.mechanics);
    const flagged = verdicts.filter((verdict) => onViolation[verdict.check] === 'flag');
    return { narration: checked.narration, verdicts: [...checked.verdicts, ...graveOf(flagged)], outcome };
  },
});

/** What a narrator says of its own prose is remarked on; what the prose says is what counts. */
const ADMITTED = slight(
  'agency',
  '',
  'The narrator says itself that it acted for the player’s character.',
  'Leave out what the player’s character does.',
);

/** The prose that stands, and what was taken out of it because it is hidden. */
async function checkedProse(
  draft: Needs,
  facts: NarrationFacts,
  tools: Uses,
): Promise<Checked & { readonly removed: readonly string[] }> {
  const { prose, playbook, lease } = draft;
  const { recorder, events } = tools;
  const found = merged(draft.heldBack, await judge(prose, facts, tools));
  for (const verdict of found) recorder.verdict({ ...verdict, of: 'prose' });
  const mended = await mendProse(prose, found, narrationPolicyOf(playbook.mechanics), {
    recorder,
    repair: () => repaired(draft, found, tools),
    judge: (text) => judge(text, facts, tools),
  });
  const { narration, left, wasBroken, isRefused } = mended;
  if (isRefused) throw new NarrationRefusedError(left.map(({ explanation }) => explanation).join(' '));
  // Also where nothing was mended: readers have it only up to the sentence that was held back.
  if (wasBroken) events.emit({ type: 'narration-repaired', attempt: lease.turn.attempt, text: narration });
  const hidden = wasBroken ? found.filter((verdict) => verdict.check === 'secrets') : [];
  return { narration, verdicts: graveOf(left), removed: hidden.map(({ excerpt }) => excerpt) };
}

/** The prose set right; null when nobody could or would. */
function repaired(draft: Needs, found: readonly Verdict[], tools: Uses): Promise<string | null> {
  const { prose, persona, promptPins, seed, sceneIndex, standing } = draft;
  const { prompts, tiers, signal, recorder } = tools;
  const place = standing.scene.placeId === null ? undefined : standing.entities[standing.scene.placeId];
  return repairProse(
    { prose, found, persona: persona.name, place: place?.name ?? null, seed: storySeed(seed, sceneIndex) },
    {
      model: tiers.large,
      prompts,
      pins: promptPins,
      signal,
      note: (reason) => recorder.note('check', reason),
    },
  );
}

/** The gate and the whole-text checks may find the same thing; it is one finding. */
function merged(held: readonly Verdict[], whole: readonly Verdict[]): readonly Verdict[] {
  // The gate may have seen only the beginning of the sentence.
  const isKnown = ({ check, excerpt }: Verdict) =>
    whole.some((verdict) => verdict.check === check && verdict.excerpt.startsWith(excerpt));
  return [...whole, ...held.filter((verdict) => !isKnown(verdict))];
}
