import { begun } from '#engine/kit/begun.ts';
import type { GameMasterSecrets } from '#engine/llm/context-packet.ts';
import { narrationInIds } from '#engine/llm/names-as-ids.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { runNarration } from '#engine/llm/narration.ts';
import { narrationReplyChecks } from '#engine/llm/step-reply-checks.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import { outcomeRepairWriter } from '#engine/prompt/repair-writers.ts';
import { readyToCheck } from '../check-narration.ts';
import type { Narrated } from '../draft.ts';
import { gameMasterSecrets } from '../game-master-secrets.ts';
import { factsToHold, openGate } from '../guard-narration.ts';
import { keptInPlace } from '../kept-in-place.ts';
import { narrationInput, type Told } from '../narration-input.ts';
import { replyScope } from '../reply-scope.ts';
import { segmentsOfCampaign } from '../segments-of-campaign.ts';
import { defineStep, type Step } from '../step.ts';
import { storySeed } from '../story-seed.ts';
import type { TurnTools } from '../turn-tools.ts';

type Uses = Pick<TurnTools, 'tiers' | 'prompts' | 'promptTokens' | 'events' | 'recorder' | 'signal'>;

/** Asks the large model what happens, and lets the player read it sentence by sentence as it is said and found fit. */
export const narrate = narrateWith(() => null);

/** The same by one model that is the whole game master, and so must know what the players do not. */
export const narrateAsGameMaster = narrateWith(gameMasterSecrets);

function narrateWith(secretsFor: (told: Told) => GameMasterSecrets | null): Step<Told, Narrated, Uses> {
  return defineStep<Told, Narrated, Uses>({
    name: 'narrate',

    async run(draft, { tiers, prompts, promptTokens, events, recorder, signal }) {
      const { attempt } = draft.lease.turn;
      const input = narrationInput(draft, secretsFor(draft));
      const { request, sources, audit } = assembleNarration(
        {
          input,
          segments: segmentsOfCampaign(draft.playbook.segments, draft.standing),
          budget: promptTokens,
        },
        { prompts, pins: draft.promptPins },
      );
      recorder.prompt('narrate', { sources, audit });
      const scope = replyScope(draft.standing, draft.view, draft.playbook.rules);
      // The model is asked first; what its prose is held against is worked out while it thinks.
      const parts = begun(
        runNarration(
          {
            name: 'narrate',
            contract: NarrateOutcome,
            checks: narrationReplyChecks(scope, input),
            understand: (outcome) => narrationInIds(outcome, scope.names),
          },
          { ...request, prompts: sources.prompts, seed: storySeed(draft.seed, draft.sceneIndex), signal },
          {
            provider: tiers.large,
            writeOutcomeRepair: outcomeRepairWriter({ prompts, pins: draft.promptPins }),
          },
        ),
      );
      recorder.asked(request);
      const { facts, gate } = await parts.meanwhile(() => {
        const held = readyToCheck(factsToHold(draft));
        return { facts: held, gate: openGate(held, draft) };
      });
      const release = (text: string): void => {
        if (text !== '') events.emit({ type: 'narration-delta', attempt, text });
      };
      for await (const part of parts) {
        if (part.type === 'prose-delta') release(gate.push(part.text));
        else {
          release(gate.end());
          const { gm_notes: gmNotes, state_rationale: rationale } = part.outcome;
          if (gmNotes.length > 0 || rationale !== '') recorder.note('narrate', { gmNotes, rationale });
          const outcome = keptInPlace(part.outcome, draft, recorder);
          return { prose: part.prose, outcome, facts, heldBack: gate.verdicts() };
        }
      }
      throw new Error('the narration stopped without ending');
    },
  });
}
