import type { CastMember, ContextPacket } from '#engine/contracts/context-packet.ts';
import type { Exchange } from '#engine/contracts/exchange.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { OfferedOperation } from '#engine/contracts/proposed-operation.ts';
import { type KeyedRandom, keyedRandom } from '#engine/kit/keyed-random.ts';
import type { Segment } from '#engine/prompt/segment.ts';
import { condensedBefore } from './condensed-before.ts';
import { type PackText, packTexts, packYaml, sentencesOf } from './pack-texts.ts';

const PACK = 'neo_seattle';
const TURNS_BETWEEN_EVENTS = 3;
const EVENTS_BETWEEN_PROFILES = 8;
const SECOND = 1000;
const BEGUN = Date.UTC(2026, 10, 16);

/** How a table plays: how long it stays in a place, and how long it thinks before each turn. */
export type Shape = {
  readonly turnsInAPlace: number;
  /** Milliseconds before a turn, by its number. */
  readonly pauseBefore: (turn: number) => number;
};

/** A player answers after a good minute. */
export const BRISK = (): number => 80 * SECOND;
/** Once in 25 turns the player makes tea: longer than a cache of five minutes lives, shorter than one of an hour. */
export const WITH_TEA = (turn: number): number => (turn % 25 === 13 ? 15 * 60 * SECOND : BRISK());
/** Every fourth turn is thought over for seven minutes. */
export const THOUGHTFUL = (turn: number): number => (turn % 4 === 2 ? 7 * 60 * SECOND : BRISK());
/** Played beside something else: an answer every twelve minutes. */
export const BESIDE = (): number => 12 * 60 * SECOND;

const USUAL: Shape = { turnsInAPlace: 15, pauseBefore: WITH_TEA };

/** One turn of a campaign nobody played: what the narrator is given, and what a model would answer. */
export type SimulatedTurn = {
  readonly number: number;
  /** When it is taken, in milliseconds since 1970. */
  readonly at: number;
  readonly input: NarrateInput;
  readonly narration: string;
  /** Choices the narrator writes, and what `record` answers beside them. */
  readonly outcome: SimulatedOutcome;
};

export type SimulatedOutcome = {
  readonly choices: readonly {
    readonly key: string;
    readonly text: string;
    readonly description: string;
    readonly risk: 'medium';
  }[];
  readonly summary: string;
  readonly observations: readonly object[];
  readonly minutes: number;
};

export type LongCampaign = {
  readonly segments: readonly Segment[];
  readonly turns: readonly SimulatedTurn[];
  readonly characters: readonly PackText[];
  /** What `record` is offered. */
  readonly operations: readonly OfferedOperation[];
};

/** A campaign of so many turns in a shipped pack: places change, people come and go, lore is pulled, time passes. */
export function longCampaign(
  turns: number,
  operations: readonly OfferedOperation[],
  { turnsInAPlace, pauseBefore }: Shape = USUAL,
): LongCampaign {
  const characters = packTexts(PACK, 'characters');
  const places = packTexts(PACK, 'locations');
  const sentences = sentencesOf([...characters, ...places]);
  const random = keyedRandom('long campaign', 'turns');
  const said: Exchange[] = [];
  const pauses: number[] = [];
  const events: ContextPacket['recentEvents'] = [];
  let pulls: ContextPacket['lore'] = [];
  let summary = '';
  let now = BEGUN;
  const simulated = Array.from({ length: turns }, (_, index): SimulatedTurn => {
    now += pauseBefore(index + 1);
    const stay = Math.floor(index / turnsInAPlace);
    const place = at(places, stay);
    if (index % turnsInAPlace === 0) pulls = [];
    else if (random.below(4) === 0)
      pulls = [...pulls, pulled(at(characters, random.below(characters.length)), index)];
    const cast = [0, 1, 2].map((offset) => member(at(characters, stay * 3 + offset), offset + 1));
    const narration = story(sentences, random, 95 + random.below(70));
    const playerText = story(sentences, random, 12 + random.below(14));
    const input = inputOf({
      index,
      place,
      cast,
      pulls,
      said: [...said],
      pauses: pauses.slice(1),
      events: [...events],
      summary,
      profile: story(
        sentences,
        keyedRandom('profile', String(Math.floor(events.length / EVENTS_BETWEEN_PROFILES))),
        220,
      ),
      playerText,
      // Facts add up: a few to begin with, then one every other turn.
      facts: Array.from({ length: 3 + Math.floor(index / 2) }, (_fact, number) => at(sentences, number * 7)),
      boundary: index - (index % turnsInAPlace),
    });
    said.push({ player: playerText, narration });
    pauses.push(pauseBefore(index + 1));
    if (index % TURNS_BETWEEN_EVENTS === 0) {
      events.push({
        id: `evt_${events.length}`,
        date: input.packet.scene.date,
        type: 'npc_action',
        summary: at(sentences, index),
        exchange: index,
      });
    }
    summary += `${summary === '' ? '' : '\n'}${at(sentences, index * 3)}`;
    return { number: index + 1, at: now, input, narration, outcome: outcomeOf(sentences, cast, index) };
  });
  return { segments: segments(), turns: simulated, characters, operations };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error(`${PACK} has no content to play with`);
  return item;
}

