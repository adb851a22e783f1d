import type { ReadInput } from '#engine/contracts/reading.ts';
import type { TurnInput } from '#engine/domain/turn.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { ReadingDraft } from '../plain/shared-readings.ts';

export const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';
const NOON = { day: 690258, microsecond: 0 };
const FACT = {
  op: 'add_fact',
  subjectId: 'loc_mole_001',
  predicate: 'is',
  object: 'awash',
  visibility: 'public',
};
const CHOICE = { key: 'ask_marit', text: 'Ask Marit', description: 'She knows.', risk: 'low' };
const OFFERED = {
  context: 'The stove is warm.',
  analysis: { pros: ['It is warm.'], cons: ['It is late.'], confidence: 'high' },
  choices: [CHOICE],
};

/** Adds a record of every kind that the first turns of the story leave out. */
export const ADDED: readonly Edit[] = [
  [`entities.${TOMAS}.awayAt`, 'loc_mole_001'],
  [
    `entities.${INES}.conditions`,
    [{ name: 'tired', source: 'the crossing', until: { ...NOON, day: 690260 } }],
  ],
  [`entities.${MARIT}.internal.escalation`, { level: 'soft', provocations: 1 }],
  [
    'entities.loc_pier_house_001.exits',
    [
      { to: 'loc_mole_001', label: 'the plank walk', minutes: 4 },
      { to: 'loc_ropewalk_001', label: 'the gate', minutes: 12, blocked: 'It is chained.' },
      { to: 'loc_ropewalk_001', label: 'the hatch', minutes: 5, secret: true },
    ],
  ],
  ['facts.fact_0004.operations', [FACT]],
  ['facts.fact_0001.discovery', { method: 'read the policies', sceneIndex: 0 }],
  ['threads.the_ledger.resolvedWhen', { fact: { id: 'fact_0002' } }],
  [
    'relationships.npc_marit_001|pc_auditor_001|aunt',
    {
      fromId: MARIT,
      toId: INES,
      type: 'aunt',
      kin: 'relative',
      intensity: 3,
      notes: 'Her mother’s sister.',
      visibility: 'public',
      origin: 'campaign',
    },
  ],
  ['missions.the_audit.experience', 50],
  ['missions.the_audit.resolvedWhen', 'The Office has its figure.'],
  ['deadlines.packet_boat.warnings', { subtle: NOON, clear: NOON, urgent: NOON }],
  [
    'laws.lamp_law',
    {
      id: 'lamp_law',
      title: 'Of lamps',
      summary: 'Every lamp is lit at dusk.',
      status: 'repealed',
      enactedAt: NOON,
      repealedAt: NOON,
      origin: 'campaign',
    },
  ],
  ['economy.ledger', [{ sequence: 1, accountId: 'guild_chest', amount: 20, reason: 'A fine.', time: NOON }]],
  ['counters.economy', 1],
  ['plannedChapters.0.about', 'The bell is found.'],
  ['apart', [{ personaIds: [INES], text: 'Ines looked into the cellar alone.' }]],
  [
    'coreMemories',
    [
      {
        text: 'Ines came ashore.',
        reason: 'plot',
        visibility: 'public',
        knownTo: [],
        time: NOON,
        sceneIndex: 0,
      },
      {
        text: 'She saw the bell.',
        reason: 'plot',
        visibility: 'hidden',
        knownTo: [INES],
        time: NOON,
        sceneIndex: 0,
      },
    ],
  ],
  ['planning.thinking', 'Marit will not say it first.'],
  ['planning.context', OFFERED.context],
  ['planning.analysis', OFFERED.analysis],
  ['planning.commands', [{ ...CHOICE, key: 'god:ring_the_bell' }]],
  ['planning.refused', ['The lamp is not lit: there is no oil.']],
  ['planning.language', 'es'],
  [`failureStreaks.${INES}`, { failures: 1, bound: 0 }],
  ['calibration.notes', 'Keep it slow.'],
  ['calibration.ownPersonas', true],
  [
    'endings',
    [
      {
        id: 'told',
        title: 'Told',
        when: { mission: { id: 'the_audit', status: 'failed' } },
        epilogue: 'It is over.',
      },
    ],
  ],
  ['visitedIds', ['loc_mole_001']],
];

/** The key lies at the mole instead of being carried. */
const AT_HAND: Edit = [
  'inventory',
  { loc_pier_house_001: { item_brass_key_001: { quantity: 1, flags: [] } } },
];
export type Edit = readonly [path: string, value: Json | undefined];
type Change = { readonly given?: readonly Edit[]; readonly change: Edit };

