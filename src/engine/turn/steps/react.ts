import { Reaction } from '#engine/contracts/reaction.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { writeReactPrompt } from '#engine/prompt/react-prompt.ts';
import type { Character } from '#engine/state/record.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Reacted, Read, Recalled, Ruled, TurnContext } from '../context.ts';
import { inParallel } from '../in-parallel.ts';
import { recallFor } from '../knowledge/recall-for.ts';
import { presentCharacters } from '../knowledge/scene-material.ts';
import { buildReactInput } from '../reading/react-input.ts';
import { createNameResolver } from '../resolvers/name-resolver.ts';
import { resolveReaction } from '../resolvers/resolve-reading.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = TurnContext & Read & Recalled & Ruled;
type Uses = AskTools & Pick<TurnTools, 'store' | 'events' | 'countTokens' | 'recorder'>;

/** Most characters who decide in one turn; with `react: everyone` all present, up to the second number. */
const MOST = { addressed: 3, everyone: 6 } as const;
const AT_ONCE = 3;
const TIERS = ['major', 'supporting', 'minor', undefined];

/**
 * Lets the characters who are addressed, acted upon or have an agenda step due decide for themselves, each in a call of its own
 * from its own memories, so that no secret crosses. A character whose reply cannot be used does nothing.
 */
export const react = defineStep<Needs, Reacted, Uses>({
  name: 'react',

  async run(draft, tools) {
    if (draft.playerText === '') return { reactions: [], visibleActions: [] };
    const acting = chooseActors(draft);
    const memories = await recallFor(
      acting.map(({ id }) => id),
      draft,
      tools,
    );
    const resolver = createNameResolver(draft.resolvedSnapshot, draft.view);
    const replies = await inParallel(acting, AT_ONCE, async (character) => {
      const input = buildReactInput(character, memories.get(character.id) ?? [], draft);
      const step = { name: 'react', contract: Reaction, dropInvalidItems: true };
      try {
        const reply = await askStep(
          { step, input, write: writeReactPrompt, salt: character.id },
          draft,
          tools,
        );
        return [{ character, reaction: resolveReaction(reply, resolver).reaction }];
      } catch (error) {
        if (!(error instanceof InvalidReply)) throw error;
        tools.recorder.note('react', { character: character.id, unusable: error.problems });
        return [];
      }
    });
    const reactions = replies
      .flat()
      .map(({ character: { id, name }, reaction }) => ({ characterId: id, name, reaction }));
    for (const { characterId, reaction } of reactions) {
      const { action, intents } = reaction;
      tools.events.emit({
        type: 'character-acted',
        attempt: draft.lease.turn.attempt,
        characterId,
        action,
        intents,
      });
    }
    return {
      reactions,
      visibleActions: reactions.map(({ characterId, name, reaction: { action, intents } }) => {
        return { characterId, name, action, intents };
      }),
    };
  },
});

/** Chooses those present whom the turn concerns, the most important first. */
export function chooseActors(draft: Needs): readonly Character[] {
  const { resolvedSnapshot, view, reading, actions, effects, playbook } = draft;
  const { react: who } = playbook.mechanics;
  const concerned = new Set<string>([
    ...reading.addressed,
    ...actions.flatMap(({ entity, opposed_by }) => [entity?.id ?? '', opposed_by]),
    ...effects.flatMap((effect) =>
      effect.type === 'trigger-fired' && effect.source.kind === 'agenda' ? [effect.source.id] : [],
    ),
  ]);
  return presentCharacters({ snapshot: resolvedSnapshot, view })
    .filter(({ status, retired }) => status === 'conscious' && !retired)
    .filter(({ id }) => who === 'everyone' || concerned.has(id))
    .toSorted((one, other) => TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier))
    .slice(0, MOST[who]);
}
