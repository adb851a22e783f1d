import type { Json } from '#engine/kit/canonical-json.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Character } from '#engine/state/record.ts';
import type { CastMember } from '../format/entry-cast.ts';
import type { Content, Frozen } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';
import { sharedFields } from './shared-fields.ts';
import { withoutUndefined } from './without-undefined.ts';

type Cast = Frozen<CastMember> | undefined;

/** At most so many of their lines: enough to hear the voice, few enough to stand in every prompt. */
const MOST_LINES = 5;

const PROFILES = { soft: 'bystander', hard: 'usual', lethal: 'killer' } as const;

/** A character of a pack as it enters a campaign, with what the entry point says of it. */
export function characterEntity(
  content: Content<'character'>,
  cast: Cast,
  ruleset: Content<'ruleset'>,
  ids: CampaignIds,
): Character {
  const { data } = content;
  const status = cast?.status ?? data.status;
  const id = ids.character(content.id);
  if (id === null) throw new Error(`${content.id} was given no id`);
  return {
    kind: 'character',
    id,
    ...sharedFields(content, publicText(data.summary, data.appearance), seenIn(content, cast)),
    role: data.role ?? data.title ?? '',
    ...withoutUndefined({
      title: data.title,
      gender: data.gender,
      born: data.born,
      speech: data.speech_style?.trim(),
      task: data.current_task,
    }),
    placeId: status === 'away' ? null : ids.location(cast?.location ?? data.location),
    factionId: ids.faction(data.faction),
    status: status === 'dead' || status === 'unconscious' ? status : 'conscious',
    captive: status === 'captive',
    hidden: cast?.obscured ?? false,
    conditions: [],
    stats: statBlock(content, cast, ruleset),
    internal: internalOf(content, cast),
  };
}

function publicText(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(' ');
}

/** What players never see and no other field has a place for. */
function seenIn({ data }: Content<'character'>, cast: Cast) {
  return withoutUndefined({
    tier: data.tier,
    categories: data.categories,
    disposition: data.disposition,
    pronouns: data.pronouns,
    died: data.died,
    part: cast?.part,
  });
}

/** The stat block for the ruleset that owns the campaign, with the keys the entry point changes. */
export function statBlock(content: Content<'character'>, cast: Cast, ruleset: Content<'ruleset'>) {
  const own = content.data.stat_blocks[ruleset.id] ?? ruleset.data.default_stat_block;
  if (own === undefined && cast?.stat_block === undefined) return {};
  const written: { readonly [key: string]: Json } = { ...own, ...cast?.stat_block };
  if (ruleset.data.stat_block_schema !== 'srd5e') return written;
  // Defaults are filled in once, here, so that play finds every number in its place; the result is plain JSON. The checker has
  // spoken of blocks that do not fit.
  return (Srd5eStatBlock.safeParse(written).data ?? written) as typeof written;
}

function internalOf({ data }: Content<'character'>, cast: Cast): Character['internal'] {
  return withoutUndefined({
    alignment: data.alignment,
    mbti: data.mbti,
    personality: filled(data.personality),
    goals: filled([...data.goals, ...(cast?.goals ?? [])]),
    redLines: filled(data.red_lines),
    sampleLines: filled(data.sample_lines.slice(0, MOST_LINES).map((line) => line.trim())),
    knows: filled([...data.knows, ...(cast?.knows ?? [])]),
    withholds: filled([...data.withholds, ...(cast?.withholds ?? [])]),
    capabilities: data.capabilities,
    escalationProfile: data.escalation_profile ?? PROFILES[data.escalation],
    notes: filled(data.gm_notes),
  });
}

/** Snapshots are kept for every turn; an empty list need not be. */
function filled(lines: readonly string[]): readonly string[] | undefined {
  return lines.length === 0 ? undefined : lines;
}
