import type { PromptVersion } from './registry.ts';

/** The scopes authors write for, in the order in which they are assembled. */
export const SEGMENT_SCOPES = ['ruleset', 'world', 'entry', 'entry_start', 'npc'] as const;
export type SegmentScope = (typeof SEGMENT_SCOPES)[number];

/** One versioned piece of prompt text written by an author. */
export type Segment = {
  readonly id: string;
  readonly scope: SegmentScope;
  /** The ruleset, world or entry point it speaks of; for a character, the id it has in the campaign. */
  readonly refId: string;
  readonly version: string;
  readonly text: string;
  /** The same in a few lines, said instead when the budget is tight. */
  readonly essentials?: string | null;
  /** Only for `npc`: 1 carries the story, and higher numbers leave a full prompt first. */
  readonly tier?: number;
};

/** Every scope of an assembled prompt, in order. Scopes that authors do not write are made anew for each turn. */
export const PROMPT_SCOPES = [
  'core',
  'ruleset',
  'world',
  'entry',
  'npc',
  'profile',
  'background',
  'lasting_state',
  'lasting_secrets',
  'scene_lore',
  'conversation',
  'summary',
  'events',
  'game_state',
  'secrets',
  'situation',
  'people',
  'player',
  'notes',
  'ids',
  'call_type',
  'entry_start',
  'plan',
  'actions',
  'due',
  'revealed',
  'rng',
  'row',
  'input',
] as const;
export type PromptScope = (typeof PROMPT_SCOPES)[number];

/** The sources of an assembly: prompt files by version and hash, segments by id and version. */
export type SegmentSources = {
  readonly prompts: readonly PromptVersion[];
  readonly segments: readonly { readonly id: string; readonly version: string }[];
};
