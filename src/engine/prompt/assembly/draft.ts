import type { CastMemberView, ContextPacket } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { OfferedOperation } from '#engine/contracts/proposed-changes.ts';
import { findWindowStart } from '../conversation-window.ts';
import type { Variant } from '../registry.ts';
import type { PromptScope, Segment } from '../segment.ts';
import type { LastingLine } from './lasting-lines.ts';

export type LoreEntry = ContextPacket['lore'][number];

/** Fixed sheet of a person who is here, or who was here since the last boundary. */
export type CharacterSheet = { readonly member: CastMemberView; readonly isHere: boolean };

/** Prompts of our own that can be said in their essentials, in the order in which they are. */
export const SHORTENABLE_PROMPTS = ['call', 'narrate', 'core'] as const;
export type ShortenablePrompt = (typeof SHORTENABLE_PROMPTS)[number];

/** Material for `outcome: inline`, where the narrator writes ids and operations itself. */
export type InlineOutcome = {
  readonly operations: readonly OfferedOperation[];
  /** Records an outcome may name beside the people, things and places of the packet. */
  readonly conditions: readonly { readonly id: string; readonly when: string }[];
};

/** A prompt in the making: the material, and what has been decided about it so far. */
export type Draft = {
  readonly input: NarrateInput;
  readonly segments: readonly Segment[];
  readonly inline: InlineOutcome | null;
  /** Prompts of our own that are said in their essentials. */
  readonly briefPrompts: ReadonlySet<ShortenablePrompt>;
  /** Ids of segments that are said in their essentials. */
  readonly briefSegments: ReadonlySet<string>;
  readonly playerText: string;
  readonly stateCompressed: boolean;
  /** Whether ties of people here to people who are not are told. */
  readonly absentTies: boolean;
  /** Whether history older than the campaign is told. */
  readonly history: boolean;
  /** Lines that stand in a cached block since they were settled. */
  readonly lasting: readonly LastingLine[];
  readonly sheets: readonly CharacterSheet[];
  readonly lore: readonly LoreEntry[];
  /** The number of the first exchange that is sent; later than the window's start when the budget asks for it. */
  readonly exchangesFrom: number;
  readonly dropped: ReadonlySet<PromptScope>;
};

/** Returns a draft with everything there is. */
export function createDraft(
  input: NarrateInput,
  segments: readonly Segment[],
  inline: InlineOutcome | null,
): Draft {
  const { packet, conversation, conversationStart, loreBoundary } = input;
  const start = findWindowStart(conversationStart + conversation.length, loreBoundary);
  return {
    input,
    segments,
    inline,
    briefPrompts: new Set(),
    briefSegments: new Set(),
    playerText: input.playerText,
    stateCompressed: false,
    absentTies: true,
    history: true,
    lasting: [],
    sheets: listSheets(packet),
    lore: packet.lore,
    exchangesFrom: Math.max(conversationStart, start),
    dropped: new Set(),
  };
}

/**
 * Lists all people with a sheet, in the order of their first appearance and then by id. Neither their tier nor their leaving
 * changes the order, because a moved sheet breaks the cache behind it.
 */
function listSheets({ cast, left = [] }: ContextPacket): readonly CharacterSheet[] {
  const here = cast.map((member) => ({ member, isHere: true }));
  const isHere = new Set(cast.map(({ id }) => id));
  const gone = left.filter(({ id }) => !isHere.has(id)).map((member) => ({ member, isHere: false }));
  return [...here, ...gone].sort((one, other) => compareMembers(one.member, other.member));
}

/** Compares by first appearance, then by id. */
export function compareMembers(one: CastMemberView, other: CastMemberView): number {
  return (one.since ?? -1) - (other.since ?? -1) || (one.id < other.id ? -1 : 1);
}

/** Counts the exchanges so far; the count is also the number of the exchange being told. */
export function countExchanges({ conversation, conversationStart }: NarrateInput): number {
  return conversationStart + conversation.length;
}

export function listSentExchanges({ input, exchangesFrom }: Draft): NarrateInput['conversation'] {
  return input.conversation.slice(exchangesFrom - input.conversationStart);
}

/** Tells whether a person's sheet stands with the fixed sheets rather than with the exchange they first appeared in. */
export function hasFixedSheet({ input: { loreBoundary = 0 } }: Draft, { since }: CastMemberView): boolean {
  return since === undefined || since <= loreBoundary;
}

export function chooseVariant(draft: Draft, prompt: ShortenablePrompt): Variant {
  return draft.briefPrompts.has(prompt) ? 'essentials' : 'full';
}

/** Lists the segments of a scope in their order, each at the length the draft asks for; none when the scope is dropped. */
export function listSegments(
  { segments, dropped, briefSegments }: Draft,
  scope: Segment['scope'],
): readonly Segment[] {
  if (dropped.has(scope)) return [];
  return segments
    .filter((segment) => segment.scope === scope)
    .map((segment) => {
      const { id, text, essentials } = segment;
      return briefSegments.has(id) ? { ...segment, text: essentials ?? text } : segment;
    });
}
