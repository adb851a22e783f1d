import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { ReadInput } from '#engine/contracts/reading.ts';

const { present, exits, things, carried, tableTypes } = ReadInput.shape;
const Text = z.string();
const Named = z.strictObject({ id: Text, name: Text });

/** One scene of a shipped pack, as `read` and `narrate` are told of it. Names, conditions and texts are the packs' own. */
const Scene = z.strictObject({
  persona: Named,
  date: Text,
  place: Named.extend({ description: Text, atmosphere: z.array(Text) }),
  present: z.array(
    present.element.extend({ lines: z.array(Text).default([]), description: Text.default('') }),
  ),
  exits,
  things: z.array(things.element.extend({ description: Text })),
  carried: carried.default([]),
  money: ReadInput.shape.money.default(null),
  means: z.array(Text).default([]),
  /** What they belong to, then the conditions of one fact. */
  triggers: z.array(z.array(Text)).default([]),
  /** Id, label and what it covers. */
  checks: z.array(z.tuple([Text, Text, Text])).default([]),
  /** Id, name and title. */
  absent: z.array(z.tuple([Text, Text, Text])).default([]),
  tableTypes: tableTypes.default([]),
  threads: z.array(Text).default([]),
  isFight: z.boolean().default(false),
});
type Scene = z.infer<typeof Scene>;

export const SCENE_NAMES = [
  'room_twelve',
  'neon_dragon',
  'medina_palace',
  'penny_bridge',
  'the_lift',
] as const;
export type SceneName = (typeof SCENE_NAMES)[number];

const SCENES = z
  .record(z.enum(SCENE_NAMES), Scene)
  .parse(JSON.parse(readFileSync('test/fixtures/offline/scenes.json', 'utf8')));

/** The input of `read` for a player's words in a scene. */
export function readInputFor(
  name: SceneName,
  playerText: string,
  changes: Partial<ReadInput> = {},
): ReadInput {
  const scene = SCENES[name];
  return {
    playerText,
    persona: scene.persona,
    date: scene.date,
    place: { id: scene.place.id, name: scene.place.name },
    present: scene.present.map(({ id, name: own, role, aliases, side }) => ({
      id,
      name: own,
      role,
      aliases: [...aliases],
      ...(side === undefined ? {} : { side }),
    })),
    exits: scene.exits,
    things: scene.things.map(({ id, name: own, portable }) => ({ id, name: own, portable })),
    carried: scene.carried,
    money: scene.money,
    means: scene.means,
    triggers: scene.triggers.flatMap(([about = '', ...conditions], fact) =>
      conditions.map((when, at) => ({ id: `fact_${fact}.${at}`, when, about })),
    ),
    checks: scene.checks.map(([id, label, covers]) => ({ id, label, covers })),
    isFight: scene.isFight,
    tableTypes: scene.tableTypes,
    loaded: [],
    characters: scene.absent.map(([id, own, title]) => ({
      id,
      name: own,
      title,
      location: '',
      status: '',
    })),
    events: [],
    eventTypes: [],
    characterCategories: [],
    lastExchange: null,
    packLanguage: 'en',
    clarified: null,
    ...changes,
  };
}

/** The input of `narrate` for a turn in a scene in which nothing has happened yet. */
export function narrateInputFor(name: SceneName, changes: Partial<NarrateInput> = {}): NarrateInput {
  const scene = SCENES[name];
  return {
    callType: 'narrative',
    personaId: scene.persona.id,
    playerText: '',
    playerActs: [],
    opening: null,
    packet: packetFor(scene),
    conversation: [],
    conversationStart: 0,
    outcome: null,
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
    eventTypes: [],
    ...changes,
  };
}

function packetFor(scene: Scene): NarrateInput['packet'] {
  const { place, persona } = scene;
  return {
    scene: {
      index: 3,
      date: scene.date,
      timeOfDay: '',
      place: {
        id: place.id,
        name: place.name,
        description: place.description,
        atmosphere: [...place.atmosphere],
      },
      exits: scene.exits,
      visibility: 'clear',
      noise: 'quiet',
      constraints: ['There will be a hard frost before morning.'],
      chapter: { number: 1, title: 'One' },
    },
    personas: [
      {
        ...persona,
        profile: `${persona.name} reads rooms for a living. Nobody asked for it.`,
        sheet: ['HP 12/20'],
      },
    ],
    cast: scene.present.map(({ id, name, role, description, lines }) => ({
      id,
      name,
      role,
      description,
      speech: '',
      disposition: '',
      capabilities: '',
      goals: [],
      redLines: [],
      sampleLines: [...lines],
      relation: '',
      carries: [],
      condition: '',
      numbers: '',
      tier: 1,
    })),
    entities: scene.things.map(({ id, name, description }) => ({
      id,
      name,
      type: 'item',
      description,
      tags: [],
    })),
    facts: [],
    threads: scene.threads.map((title, at) => ({
      id: `thread_${at}`,
      title,
      status: 'active',
      stakes: '',
    })),
    clocks: [],
    inventory: scene.carried.map(({ id, name, quantity }) => ({
      ownerId: persona.id,
      itemId: id,
      name,
      quantity,
      flags: [],
    })),
    relationships: [],
    missions: [],
    deadlines: [],
    investigation: [],
    pendingThreats: [],
    activeSituations: [],
    failureStreaks: {},
    calibration: { tone: '', boundaries: [], difficulty: '', pacing: '', notes: '' },
    recentEvents: [],
    summary: '',
    storySoFar: [],
    lore: [],
    rulesetState: [],
  };
}