function story(sentences: readonly string[], random: KeyedRandom, words: number): string {
  let text = '';
  while (text.split(' ').length < words)
    text += `${text === '' ? '' : ' '}${at(sentences, random.below(sentences.length))}`;
  return text.split(' ').slice(0, words).join(' ');
}

function pulled({ id, fields, body }: PackText, exchange: number): ContextPacket['lore'][number] {
  return { id, title: String(fields.name), text: body.split('\n\n')[1] ?? body, kind: 'pull', exchange };
}

function member({ id, fields }: PackText, tier: number): CastMember {
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return {
    id: `npc_${id}_001`,
    name: String(fields.name),
    role: String(fields.role ?? ''),
    description: `${String(fields.summary ?? '')} ${String(fields.appearance ?? '')}`,
    speech: String(fields.speech_style ?? ''),
    disposition: list(fields.personality)[0] ?? '',
    capabilities: String(fields.capabilities ?? ''),
    goals: list(fields.goals),
    redLines: list(fields.red_lines),
    sampleLines: list(fields.sample_lines),
    relation: '',
    carries: [],
    condition: '',
    numbers: '',
    tier,
  };
}

type Moment = {
  readonly index: number;
  readonly place: PackText;
  readonly cast: CastMember[];
  readonly pulls: ContextPacket['lore'];
  readonly said: Exchange[];
  readonly pauses: number[];
  readonly events: ContextPacket['recentEvents'];
  readonly summary: string;
  readonly profile: string;
  readonly playerText: string;
  readonly facts: readonly string[];
  readonly boundary: number;
};

