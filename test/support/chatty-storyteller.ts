import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { canary } from './canary-pack.ts';
import { narratePlainly, STRUCTURED_ANSWERS } from './plain/plain-answers.ts';
import { createPlainProvider, type StepAnswers } from './plain-provider.ts';

type Answer = Readonly<Record<string, unknown>>;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Changes the plain answer to a structured step. */
export type Beside = Readonly<Record<string, (answer: Answer) => Answer>>;

/** What is written beside each answer for the game master alone. */
const FOR_THE_MASTER: Beside = {
  read: (answer) => ({ ...answer, addressed: ['pc_marit_001'] }),
  plan: (answer) => ({ ...answer, beats: [...listOf(answer.beats).slice(0, 3), canary('beat')] }),
  react: (answer) => ({ ...answer, thought: `I keep ${canary('thought')} to myself.` }),
  record: (answer) => ({
    ...answer,
    thinking: canary('thinking'),
    rationale: canary('rationale'),
    observations: [
      ...listOf(answer.observations),
      { character_id: 'pc_marit_001', content: `The stranger hums ${canary('observed')}.`, importance: 3 },
      { character_id: 'pc_auditor_001', content: 'The lamp over the door smokes.', importance: 3 },
    ],
  }),
};

/** The plain provider, whose answers to some structured steps are changed; `notes` is written behind each narration. */
export function storytellerWith(besides: Beside, notes?: string): Provider {
  const changed = Object.entries(besides).map(([step, change]) => {
    const plain = STRUCTURED_ANSWERS[step];
    if (plain === undefined)
      throw new Error(`${step} is no structured step; name one of contracts/README.md`);
    // A changed answer is written as it is, also when it breaks its contract.
    return [step, (request: ModelRequest) => JSON.stringify(change({ ...plain(request) }))] as const;
  });
  const answers: StepAnswers = Object.fromEntries(changed);
  return createPlainProvider({
    ...answers,
    ...(notes === undefined ? {} : { narrate: (request) => ({ ...narratePlainly(request), notes }) }),
  });
}

/** The plain provider, which also writes what no player may read. */
export const chattyStoryteller: Provider = storytellerWith(FOR_THE_MASTER, canary('gmnote'));
