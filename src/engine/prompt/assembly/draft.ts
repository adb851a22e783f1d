import { oncePer } from '#engine/kit/once-per.ts';
import type { CastMember, ContextPacket } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { windowStart } from '../conversation-window.ts';
import { fenced } from '../neutralise.ts';
import type { Variant } from '../registry.ts';
import type { Scope, Segment } from '../segment.ts';
import { unsaidIn } from './unsaid-in.ts';

type LoreEntry = ContextPacket['lore'][number];

/** A prompt in the making: the material, and what has been decided about it so far. */
export type Draft = {
  readonly input: NarrateInput;
  readonly segments: readonly Segment[];
  /** At which length our own prompts are said. */
  readonly variant: Variant;
  /** At which length that is said which authors wrote. */
  readonly authored: Variant;
  readonly playerText: string;
  readonly stateCompressed: boolean;
  readonly lore: readonly LoreEntry[];
  /** The number of the first exchange that is sent; later than the window's start when the budget asks for it. */
  readonly exchangesFrom: number;
  readonly cast: readonly CastMember[];
  readonly dropped: ReadonlySet<Scope>;
};

/** Everything there is, nothing cut. */
export function firstDraft(input: NarrateInput, segments: readonly Segment[]): Draft {
  const { packet, conversation, conversationStart, loreBoundary } = input;
  const start = windowStart(conversationStart + conversation.length, loreBoundary);
  const told = new Set(loreToldWithPeople(packet));
  return {
    input,
    segments,
    variant: 'full',
    authored: 'full',
    playerText: input.playerText,
    stateCompressed: false,
    lore: packet.lore.filter((entry) => !told.has(entry)),
    exchangesFrom: Math.max(conversationStart, start),
    cast: [...packet.cast].sort((a, b) => a.tier - b.tier || (a.id < b.id ? -1 : 1)),
    dropped: new Set(),
  };
}

/** Records of which every sentence is told with somebody who is here. */
export const loreToldWithPeople = oncePer(({ lore, cast }: ContextPacket): readonly LoreEntry[] => {
  const unsaid = unsaidIn(cast.map(({ disposition }) => disposition).join('\n'));
  return lore.filter(({ text }) => unsaid(text) === '');
});

/** The exchanges that are sent. */
export function sentExchanges({ input, exchangesFrom }: Draft): NarrateInput['conversation'] {
  return input.conversation.slice(exchangesFrom - input.conversationStart);
}

/**
 * The in-world date an exchange that is sent is headed with: that of the first, and of each on another date than the one
 * before it. It depends on nothing that comes later, so what stands in front of an exchange stays as it is.
 */
export function dateHeading({ input, exchangesFrom }: Draft, number: number): string {
  const at = number - input.conversationStart;
  const date = input.conversation[at]?.date ?? '';
  const before = number === exchangesFrom ? '' : (input.conversation[at - 1]?.date ?? '');
  return date === before ? '' : fenced('date', date);
}

/** What authors wrote for a scope, in the order in which it was given and at the length the draft asks for. */
export function segmentsOf(
  { segments, dropped, authored }: Draft,
  scope: Segment['scope'],
): readonly Segment[] {
  if (dropped.has(scope)) return [];
  const written = segments.filter((segment) => segment.scope === scope);
  if (authored === 'full') return written;
  return written.map((segment) => ({ ...segment, text: segment.essentials ?? segment.text }));
}
