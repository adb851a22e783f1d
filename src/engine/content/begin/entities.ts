import { type CharacterId, PackEntityId } from '#engine/state/ids.ts';
import type { Character, Entity, Faction, Item, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import type { FigureLookups } from '../figures.ts';
import type { CastMemberData } from '../format/entry-point-file.ts';
import type { Content, Frozen } from '../library/content.ts';
import { buildStatBlock } from '../stat-blocks.ts';
import type { CampaignIds, EntityContent } from './campaign-ids.ts';

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

/** The ruleset that owns the dice, and the library with the figures stat blocks refer to. */
type BlockSources = { readonly ruleset: Content<'ruleset'>; readonly library: FigureLookups };

/** At most so many of their lines: enough to hear the voice, few enough to stand in every prompt. */
const MOST_LINES = 5;

const PROFILES = { soft: 'bystander', hard: 'usual', lethal: 'killer' } as const;

/** Builds the campaign's copy of a pack character, with the changes the entry point makes. */
function buildCharacter(
  content: Content<'character'>,
  cast: Cast,
  { ruleset, library }: BlockSources,
  ids: CampaignIds,
): Character {
  const { data } = content;
  const status = cast?.status ?? data.status;
  const id = ids.character(content.id);
  if (id === null) throw new Error(`${content.id} was given no id`);
  return {
    kind: 'character',
    id,
    ...buildSharedFields(content, publicText(data.summary, data.appearance), {}),
    role: data.role ?? data.title ?? '',
    ...omitUndefined({
      title: data.title,
      gender: data.gender,
      pronouns: data.pronouns,
      born: data.born,
      tier: data.tier,
      categories: filled(data.categories),
      speech: data.speech_style?.trim(),
      task: cast?.current_task ?? data.current_task,
    }),
    ...locate(ids.location(cast?.location ?? data.location), status === 'away'),
    factionId: ids.faction(data.faction),
    status: status === 'dead' || status === 'unconscious' ? status : 'conscious',
    captive: status === 'captive',
    ...omitUndefined({ side: cast?.party ? ('party' as const) : cast?.side }),
    hidden: cast?.obscured ?? false,
    conditions: [],
    stats: buildStatBlock(content, cast, ruleset, library),
    internal: internalOf(content, cast),
  };
}

/** Places a character; one who is away is near it and has to be brought into the scene. */
function locate(placeId: Character['placeId'], isAway: boolean): Pick<Character, 'placeId' | 'awayAt'> {
  return isAway && placeId !== null ? { placeId, awayAt: placeId } : { placeId };
}

function publicText(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(' ');
}

function internalOf({ data }: Content<'character'>, cast: Cast): Character['internal'] {
  return omitUndefined({
    alignment: data.alignment,
    mbti: data.mbti,
    personality: filled(data.personality),
    disposition: cast?.disposition ?? data.disposition,
    interests: filled(data.interests),
    part: cast?.part,
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
    atmosphere: filled(data.atmosphere),
    notes: filled(data.gm_notes),
  });
  return {
    kind: 'location',
    id: found(ids.location(content.id), content.id),
    ...buildSharedFields(content, data.summary ?? '', attributes),
    exits: data.exits === undefined ? null : data.exits.flatMap((exit) => exitOf(exit, ids)),
    effects: data.effects,
    ...omitUndefined({ sceneState: data.scene_state }),
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
    goals: filled(data.goals),
    methods: filled(data.methods),
    assets: filled(data.assets),
    attitudes: listAttitudes(data.attitudes, ids),
    withholds: filled(data.withholds),
    seat: ids.location(data.seat) ?? undefined,
  });
  return {
    kind: 'faction',
    id: found(ids.faction(content.id), content.id),
    ...buildSharedFields(content, data.summary ?? '', attributes),
    leaderId: ids.character(data.leader),
  };
}

/** Lists how a faction meets others, by their ids in the campaign. */
function listAttitudes(attitudes: Content<'faction'>['data']['attitudes'], ids: CampaignIds) {
  const kept = attitudes.flatMap(({ to, stance }) => {
    const toId = ids.entity(to);
    return toId === null ? [] : [{ toId, stance }];
  });
  return kept.length === 0 ? undefined : kept;
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
    if (character === undefined) continue;
    if (!isPresent(cast, character, placeId, personas)) {
      // A character the opening leaves out is not simply met when the personas come back.
      const isLeftOut = cast.present === false && character.placeId === placeId;
      if (isLeftOut) placed[character.id] = { ...character, ...locate(placeId, true) };
      continue;
    }
    present.push(character.id);
    if (cast.obscured) obscured.push(character.id);
    const { awayAt: _awayAt, ...come } = character;
    placed[character.id] = { ...come, placeId };
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
  { id, status, placeId, awayAt }: Character,
  openingPlaceId: Character['placeId'],
  personas: readonly CharacterId[],
): boolean {
  if (present !== undefined) return present;
  if (role === 'persona') return personas.includes(id);
  return placeId === openingPlaceId && awayAt === undefined && status !== 'dead';
}

type StartingEntities = {
  readonly entities: Snapshot['entities'];
  readonly scene: Snapshot['scene'];
  readonly personas: Snapshot['personas'];
};

/** Builds all entities of the campaign, with the cast placed where the opening wants it. */
export function buildEntities(
  { entryPoint, ...sources }: BlockSources & { readonly entryPoint: Content<'entry_point'> },
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
      const character = buildCharacter(content, cast, sources, ids);
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
