import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { type CharacterId, PackEntityId } from '#engine/state/ids.ts';
import type { Character, Entity, Faction, Item, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { CastMemberData } from '../format/entry-point-file.ts';
import type { Content, Frozen } from '../library/content.ts';
import { type CampaignIds, type EntityContent, omitUndefined } from './campaign-ids.ts';

/**
 * Builds the fields every entity copied from a pack has. The copy belongs to the campaign and may change independently.
 */
function buildSharedFields(
  content: EntityContent,
  description: string,
  attributes: { readonly [key: string]: Json },
) {
  const { id, packId, name, data } = content;
  return {
    name,
    description,
    tags: data.tags,
    attributes,
    retired: false,
    // What is the game master's in the pack can still be found in play.
    visibility: data.visibility === 'gm' ? ('hidden' as const) : ('public' as const),
    knownTo: [],
    origin: 'pack' as const,
    packId,
    packEntityId: PackEntityId.parse(id),
  };
}

type Cast = Frozen<CastMemberData> | undefined;

/** At most so many of their lines: enough to hear the voice, few enough to stand in every prompt. */
const MOST_LINES = 5;

const PROFILES = { soft: 'bystander', hard: 'usual', lethal: 'killer' } as const;

/** Builds the campaign's copy of a pack character, with the changes the entry point makes. */
function buildCharacter(
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
    ...buildSharedFields(content, publicText(data.summary, data.appearance), seenIn(content, cast)),
    role: data.role ?? data.title ?? '',
    ...omitUndefined({
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
    stats: buildStatBlock(content, cast, ruleset),
    internal: internalOf(content, cast),
  };
}

function publicText(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(' ');
}

/** Builds the attributes that players never see and that have no field of their own. */
function seenIn({ data }: Content<'character'>, cast: Cast) {
  return omitUndefined({
    tier: data.tier,
    categories: data.categories,
    disposition: data.disposition,
    pronouns: data.pronouns,
    died: data.died,
    part: cast?.part,
  });
}

/** Builds the stat block for the ruleset that owns the campaign, with the keys the entry point changes. */
function buildStatBlock(content: Content<'character'>, cast: Cast, ruleset: Content<'ruleset'>) {
  const own = content.data.stat_blocks[ruleset.id] ?? ruleset.data.default_stat_block;
  if (own === undefined && cast?.stat_block === undefined) return {};
  const written: { readonly [key: string]: Json } = { ...own, ...cast?.stat_block };
  if (ruleset.data.stat_block_schema !== 'srd5e') return written;
  // Defaults are filled in once, here, so that play finds every number in its place; the result is plain JSON. The checker has
  // spoken of blocks that do not fit.
  return (Srd5eStatBlock.safeParse(written).data ?? written) as typeof written;
}

function internalOf({ data }: Content<'character'>, cast: Cast): Character['internal'] {
  return omitUndefined({
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

function buildLocation(content: Content<'location'>, ids: CampaignIds): Location {
  const { data } = content;
  const attributes = omitUndefined({
    district: data.district,
    part_of: ids.location(data.part_of) ?? undefined,
    atmosphere: data.atmosphere.length > 0 ? data.atmosphere : undefined,
  });
  return {
    kind: 'location',
    id: found(ids.location(content.id), content.id),
    ...buildSharedFields(content, data.summary ?? '', attributes),
    exits: data.exits === undefined ? null : data.exits.flatMap((exit) => exitOf(exit, ids)),
    effects: data.effects,
  };
}

type ExitData = NonNullable<Content<'location'>['data']['exits']>[number];

/** Builds an exit. Leaves out one to a place that is not part of the campaign. */
function exitOf({ to, label, minutes, blocked, secret }: ExitData, ids: CampaignIds) {
  const place = ids.location(to);
  return place === null
    ? []
    : [{ to: place, ...omitUndefined({ label, minutes, blocked, secret: secret || undefined }) }];
}

function buildItem(content: Content<'item'>, isHeld: boolean, ids: CampaignIds): Item {
  const { data } = content;
  const attributes = { ...data.attributes, ...omitUndefined({ value: data.value }) };
  return {
    kind: 'item',
    id: found(ids.item(content.id), content.id),
    ...buildSharedFields(content, data.summary ?? '', attributes),
    placeId: isHeld ? null : ids.location(data.location),
    portable: data.portable,
  };
}

function buildFaction(content: Content<'faction'>, ids: CampaignIds): Faction {
  const { data } = content;
  const attributes = omitUndefined({
    goals: data.goals.length > 0 ? data.goals : undefined,
    withholds: data.withholds.length > 0 ? data.withholds : undefined,
    seat: ids.location(data.seat) ?? undefined,
  });
  return {
    kind: 'faction',
    id: found(ids.faction(content.id), content.id),
    ...buildSharedFields(content, data.summary ?? '', attributes),
    leaderId: ids.character(data.leader),
  };
}

function found<Id>(id: Id | null, packEntityId: string): Id {
  if (id === null) throw new Error(`${packEntityId} was given no id`);
  return id;
}

type CastOpeningScene = Content<'entry_point'>['data']['cast'][number];
type Characters = Readonly<Record<string, Character>>;

/** Sets the first scene: who of the cast is there, who is not noticed, what can be seen and heard. */
function buildOpeningScene(
  { data }: Content<'entry_point'>,
  personas: readonly CharacterId[],
  characters: Characters,
  ids: CampaignIds,
): { readonly scene: Snapshot['scene']; readonly characters: Characters } {
  const { location, visibility, noise, constraints } = data.opening;
  const placeId = ids.location(location);
  const present: CharacterId[] = [];
  const obscured: CharacterId[] = [];
  const placed: Record<string, Character> = { ...characters };
  for (const cast of data.cast) {
    const character = placed[ids.character(cast.character) ?? ''];
    if (character === undefined || !isPresent(cast, character, placeId, personas)) continue;
    present.push(character.id);
    if (cast.obscured) obscured.push(character.id);
    placed[character.id] = { ...character, placeId };
  }
  const scene = { placeId, presentIds: present, obscuredIds: obscured, visibility, noise, constraints };
  return { scene, characters: placed };
}

/**
 * Decides whether a cast member is in the opening scene. The entry point's `present` decides if given. Otherwise played
 * personas are, and living characters at the place. An unplayed persona is another player's seat, and is not.
 */
function isPresent(
  { present, role }: CastOpeningScene,
  { id, status, placeId }: Character,
  openingPlaceId: Character['placeId'],
  personas: readonly CharacterId[],
): boolean {
  if (present !== undefined) return present;
  if (role === 'persona') return personas.includes(id);
  return placeId === openingPlaceId && status !== 'dead';
}

type StartingEntities = {
  readonly entities: Snapshot['entities'];
  readonly scene: Snapshot['scene'];
  readonly personas: Snapshot['personas'];
};

/** Builds all entities of the campaign, with the cast placed where the opening wants it. */
export function buildEntities(
  { entryPoint, ruleset }: { entryPoint: Content<'entry_point'>; ruleset: Content<'ruleset'> },
  contents: readonly EntityContent[],
  personaIds: readonly string[],
  inventory: Snapshot['inventory'],
  ids: CampaignIds,
): StartingEntities {
  const personas = personaIds.flatMap((id) => ids.character(id) ?? []);
  const held = new Set(Object.values(inventory).flatMap((things) => Object.keys(things)));
  const characters: Record<string, Character> = {};
  const things: Record<string, Entity> = {};
  for (const content of contents) {
    if (content.kind === 'character') {
      const cast = entryPoint.data.cast.find(({ character }) => character === content.id);
      const character = buildCharacter(content, cast, ruleset, ids);
      characters[character.id] = character;
    } else {
      const thing = thingEntity(content, held, ids);
      things[thing.id] = thing;
    }
  }
  const opening = buildOpeningScene(entryPoint, personas, characters, ids);
  return { entities: { ...opening.characters, ...things }, scene: opening.scene, personas };
}

function thingEntity(
  content: Content<'location' | 'item' | 'faction'>,
  held: ReadonlySet<string>,
  ids: CampaignIds,
): Entity {
  switch (content.kind) {
    case 'location':
      return buildLocation(content, ids);
    case 'item':
      return buildItem(content, held.has(ids.item(content.id) ?? ''), ids);
    case 'faction':
      return buildFaction(content, ids);
  }
}
