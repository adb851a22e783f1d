import { ReflectReply } from '#engine/llm/reflect-reply.ts';
import { reflectPrompt } from '#engine/prompt/step-prompts.ts';
import type { Character } from '#engine/state/record.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Moment, Reflected, Resolved, Routed } from '../draft.ts';
import { inParallel } from '../in-parallel.ts';
import { recallFor } from '../knowledge/recall-for.ts';
import { presentCharacters } from '../knowledge/scene-material.ts';
import { reflectInput } from '../reflect-input.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Moment & Routed & Resolved;
type Uses = AskTools & Pick<TurnTools, 'store' | 'events' | 'countTokens'>;

/** More people than this do not act in one turn; those who matter most to the story do. */
const MOST_ACTING = 6;
const AT_ONCE = 3;
const TIERS = ['major', 'supporting', 'minor', undefined];

/** Lets everybody present decide for themselves, each from their own memories, all at the same time. */
export const reflect = defineStep<Needs, Reflected, Uses>({
  name: 'reflect',

  async run(draft, tools) {
    if (draft.words === '') return { reflections: [], thoughts: [] };
    const acting = actors(draft);
    const memories = await recallFor(
      acting.map(({ id }) => id),
      draft,
      tools,
    );
    const replies = await inParallel(acting, AT_ONCE, async (character) => {
      const input = reflectInput(character, memories.get(character.id) ?? [], draft);
      const step = { name: 'reflect', contract: ReflectReply };
      const question = { step, input, write: reflectPrompt, salt: character.id };
      const reply = await askStep(question, draft, tools);
      tools.events.emit({
        type: 'character-acted',
        attempt: draft.lease.turn.attempt,
        characterId: character.id,
        action: reply.action_text,
        intents: reply.intent_tags,
      });
      return { character, reply };
    });
    return {
      reflections: replies.map(({ character: { id, name }, reply }) => {
        return { characterId: id, name, action: reply.action_text, intents: reply.intent_tags };
      }),
      thoughts: replies.map(({ character: { id }, reply }) => ({ characterId: id, thought: reply.thought })),
    };
  },
});

function actors({ standing, view }: Needs): readonly Character[] {
  return presentCharacters({ snapshot: standing, view })
    .filter(({ status, retired }) => status === 'conscious' && !retired)
    .toSorted((one, other) => TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier))
    .slice(0, MOST_ACTING);
}
