import type { CountTokens } from '#engine/kit/tokens.ts';
import type { Decision } from '../audit.ts';
import type { Draft } from './draft.ts';
import type { Layout } from './layout.ts';

type EssentialsUsed = Extract<Decision, { type: 'essentials-used' }>;
export type EssentialsOf = EssentialsUsed['of'];

/** Room for what comes and goes: eight exchanges of two hundred tokens, and the moment. */
const ROOM = 2500;

const STANDING = new Set(['core', 'ruleset', 'world', 'entry', 'npc', 'profile', 'secrets']);

/** The same draft with its prompts or its segments said briefly; the very same when they are already. */
export function inEssentials(draft: Draft, of: EssentialsOf): Draft {
  if (of === 'prompts') return draft.variant === 'essentials' ? draft : { ...draft, variant: 'essentials' };
  const has = draft.segments.some(({ essentials }) => typeof essentials === 'string');
  return draft.authored === 'essentials' || !has ? draft : { ...draft, authored: 'essentials' };
}

/**
 * Says from the start briefly what would leave no room for the conversation: our own prompts first, then what authors wrote.
 * It looks only at what stands from turn to turn, so that the beginning of the prompt does not change with every exchange.
 */
export function roomyDraft(
  draft: Draft,
  scale: {
    readonly budget: number;
    readonly tokensOf: CountTokens;
    readonly written: (draft: Draft) => Layout;
  },
): { readonly draft: Draft; readonly decisions: readonly Decision[] } {
  const most = scale.budget - Math.min(ROOM, scale.budget / 2);
  let current = draft;
  const decisions: Decision[] = [];
  for (const part of ['prompts', 'segments'] as const) {
    if (standing(scale.written(current), scale.tokensOf) <= most) break;
    const shorter = inEssentials(current, part);
    if (shorter !== current) decisions.push({ type: 'essentials-used', of: part, reason: 'tight-budget' });
    current = shorter;
  }
  return { draft: current, decisions };
}

/** What stands: everything before the conversation but records that were pulled in. */
function standing({ scopes, made }: Layout, tokensOf: CountTokens): number {
  const texts = scopes.filter(({ scope }) => STANDING.has(scope)).map(({ text }) => text);
  return [...texts, made].reduce((sum, text) => sum + tokensOf(text), 0);
}