function inputOf(moment: Moment): NarrateInput {
  const { index, place } = moment;
  const sections = place.body.split(/\n(?=## )/);
  const made = sections.slice(0, 3).map((text, part) => ({
    id: `${place.id}:${part}`,
    title: place.id,
    text,
    kind: 'materialised' as const,
  }));
  return {
    callType: 'narrative',
    personaId: 'pc_abdi_001',
    playerText: moment.playerText,
    opening: null,
    packet: {
      scene: {
        index,
        date: `${15 + Math.floor(index / 24)} March 2091, ${index % 24}:30`,
        timeOfDay: 'Evening',
        place: {
          id: `loc_${place.id}_001`,
          name: String(place.fields.name),
          description: String(place.fields.summary),
          atmosphere: [],
        },
        exits: [{ to: 'loc_forty_stair_001', label: 'the stair', blocked: null }],
        visibility: 'dim',
        noise: 'normal',
        constraints: [],
        chapter: { number: 1 + Math.floor(index / 40), title: 'The Remeasure' },
      },
      personas: [
        {
          id: 'pc_abdi_001',
          name: 'Abdi',
          profile: moment.profile,
          sheet: ['Harm 1/5', `Cred ${55 + index}`, 'Heat 2'],
        },
      ],
      cast: moment.cast,
      entities: [],
      facts: moment.facts.map((text, number) => ({ id: `fact_${number}`, subjectId: 'pc_abdi_001', text })),
      threads: [
        { id: 'find_jin', title: 'Where is Jin?', status: 'active', stakes: 'She is hurt and hidden.' },
      ],
      clocks: [{ id: 'remeasure', name: 'The Remeasure', value: index % 8, max: 8 }],
      inventory: [
        { ownerId: 'pc_abdi_001', itemId: 'item_chalk_001', name: 'Stick of chalk', quantity: 2, flags: [] },
      ],
      relationships: [],
      missions: [],
      deadlines: [{ id: 'board', text: 'The Board certifies at six on Tuesday.', urgency: 'clear' }],
      investigation: [],
      pendingThreats: [],
      activeSituations: [],
      failureStreaks: {},
      calibration: {
        tone: 'wet, wry and exact',
        boundaries: ['no torture'],
        difficulty: 'normal',
        pacing: 'normal',
        notes: '',
      },
      recentEvents: moment.events,
      summary: moment.summary,
      storySoFar: condensedBefore(index),
      lore: [...made, ...moment.pulls],
      rulesetState: [`tide: ${index % 2 === 0 ? 'flood' : 'ebb'}`, 'alert: 1'],
    },
    conversation: moment.said,
    conversationStart: 0,
    pauses: moment.pauses,
    loreBoundary: moment.boundary,
    outcome: {
      text: 'It works, at a price.',
      band: 'mixed',
      degree: 'mixed',
      rolls: ['Legs: 2d6+3 = 4+1+3 = 8'],
      costs: ['time 5'],
      consequences: [],
    },
    playerActs: [],
    done: [],
    actions: [],
    plan: null,
    revealed: [],
    fallsDue: [],
    span: '',
    briefing: [],
    blocked: [],
    refusedBefore: [],
    notes: [],
    assumptions: [],
    notices: [],
    rolled: null,
    secrets: null,
    tableDue: null,
    language: '',
    eventTypes: ['decision', 'promise', 'betrayal', 'npc_action'],
  };
}

function outcomeOf(
  sentences: readonly string[],
  cast: readonly CastMember[],
  index: number,
): SimulatedOutcome {
  const choice = (key: string, number: number) => ({
    key,
    text: at(sentences, index + number)
      .split(' ')
      .slice(0, 6)
      .join(' '),
    description: at(sentences, index * 2 + number)
      .split(' ')
      .slice(0, 12)
      .join(' '),
    risk: 'medium' as const,
  });
  return {
    choices: [choice('ask_about_jin', 1), choice('follow_the_chalk', 2), choice('leave_quietly', 3)],
    summary: at(sentences, index * 3),
    observations: cast
      .slice(0, 2)
      .map(({ id }) => ({ character_id: id, content: at(sentences, index + 5), importance: 3, sentence: 1 })),
    minutes: 5,
  };
}

function segments(): Segment[] {
  const ruleset = packYaml(PACK, 'rulesets/freeform_2d6.yaml');
  const entry = packYaml(PACK, 'entry_points/dead_drop.yaml');
  const [world] = packTexts(PACK, 'worlds');
  if (world === undefined) throw new Error(`${PACK} has no world`);
  const segment = (scope: Segment['scope'], refId: string, text: unknown, essentials: unknown): Segment => ({
    id: `${scope}:${refId}`,
    scope,
    refId,
    version: '1.0.0',
    text: String(text),
    essentials: essentials === undefined ? null : String(essentials),
  });
  return [
    segment('ruleset', 'freeform_2d6', ruleset.rulebook_summary, ruleset.essentials),
    segment('world', world.id, world.fields.prompt, world.fields.essentials),
    segment('entry', 'dead_drop', entry.entry, entry.essentials),
    segment('entry_start', 'dead_drop', entry.entry_start, undefined),
  ];
}
