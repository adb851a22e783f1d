import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { runNarration } from '#engine/llm/narration.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import type { PromptPins } from '#engine/prompt/registry.ts';
import { outcomeRepairWriter } from '#engine/prompt/repair-writers.ts';
import { narrationInput, type Told } from '../narration-input.ts';
import { segmentsOfCampaign } from '../segments-of-campaign.ts';
import { defineStep } from '../step.ts';
import { storySeed } from '../story-seed.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Needs = TurnStart & Omit<Told, 'turnInput'> & { readonly seed: string; readonly promptPins: PromptPins };
type Gives = { readonly narration: string; readonly outcome: NarrateOutcome };
type Uses = Pick<TurnTools, 'tiers' | 'prompts' | 'events' | 'recorder' | 'signal'>;

/** Asks the large model what happens, and lets the player read it as it is said. */
export const narrate = defineStep<Needs, Gives, Uses>({
  name: 'narrate',

  async run(draft, { tiers, prompts, events, recorder, signal }) {
    const { turn } = draft.lease;
    const input = narrationInput({ ...draft, turnInput: turn.input });
    const { request, sources, audit } = assembleNarration(
      { input, segments: segmentsOfCampaign(draft.playbook.segments, draft.snapshot) },
      { prompts, pins: draft.promptPins },
    );
    recorder.prompt('narrate', { sources, audit });
    const parts = runNarration(
      { name: 'narrate', contract: NarrateOutcome },
      { ...request, prompts: sources.prompts, seed: storySeed(draft.seed, draft.sceneIndex), signal },
      { provider: tiers.large, writeOutcomeRepair: outcomeRepairWriter({ prompts, pins: draft.promptPins }) },
    );
    for await (const part of parts) {
      if (part.type === 'narration-end') return { narration: part.prose, outcome: part.outcome };
      events.emit({ type: 'narration-delta', attempt: turn.attempt, text: part.text });
    }
    throw new Error('the narration stopped without ending');
  },
});
