import { askForText } from '#engine/llm/ask-for-text.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { ModelRefused, type WholeReply } from '#engine/llm/structured.ts';
import { writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import type { NarrationFacts } from '../checks/narration-facts.ts';
import { decideOn, narrationPolicyOf } from '../checks/narration-policy.ts';
import { repairInstruction } from '../checks/repair-instruction.ts';
import type { Verdict } from '../checks/verdict.ts';
import type { Checked, Narrated } from '../draft.ts';
import { factsMoved, judge } from '../guard-narration.ts';
import { guardOutcome } from '../guard-outcome.ts';
import type { Told } from '../narration-input.ts';
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
    const { outcome, verdicts } = await guardOutcome(draft, { facts, removed }, tools);
    for (const verdict of verdicts) tools.recorder.verdict({ ...verdict, of: 'outcome' });
    const { onViolation } = narrationPolicyOf(draft.playbook.mechanics);
    const flagged = verdicts.filter((verdict) => onViolation[verdict.check] === 'flag');
    return { narration: checked.narration, verdicts: [...checked.verdicts, ...grave(flagged)], outcome };
  },
});

/** The prose that stands, and what was taken out of it because it is hidden. */
async function checkedProse(
  draft: Needs,
  facts: NarrationFacts,
  tools: Uses,
): Promise<Checked & { readonly removed: readonly string[] }> {
  const { prose, playbook, lease } = draft;
  const policy = narrationPolicyOf(playbook.mechanics);
  const found = merged(draft.heldBack, await judge(prose, facts, tools));
  for (const verdict of found) tools.recorder.verdict({ ...verdict, of: 'prose' });
  if (decideOn(found, policy, 'first') !== 'repair')
    return { narration: prose, verdicts: grave(found), removed: [] };

  const mended = await repaired(draft, found, tools);
  const left = mended === null ? found : await judge(mended, facts, tools);
  for (const verdict of mended === null ? [] : left) tools.recorder.verdict({ ...verdict, of: 'repair' });
  if (decideOn(left, policy, 'repaired') === 'fail') {
    throw new NarrationRefusedError(left.map(({ explanation }) => explanation).join(' '));
  }
  const narration = mended ?? prose;
  // Also where nothing was mended: readers have it only up to the sentence that was held back.
  tools.events.emit({ type: 'narration-repaired', attempt: lease.turn.attempt, text: narration });
  const hidden = found.filter((verdict) => verdict.check === 'secrets');
  return { narration, verdicts: grave(left), removed: hidden.map(({ excerpt }) => excerpt) };
}

function grave(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ severity }) => severity === 'grave');
}

/** The prose set right; null when the model could not be reached, would not do it, or left it half done. */
async function repaired(draft: Needs, found: readonly Verdict[], tools: Uses): Promise<string | null> {
  try {
    const { text, reason } = await askForRepair(draft, found, tools);
    return reason === 'finished' ? text : null;
  } catch (error) {
    tools.signal.throwIfAborted();
    if (!(error instanceof ProviderError || error instanceof ModelRefused)) throw error;
    tools.recorder.note('check', `the prose could not be repaired: ${error.message}`);
    return null;
  }
}

function askForRepair(draft: Needs, found: readonly Verdict[], tools: Uses): Promise<WholeReply> {
  const { prose, persona, promptPins, seed, sceneIndex, standing } = draft;
  const { prompts, tiers, signal } = tools;
  const place = standing.scene.placeId === null ? undefined : standing.entities[standing.scene.placeId];
  const prompt = writeStepPrompt(
    'check-repair',
    {
      persona: persona.name,
      problems: repairInstruction(found),
      facts: place === undefined ? '' : `The scene is at ${place.name}.`,
      prose,
    },
    { prompts, pins: promptPins },
  );
  const input = { prose, persona: persona.name, excerpts: found.map(({ excerpt }) => excerpt) };
  return askForText(tiers.large, {
    ...prompt,
    step: 'check-repair',
    purpose: 'repair',
    input,
    seed: storySeed(seed, sceneIndex),
    signal,
    restartable: true,
  });
}

/** The gate and the whole-text checks may find the same thing; it is one finding. */
function merged(held: readonly Verdict[], whole: readonly Verdict[]): readonly Verdict[] {
  // The gate may have seen only the beginning of the sentence.
  const isKnown = ({ check, excerpt }: Verdict) =>
    whole.some((verdict) => verdict.check === check && verdict.excerpt.startsWith(excerpt));
  return [...whole, ...held.filter((verdict) => !isKnown(verdict))];
}
