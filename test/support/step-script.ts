import { type FindingKind, JudgeInput } from '#engine/contracts/findings.ts';
import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';
import { translateOutcome } from './plain/first-edition-outcome.ts';
import { toNarrationText } from './plain/narration-text.ts';
import { answerInTurn, type Reply, streamReply } from './plain/reply.ts';
import type { ReadingDraft } from './plain/shared-readings.ts';
import { createToldOutcomes } from './plain/told-outcomes.ts';
import { createPlainProvider, proseOf } from './plain-provider.ts';

/** A scripted answer to a step. */
export type Answer = Reply;

/** Answers by step, exchanged while the engine runs; `undefined` leaves the step to the provider behind it. */
export type StepScript = Map<string, (request: ModelRequest) => Answer | undefined>;

/** A provider whose answers to single steps can be exchanged while it is played with. */
export function scriptedSteps(script: StepScript, provider: Provider = createPlainProvider()): Provider {
  const outcomes = createToldOutcomes();
  const answerTo = (request: ModelRequest): Answer | undefined => {
    const scripted = script.get(request.step)?.(request);
    if (scripted !== undefined || request.step !== 'record') return scripted;
    const told = outcomes.find(request);
    return told === undefined ? undefined : { say: JSON.stringify(told) };
  };
  return {
    ...provider,
    async *stream(request): AsyncGenerator<ReplyPart> {
      const answer = answerTo(request);
      if (answer === undefined) {
        yield* provider.stream(request);
        return;
      }
      if ('say' in answer && answer.record !== undefined) {
        outcomes.keep(request, proseOf(answer.say), answer.record);
      }
      yield* streamReply(answer, request.signal);
    },
  };
}

/** Gives these answers one after another, then leaves the step to the provider behind it. */
export const inTurn = answerInTurn<Answer>;

/**
 * Prose, and what it makes true: the outcome answers the `record` step of the same turn. It may be written in the first edition's words;
 * new tests give `record` to `narration`.
 */
export function telling(prose: string, outcome: object = {}): Answer {
  const { parts, record } = translateOutcome(outcome);
  return { say: toNarrationText({ prose, ...parts }), record };
}

/** Findings of the judge: each sentence of the prose for which `find` gives a kind. */
export function judging(find: (sentence: string) => FindingKind | null): (request: ModelRequest) => Answer {
  return ({ input }) => {
    const findings = JudgeInput.parse(input).sentences.flatMap((sentence) => {
      const kind = find(sentence);
      return kind === null ? [] : [{ kind, quote: sentence, why: `It was scripted as ${kind}.` }];
    });
    return { say: JSON.stringify({ findings }) };
  };
}

/** A repair that gives sentences these texts, by their numbers from 1; an empty text removes the sentence. */
export function repairing(texts: Readonly<Record<number, string>>): Answer {
  const sentences = Object.entries(texts).map(([n, text]) => ({ n: Number(n), text }));
  return { say: JSON.stringify({ sentences }) };
}

/** A Reading of the player's words. */
export function reading(draft: ReadingDraft): Answer {
  return { say: JSON.stringify(draft) };
}
