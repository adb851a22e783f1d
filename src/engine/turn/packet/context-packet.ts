import type { CastMemberView, ContextPacket } from '#engine/contracts/context-packet.ts';
import type { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import type { TrackedSheet } from '#engine/prompt/track-sheets.ts';
import { computeArmorClass } from '#engine/srd5e/derived-numbers.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { listConditions } from '#engine/state/conditions.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { writeSummary } from '#engine/state/knowledge.ts';
import { listMeters } from '#engine/state/meters.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { Playbook } from '../playbook.ts';
import { isLyingHere } from '../rule/validate-actions.ts';
import { getExchangeNumber, type RecentConversation } from './conversation.ts';
import { writeDateTime, writeDay, writeFact, writeRulesetState, writeStatLines } from './format-lines.ts';
import { countInvestigation, listActiveSituations, listPendingThreats } from './pressures.ts';
import { writeSrdSheet } from './srd-sheet.ts';

/** More than any prompt has room for beside the conversation and the condensed story. */
const MOST_LINES = 48;
/** Number of lines in a block. Whole blocks keep the position of a line, counted from the first, the same for many turns. */
const BLOCK = 16;

/** Returns the end of a running summary: older parts are told in condensed form, and found in the history. */
export function keepLatestNotes(summary: string): string {
  const lines = summary.split('\n');
  const blocks = Math.floor((lines.length - MOST_LINES) / BLOCK);
  return blocks <= 0 ? summary : lines.slice(blocks * BLOCK).join('\n');
}

/**
 * Lists the open part of the working set in the order in which it grew. First comes its content at the boundary, then each
 * pull with the exchange it was made for. Nothing is inserted in the middle, so a cached prompt stays cached.
 */
export function listLore({ visible, pullLog, since }: SceneLore): ContextPacket['lore'] {
  const lore: ContextPacket['lore'] = [
    ...visible.atmosphere.map(({ id, title, text }) => ({ id, title, text, kind: 'materialised' as const })),
    ...visible.threads.map(({ threadId, title, text }) => {
      return { id: `thread:${threadId}`, title, text, kind: 'materialised' as const };
    }),
    ...(visible.session ?? []).map(({ id, title, text }) => ({
      id,
      title,
      text,
      kind: 'materialised' as const,
    })),
    ...visible.pulls.map(({ id, type, title, text }) => {
      const logged = pullLog.findLast((entry) => entry.id === id && entry.type === type);
      const person = type === 'character' ? { personId: id } : {};
      return { id, title, text, kind: 'pull' as const, exchange: logged?.exchange ?? since, ...person };
    }),
  ];
  // The same passage may be found for the place and for a thread.
  const told = new Set<string>();
  return lore.filter(({ text }) => !told.has(text) && told.add(text));
}

type PacketSources = Pick<RecentConversation, 'said' | 'saidScenes'> & {
  readonly snapshot: Snapshot;
  /** View of the acting persona's player; everything told comes from here. */
  readonly view: PlayerView;
  readonly playbook: Pick<Playbook, 'calendar' | 'rules'>;
  /** Null before the first lookup. */
  readonly sceneLore: SceneLore | null;
  readonly recent: readonly ChronicleEntry[];
  /** Profile of the acting persona, once it was written. */
  readonly profile: string | null;
  readonly storySoFar: ContextPacket['storySoFar'];
  readonly sceneIndex: number;
  /** Personas the packet is written for, when it is for more than the view's own. */
  readonly knowers?: readonly CharacterId[];
  /** People whose sheets the prompt holds since the last boundary; only those present when absent. */
  readonly sheets?: readonly TrackedSheet[];
};

/** Gender the engine fills in where none is known. */
const UNSPECIFIED = 'unspecified';
const TIERS = { major: 1, supporting: 3, minor: 6 } as const;
/** Tier of a character for whom no importance was given. */
const USUAL_TIER = 5;

/** Builds everything a step may be told about the moment, and nothing a player may not know. */
export function buildContextPacket(sources: PacketSources): ContextPacket {
  const { snapshot, view, sceneLore, recent, playbook } = sources;
  return {
    scene: sceneOf(sources),
    personas: personasOf(sources),
    ...describePeople(sources),
    entities: itemsAt(snapshot, view),
    ...knownOf(view),
    deadlines: deadlinesOf(snapshot, view, playbook),
    investigation: countInvestigation(snapshot, view),
    pendingThreats: listPendingThreats(view),
    activeSituations: listActiveSituations(snapshot, view),
    failureStreaks: failuresOf(snapshot),
    calibration: describeAgreement(snapshot),
    recentEvents: filterKnownEvents(recent, sources).map(
      ({ id, time, type, summary, scene, characterIds }) => ({
        id,
        date: writeDay(time, playbook.calendar),
        type,
        summary,
        people: characterIds.flatMap((one) => {
          const name = view.entities[one]?.name;
          return name === undefined ? [] : [{ id: one, name }];
        }),
        ...(scene.index === 0 ? {} : { exchange: getExchangeNumber(sources, scene.index) }),
        ...(sources.saidScenes.includes(scene.index) ? { isTold: true as const } : {}),
      }),
    ),
    summary: keepLatestNotes(writeSummary(snapshot, sources.knowers ?? [view.personaId])),
    storySoFar: [...sources.storySoFar],
    kept: listKept(sources),
    lore: sceneLore === null ? [] : listLore(sceneLore),
    rulesetState: writeRulesetState(view, snapshot),
  };
}

/** Gathers what the acting persona's player knows; computed once per view, because every step sees the same. */
const knownOf = memoizeByObject((view: PlayerView) => ({
  facts: view.facts.map((fact) => ({
    id: fact.id,
    subjectId: fact.subjectId,
    text: writeFact(fact, view),
    ...(fact.confidence < 1 ? { confidence: fact.confidence } : {}),
  })),
  threads: view.threads.filter(({ status }) => status === 'active'),
  clocks: [...view.clocks],
  inventory: holdingsOf(view),
  relationships: describeRelationships(view),
  missions: [...view.missions],
}));

/** Describes ties between people; one that is the same both ways is told once. */
function describeRelationships(view: PlayerView): ContextPacket['relationships'] {
  const { relationships } = view;
  const isMutual = (one: Tie, other: Tie) =>
    one.fromId === other.toId &&
    one.toId === other.fromId &&
    one.type === other.type &&
    one.intensity === other.intensity;
  return relationships.flatMap((tie, at) => {
    if (relationships.slice(0, at).some((before) => isMutual(before, tie))) return [];
    const { fromId, toId, intensity } = tie;
    const between = relationships.some((other) => isMutual(other, tie)) ? 'and' : 'to';
    const type = tie.type.replaceAll('_', ' ');
    return [
      { fromId, toId, text: `${nameOf(view, fromId)} ${between} ${nameOf(view, toId)}: ${type}`, intensity },
    ];
  });
}

type Tie = PlayerView['relationships'][number];

function deadlinesOf(
  { deadlines: all }: Snapshot,
  { deadlines, entities }: PlayerView,
  { calendar }: PacketSources['playbook'],
): ContextPacket['deadlines'] {
  return deadlines
    .filter(({ status }) => status === 'active')
    .map(({ id, description, urgency, dueAt }) => {
      const names = (all[id]?.relatedIds ?? []).flatMap((one) => entities[one]?.name ?? []);
      const unsaid = names.filter((name) => !description.includes(name));
      const concerns = unsaid.length === 0 ? {} : { concerns: unsaid };
      return { id, text: description, urgency, due: writeDateTime(dueAt, calendar), ...concerns };
    });
}

/** Number of kept memories a prompt has at most. */
const MOST_KEPT = 12;

/** Lists the memories the engine keeps for ever, those of exchanges that the prompt no longer has. */
function listKept({ view, saidScenes, snapshot, playbook }: PacketSources): ContextPacket['kept'] {
  const [first] = saidScenes;
  if (first === undefined) return [];
  const reasons = new Map(snapshot.coreMemories.map(({ text, reason }) => [text, reason]));
  return view.coreMemories
    .filter(({ sceneIndex }) => sceneIndex < first)
    .slice(-MOST_KEPT)
    .map(({ text, time }) => ({
      text,
      date: writeDay(time, playbook.calendar),
      reason: (reasons.get(text) ?? '').replaceAll('_', ' '),
    }));
}

function sceneOf({
  view,
  snapshot,
  playbook: { calendar },
  sceneIndex,
}: PacketSources): ContextPacket['scene'] {
  const { placeId, visibility, noise, constraints } = view.scene;
  const place = placeId === null ? undefined : view.entities[placeId];
  const exits = place?.kind === 'location' ? (place.exits ?? []) : [];
  return {
    index: sceneIndex,
    date: writeDateTime(view.time, calendar),
    timeOfDay: calendar.partsOf(view.time).timeOfDay,
    place:
      place === undefined
        ? null
        : {
            id: place.id,
            name: place.name,
            description: place.description,
            atmosphere: readAtmosphere(snapshot, place.id),
            ...readPlaceDetails(snapshot, place.id),
          },
    exits: exits.map(({ to, label, blocked }) => ({
      to,
      label: label ?? nameOf(view, to),
      ...(view.entities[to] === undefined ? {} : { name: view.entities[to].name }),
      blocked: blocked ?? null,
    })),
    visibility,
    noise,
    constraints: [...constraints],
    chapter: {
      number: view.chapter.number,
      title: view.chapter.title,
      ...(snapshot.chapter.about === undefined ? {} : { about: snapshot.chapter.about }),
    },
  };
}

/** Lists all personas; only for the acting one does it tell more than others can see. */
function personasOf({ view, profile, playbook: { rules } }: PacketSources): ContextPacket['personas'] {
  const others = view.personas.filter((id) => id !== view.personaId);
  return [view.personaId, ...others].flatMap((id) => {
    const persona = view.entities[id];
    if (persona === undefined) return [];
    const isOwn = id === view.personaId && persona.kind === 'character';
    const sheet = isOwn ? writeOwnSheet(persona.stats, rules) : [];
    const isHere = isOwn || view.scene.presentIds.some((present) => present === id);
    return {
      id,
      name: persona.name,
      profile: (isOwn ? profile : null) ?? persona.description,
      sheet,
      ...(isHere ? {} : { isElsewhere: true as const }),
    };
  });
}

function writeOwnSheet(stats: Json, { srd5e }: StateRules): string[] {
  const block = srd5e ? Srd5eStatBlock.safeParse(stats).data : undefined;
  return block === undefined ? writeStatLines(stats) : writeSrdSheet(block);
}

/** Returns authored lines on how a place feels; packs keep them among its attributes. */
export function readAtmosphere({ entities }: Snapshot, id: string): string[] {
  // Looking up a text that is no id finds nothing.
  const lines = entities[id as keyof typeof entities]?.attributes.atmosphere;
  if (typeof lines === 'string') return [lines];
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}

/** Reads the district of a place and its lasting effects; leaves out what its author did not write. */
function readPlaceDetails({ entities }: Snapshot, id: string) {
  // Looking up a text that is no id finds nothing.
  const place = entities[id as keyof typeof entities];
  if (place?.kind !== 'location') return {};
  const { district } = place.attributes;
  return {
    ...(typeof district === 'string' ? { district } : {}),
    ...(place.effects.length === 0 ? {} : { effects: [...place.effects] }),
  };
}

/** Describes the people present with their sheets, and those whose sheets the prompt still holds although they have gone. */
function describePeople(sources: PacketSources): Pick<ContextPacket, 'cast' | 'left'> {
  const { snapshot, view, sceneLore, sheets = [] } = sources;
  const boundary = sceneLore?.since ?? 0;
  const sinceOf = new Map(sheets.map(({ id, since }) => [id, since]));
  const describe = (id: string): CastMemberView[] =>
    describeCharacter(id, sources).map((member) => {
      const since = sinceOf.get(id);
      return since === undefined || since <= boundary ? member : { ...member, since };
    });
  const present = new Set<string>(view.scene.presentIds);
  const gone = sheets.filter(({ id }) => !present.has(id));
  return {
    cast: view.scene.presentIds.flatMap(describe),
    left: gone.flatMap(({ id }) => {
      const character = snapshot.entities[id as keyof typeof snapshot.entities];
      const isKnown = character?.kind === 'character' && character.awayAt !== character.placeId;
      const placeId = isKnown ? character.placeId : null;
      const to = placeId === null ? '' : (view.entities[placeId]?.name ?? '');
      return describe(id).map((member) => ({ ...member, to }));
    }),
  };
}

function describeCharacter(
  id: string,
  { snapshot: { entities, relations, inventory }, view, sceneLore: lore, playbook: { rules } }: PacketSources,
): CastMemberView[] {
  const seen = view.entities[id];
  // Looking up a text that is no id finds nothing.
  const character = entities[id as keyof typeof entities];
  if (seen?.kind !== 'character' || seen.isPersona || character?.kind !== 'character') return [];
  const {
    goals = [],
    redLines = [],
    capabilities = '',
    disposition = '',
    sampleLines = [],
    part,
  } = character.internal;
  return [
    {
      id: seen.id,
      name: seen.name,
      role: seen.title ?? seen.role,
      ...describeAddress(character),
      description: seen.description,
      about: findBriefing(id, lore),
      speech: character.speech ?? '',
      // A character's occupation may be a secret; their condition can be seen.
      disposition: character.status === 'conscious' ? '' : character.status,
      capabilities,
      ...(part === undefined ? {} : { part }),
      goals: [...goals],
      redLines: [...redLines],
      sampleLines: [...sampleLines],
      relation: [
        ...describeTies(view, character.id),
        disposition,
        describeRelation(relations, character.id, view.personaId),
      ]
        .filter((part) => part !== '')
        .join(' '),
      carries: Object.keys(inventory[character.id] ?? {}).flatMap(
        (itemId) => view.entities[itemId]?.name ?? [],
      ),
      condition: describeCondition(character, rules),
      numbers: rules.srd5e ? describeNumbers(character) : describeStats(character),
      tier: character.tier === undefined ? USUAL_TIER : TIERS[character.tier],
    },
  ];
}

/** Returns how to speak of a character: by its pronouns, else by its gender. */
function describeAddress({ pronouns, gender }: Character): Pick<CastMemberView, 'pronouns'> {
  const said = pronouns ?? gender;
  return said === undefined || said === UNSPECIFIED ? {} : { pronouns: said };
}

/** Describes what a character is to the persona, as far as the player knows, with how strongly: `Landlady (+2).` */
function describeTies({ relationships, personaId }: PlayerView, one: string): readonly string[] {
  return relationships
    .filter(({ fromId, toId }) => fromId === one && toId === personaId)
    .map(({ type, intensity }) => {
      const word = type.replaceAll('_', ' ');
      const strength = intensity === 0 ? '' : ` (${intensity > 0 ? '+' : ''}${intensity})`;
      return `${word.charAt(0).toUpperCase()}${word.slice(1)}${strength}.`;
    });
}

/** Describes how a character regards the persona, in the numbers of their relation; empty when none is kept. */
function describeRelation(relations: Snapshot['relations'], one: string, other: string): string {
  const relation = Object.values(relations).find(
    ({ low, high }) => (low === one && high === other) || (low === other && high === one),
  );
  if (relation === undefined) return '';
  const { trust, tension, closeness } = relation;
  return `Trust ${trust}, tension ${tension}, closeness ${closeness} of 10.`;
}

function describeCondition(character: Character, rules: StateRules): string {
  const status = character.status === 'conscious' ? [] : [character.status];
  const conditions = listConditions(character).map(({ name }) => name);
  const hurt = listMeters(character, rules).flatMap(({ name, label, value, min, max }) => {
    const isWorse = rules.mechanics.meters[name]?.better === 'lower' && value > min;
    return isWorse ? [`${label} ${value} of ${max}`] : [];
  });
  return [...status, ...(character.captive ? ['captive'] : []), ...conditions, ...hurt].join(', ');
}

/** Numbers of a stat block that is no SRD one, in a line: what a game master weighs a table or a refusal by. */
function describeStats({ stats }: Character): string {
  return Object.entries(stats)
    .flatMap(([name, value]) => (typeof value === 'number' ? [`${name.replaceAll('_', ' ')} ${value}`] : []))
    .join(', ');
}

function describeNumbers({ stats }: Character): string {
  const block = Srd5eStatBlock.safeParse(stats).data;
  if (block === undefined) return '';
  return `AC ${computeArmorClass(block)}, HP ${block.hit_points.current}/${block.hit_points.max}`;
}

function findBriefing(id: string, lore: SceneLore | null): string {
  return lore?.visible.briefings.find(({ characterId }) => characterId === id)?.disposition ?? '';
}

function itemsAt(snapshot: Snapshot, view: PlayerView): ContextPacket['entities'] {
  return Object.values(view.entities).flatMap((item) => {
    const record = snapshot.entities[item.id];
    if (record?.kind !== 'item' || !isLyingHere(snapshot, record)) return [];
    return {
      id: item.id,
      name: item.name,
      type: item.kind,
      description: item.description,
      tags: record.portable ? [...record.tags] : [...record.tags, 'cannot be carried'],
    };
  });
}

function holdingsOf(view: PlayerView): ContextPacket['inventory'] {
  return Object.entries(view.inventory).map(([itemId, { quantity, flags }]) => ({
    ownerId: view.personaId,
    itemId,
    name: nameOf(view, itemId),
    description: view.entities[itemId]?.description ?? '',
    quantity,
    flags: [...flags],
  }));
}

function failuresOf({ failureStreaks }: Snapshot): Record<string, number> {
  return Object.fromEntries(Object.entries(failureStreaks).map(([id, { failures }]) => [id, failures]));
}

function nameOf(view: PlayerView, id: string): string {
  return view.entities[id]?.name ?? 'somebody';
}

function describeAgreement({ calibration }: Pick<Snapshot, 'calibration'>): ContextPacket['calibration'] {
  const { tone, boundaries, difficulty, pacing, notes = '' } = calibration;
  return { tone, boundaries: [...boundaries], difficulty, pacing, notes };
}
