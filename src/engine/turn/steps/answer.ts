import type { Json } from '#engine/kit/canonical-json.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { askForText } from '#engine/llm/ask-for-text.ts';
import { writeDmPrompt } from '#engine/prompt/aside-prompts.ts';
import { buildAsideInput } from '../aside-input.ts';
import { attemptEnded } from '../attempt-ended.ts';
import type { TurnContext } from '../context.ts';
import { checkAside } from '../narration/check-aside.ts';
import { defineStep } from '../step.ts';
import { storySeed } from '../story-seed.ts';
import { LeaseLostError } from '../turn-failure.ts';
import type { TurnTools } from '../turn-tools.ts';

type Gives = { readonly answer: string };
type Uses = Pick<
  TurnTools,
  'tiers' | 'prompts' | 'signal' | 'store' | 'log' | 'events' | 'recorder' | 'clock' | 'newId'
>;

/** Answers a player outside the story. No scene comes of it, no time passes, and it is no part of the conversation. */
export const answer = defineStep<TurnContext, Gives, Uses>({
  name: 'answer',

  async run(moment, { tiers, prompts, signal, store, log, events, recorder, clock, newId }) {
    const { lease, promptPins, seed, sceneIndex } = moment;
    const { turn } = lease;
    const input = buildAsideInput(moment);
    const { prompt } = writeDmPrompt(input, { prompts, pins: promptPins });
    const request = {
      ...prompt,
      step: 'mode-dm',
      // Inputs of steps are plain values by their schemas.
      input: input as unknown as Json,
      seed: storySeed(seed, sceneIndex),
      signal,
      restartable: true,
    };
    const { text: reply } = await askForText(tiers.small, request);
    const { text: said } = await checkAside(reply, [], moment, { tiers, prompts, signal, recorder });
    const told = await events.rest();
    const at = clock();
    const outcome = { type: 'answered', answer: { text: said } } as const;
    const written = await store.endings.answer(lease, {
      answer: { text: said },
      recording: { id: newId(), content: recorder.written(attemptEnded(lease, outcome, at)) },
      events: [...told, { type: 'turn-answered', attempt: turn.attempt, text: said } as const].map((event) =>
        toTurnEventRow(turn.id, event, at),
      ),
      at,
    });
    if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
    log.announce(written);
    return { answer: said };
  },
});