const COMBAT = {
  round: 1,
  turn: 0,
  combatants: [
    { id: INES, side: 'party', initiative: 9, surprised: false, out: false },
    { id: MARIT, side: 'foes', initiative: 3, surprised: false, out: false },
  ],
  startedInScene: 1,
};
const ROWS = [
  { from: 1, to: 20, outcome: 'A storm.', kind: 'catastrophic' },
  { from: 21, to: 40, outcome: 'Rain.', kind: 'ordinary' },
  { from: 41, to: 60, outcome: 'Wind.', kind: 'ordinary' },
  { from: 61, to: 80, outcome: 'Fog.', kind: 'ordinary' },
  { from: 81, to: 100, outcome: 'Sun.', kind: 'exceptional' },
];
const ROLL = { personaId: INES, type: 'chaos', purpose: 'The weather', rows: ROWS, sceneIndex: 1 };
const QUESTION = { personaId: INES, question: 'Which key?', actionText: 'I turn the key.', sceneIndex: 1 };
const ENDING = { id: 'told', title: 'Told', epilogue: 'It is over.', sceneIndex: 1 };

/** What is true in both worlds for all fields below a part. */
export const GIVEN: Readonly<Record<string, readonly Edit[]>> = {
  combat: [['combat', COMBAT]],
  'planning.audience': [['planning.audience', [INES]]],
  'planning.own': [['planning.own', { [INES]: OFFERED }]],
  pendingRoll: [['pendingRoll', ROLL]],
  pendingClarification: [['pendingClarification', QUESTION]],
  ending: [['ending', ENDING]],
  threads: [['threads.the_ledger.visibility', 'public']],
  clocks: [['clocks.the_auditor.visibility', 'public']],
};
/** Parts in which no turn of the story can be played; clients show them. */
export const SHOWN_ONLY = /^(pendingRoll|pendingClarification|ending)\./;

const known = (path: string): Change => ({
  given: [[`${path}.visibility`, 'hidden']],
  change: [`${path}.knownTo`, [INES]],
});
const LOW_OIL: readonly Edit[] = [['resources.lamp_oil.amount', 1]];
/** The story ends when the mole is reached. */
const ENDS: readonly Edit[] = [
  ['visitedIds', []],
  ['endings.0.when', { visited: 'loc_mole_001' }],
];
const DUE = { day: 690263, microsecond: 0 };
const warned = (level: string): Change => ({
  given: [['deadlines.packet_boat.dueAt', DUE]],
  change: [`deadlines.packet_boat.warnings.${level}`, null],
});

/** Changes that are written by hand, where no other value of the same kind shows; `given` holds in both worlds. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'planning.notesApart': { change: ['planning.notesApart', { [INES]: ['The lamp is out.'] }] },
  'scene.obscuredIds': { change: ['scene.obscuredIds', [MARIT]] },
  'entities.character.knownTo': known(`entities.${MARIT}`),
  'entities.location.knownTo': known('entities.loc_mole_001'),
  'entities.item.knownTo': known('entities.item_brass_key_001'),
  'entities.faction.knownTo': known('entities.faction_ropewalk_guild_001'),
  'threads.knownTo': known('threads.the_ledger'),
  'clocks.knownTo': known('clocks.the_auditor'),
  'missions.knownTo': known('missions.the_audit'),
  'deadlines.knownTo': known('deadlines.packet_boat'),
  'resources.purse': { change: ['resources.lamp_oil.purse', true] },
  'economy.accounts.purse': { change: ['economy.accounts.guild_chest.purse', true] },
  'resources.knownTo': known('resources.lamp_oil'),
  'laws.knownTo': { change: ['laws.lamp_law.knownTo', [MARIT]] },
  usualPlaceState: { change: ['usualPlaceState', { fog: 2 }] },
  'entities.location.sceneState': { change: ['entities.loc_mole_001.sceneState', { fog: 6 }] },
  'entities.character.attributes': { change: [`entities.${MARIT}.attributes`, { scar: 'on the left hand' }] },
  'entities.character.gender': {
    given: [[`entities.${MARIT}.pronouns`, undefined]],
    change: [`entities.${MARIT}.gender`, 'androgyne'],
  },
  'entities.character.origin': { change: [`entities.${MARIT}.origin`, 'campaign'] },
  'entities.item.tags': { given: [AT_HAND], change: ['entities.item_brass_key_001.tags', ['bright']] },
  'facts.standsAlone': { change: ['facts.fact_0001.standsAlone', true] },
  'clocks.triggers.operations': {
    given: [['clocks.the_auditor.value', 2]],
    change: ['clocks.the_auditor.triggers.0.operations', [FACT]],
  },
  'deadlines.operations': { change: ['deadlines.packet_boat.operations', [FACT]] },
  'deadlines.warnings.subtle': warned('subtle'),
  'deadlines.warnings.clear': warned('clear'),
  'deadlines.warnings.urgent': warned('urgent'),
  'agendas.milestones.at': { change: [`agendas.${MARIT}.milestones.0.at`, 95] },
  'agendas.milestones.operations': { change: [`agendas.${MARIT}.milestones.0.operations`, []] },
  'resources.patients': {
    given: [['resources.lamp_oil.depletionUnit', 'per_patient_per_day']],
    change: ['resources.lamp_oil.patients', 2],
  },
  'resources.operations': { given: LOW_OIL, change: ['resources.lamp_oil.operations', [FACT]] },
  'resources.criticalSaid': { given: LOW_OIL, change: ['resources.lamp_oil.criticalSaid', true] },
  'entities.item.placeId': {
    given: [['inventory', {}]],
    change: ['entities.item_brass_key_001.placeId', 'loc_pier_house_001'],
  },
  'counters.entities': { change: ['counters.entities.item_a_brass_bell', 4] },
  custom: { change: ['custom', { lamps: 2 }] },
  'responses.operations': { change: ['responses.response_002.operations', [FACT]] },
  'pendingRoll.personaId': { given: [['pendingRoll', ROLL]], change: ['pendingRoll.personaId', MARIT] },
  'pendingRoll.rows': {
    given: [['pendingRoll', ROLL]],
    change: ['pendingRoll.rows.1.outcome', 'Drizzle.'],
  },
  'pendingClarification.personaId': {
    given: [['pendingClarification', QUESTION]],
    change: ['pendingClarification.personaId', MARIT],
  },
  'endings.title': { given: ENDS, change: ['endings.0.title', 'At the mole'] },
  'endings.epilogue': { given: ENDS, change: ['endings.0.epilogue', 'The lamp turns.'] },
  'endings.when': { change: ['endings.0.when', { visited: 'loc_mole_001' }] },
};

/** Names of the format and of records, and where a record came from: read by the store, exports and the limits of models. */
export const EXEMPT =
  /^(version|rulesetId)$|\.(kind|id|low|high|origin|packId)$|^entities\.item\.packEntityId$/;

