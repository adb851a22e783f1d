import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { createPlainProvider, type StepAnswers } from './plain-provider.ts';
import { telling } from './step-script.ts';

/** What is narrated when the player has sent certain words: prose and what it makes true. */
export type Telling = { readonly prose: string; readonly outcome?: object };

/** The plain provider, with narrations for certain words of the player. Other steps can be answered too. */
export function promptedNarrator(
  tellings: Readonly<Record<string, Telling>>,
  answers: Omit<StepAnswers, 'narrate'> = {},
): Provider {
  return createPlainProvider({
    ...answers,
    id: 'prompted/test',
    narrate: ({ input }) => {
      const found = tellings[String(Object(input).playerText ?? '')];
      return found === undefined ? undefined : telling(found.prose, found.outcome);
    },
  });
}

/** The plain provider; `before` is awaited ahead of every answer and may throw in its stead. */
export function watchedStoryteller(
  before: (request: ModelRequest) => Promise<void>,
  answers: StepAnswers = {},
): Provider {
  return createPlainProvider({ ...answers, id: 'watched/test', before });
}
