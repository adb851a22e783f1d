import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { canary } from './canary-pack.ts';

const offline = offlineStoryteller({ wordsPerSecond: 0 });

type Answer = Readonly<Record<string, unknown>>;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What is made of the answer to a step. */
export type Beside = Readonly<Record<string, (answer: Answer) => Answer>>;

/** What is written beside each answer for the game master alone. */
const FOR_THE_MASTER: Beside = {
  plan: (answer) => ({ ...answer, beats: [...listOf(answer.beats).slice(0, 3), canary('beat')] }),
  reflect: (answer) => ({ ...answer, thought: `I keep ${canary('thought')} to myself.` }),
  narrate: (answer) => ({
    ...answer,
    thinking: canary('thinking'),
    gm_notes: [canary('gmnote')],
    state_rationale: canary('rationale'),
    observations: [
      ...listOf(answer.observations),
      { character_id: 'pc_marit_001', content: `The stranger hums ${canary('observed')}.`, importance: 3 },
      { character_id: 'pc_auditor_001', content: 'The lamp over the door smokes.', importance: 3 },
    ],
  }),
};

const FENCED = /```json\n([\s\S]*?)\n```/;

/** The offline storyteller, whose answers to some steps are made into others. */
export const storytellerWith = (besides: Beside): Provider => ({
  id: 'offline/storyteller',
  async *stream(request) {
    const beside = besides[request.step];
    if (beside === undefined) {
      yield* offline.stream(request);
      return;
    }
    let text = '';
    for await (const part of offline.stream(request)) {
      if (part.type === 'text-delta') text += part.text;
      else {
        const written = (json: string) => JSON.stringify(beside(JSON.parse(json)));
        const told = FENCED.test(text)
          ? text.replace(FENCED, (_all, json: string) => `\`\`\`json\n${written(json)}\n\`\`\``)
          : written(text);
        yield { type: 'text-delta', text: told };
        yield part;
      }
    }
  },
});

/** The offline storyteller, who also writes down what no player may read. */
export const chattyStoryteller: Provider = storytellerWith(FOR_THE_MASTER);