/** Fields that other tests show at work, where this evening cannot. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'calibration.ownPersonas': 'test/schema/character-making.test.ts',
  'entities.character.born': 'test/engine/turn/family-and-profile.test.ts',
  'clocks.tags': 'test/engine/turn/rule/endangered-clocks.test.ts',
  'entities.location.tags': 'test/engine/turn/rule/endangered-clocks.test.ts',
  'entities.faction.tags': 'test/engine/turn/rule/endangered-clocks.test.ts',
  'missions.experience': 'test/playthroughs/fight-evenings.test.ts',
  // Told in the first turn, before this evening begins.
  opening: 'test/schema/content-start.test.ts',
};

/** Read once the exchanges they tell are no longer sent, or when another persona comes back. */
export const LATE: readonly string[] = ['apart.text'];

/** Fields that only a game master who is one model with the narrator is told. */
export const DUET: readonly string[] = ['entities.character.attributes', 'entities.item.attributes'];

/** Meets the triggers whose conditions have one of the words. */
function meet({ triggers, playerText }: ReadInput, words: RegExp) {
  return triggers
    .flatMap(({ id, when }) => (words.test(when) ? [{ id, quote: playerText }] : []))
    .slice(0, 2);
}

/** Turns that touch as much of the world as they can, by the player's words. */
export const READINGS: Readonly<Record<string, (input: ReadInput) => ReadingDraft>> = {
  'ask Marit about the ink and search the barrels': (input) => ({
    call_type: 'persuasion',
    addressed: input.present.map(({ id }) => id),
    actions: [
      { kind: 'talk', does: 'ask', target: MARIT },
      { kind: 'give', does: 'pay her', target: MARIT, pays: 1 },
    ],
    triggers: meet(input, /about the ink|search the barrels/),
    needs: {
      lore: ['the ledger'],
      characters: { keywords: ['ferryman'], categories: ['harbour_folk'] },
      laws: { keywords: ['weigh', 'lamp'] },
      events: { keywords: ['adeline'] },
    },
  }),
  'ask for the brass key, warm my hands and wait four days': (input) => ({
    triggers: meet(input, /brass key|warm/),
    actions: [
      {
        kind: 'talk',
        does: 'press her',
        target: MARIT,
        check: input.checks[0]?.id ?? '',
        risk: ['dangerous'],
      },
      { kind: 'wait', does: 'wait', minutes: 4 * 1440 },
    ],
  }),
  'go to the mole': ({ exits: [exit] }) => ({
    moves_to: exit?.to ?? '',
    actions: [{ kind: 'move', target: exit?.to ?? '' }],
  }),
  'ask Tomas about that night': (input) => ({
    addressed: input.present.map(({ id }) => id),
    triggers: meet(input, /night|berth/),
  }),
};

/** Changes by the game master's hand: every counter gives an id, and somebody who matters dies. */
export const BY_HAND: TurnInput = {
  kind: 'operations',
  asker: 'god',
  proposals: [
    FACT,
    { op: 'log_event', type: 'arrival', summary: 'A boat came in.', characterIds: [INES] },
    { op: 'record_economy', accountId: 'guild_chest', amount: -5, reason: 'Rope.' },
    { op: 'introduce_item', name: 'A brass bell', description: 'Cracked.', placeId: 'loc_mole_001' },
    { op: 'set_life', characterId: MARIT, status: 'dead' },
  ],
};
