import { Mechanics } from '#engine/rules/mechanics.ts';
import { gregorian } from '#engine/rules/time/built-in-calendars.ts';
import { type ApplyContext, applyOperations } from '#engine/state/apply-operations.ts';
import { createSnapshot } from '#engine/state/create-snapshot.ts';
import { CharacterId, EntityId, LocationId } from '#engine/state/ids.ts';
import type { Proposal } from '#engine/state/operations.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createStateRules } from '#engine/state/state-rules.ts';

const SIZES = [20_000, 200_000] as const;
const ROUNDS = 5;
const ROUND_MILLISECONDS = 300;

const HALL = LocationId.parse('loc_hall_001');
const idOf = (index: number) => CharacterId.parse(`npc_person_${String(index).padStart(3, '0')}`);

function person(index: number): Character {
  return {
    kind: 'character',
    id: idOf(index),
    name: `Person ${index}`,
    description:
      'Somebody who keeps to the market, knows the tunnels and owes money to the wrong people. '.repeat(3),
    tags: ['market', 'tunnels'],
    attributes: {},
    retired: false,
    visibility: 'public',
    knownTo: [],
    origin: 'pack',
    role: 'trader',
    placeId: HALL,
    factionId: null,
    status: 'conscious',
    captive: false,
    hidden: false,
    conditions: [],
    stats: { chemistry: index % 10 },
    internal: { withholds: ['a debt'], knows: ['the way through the tunnels'] },
  };
}

/** A world of about so many bytes of JSON: people, and a fact about each of them. */
function worldOf(bytes: number): Snapshot {
  const base = createSnapshot({
    rulesetId: 'freeform',
    calendarId: 'gregorian',
    time: { day: 700_000, microsecond: 0 },
    rulesetState: { pressure_clock: 0 },
    entities: {
      [HALL]: {
        kind: 'location',
        id: HALL,
        name: 'Hall',
        description: '',
        tags: [],
        attributes: {},
        retired: false,
        visibility: 'public',
        knownTo: [],
        origin: 'pack',
        exits: null,
        effects: [],
      },
    },
  });
  const known = context();
  let snapshot = base;
  for (let index = 1; JSON.stringify(snapshot).length < bytes; index += 1) {
    const someone = person(index);
    const fact = { op: 'add_fact', subjectId: someone.id, predicate: 'trades in', object: 'old maps' };
    const peopled = { ...snapshot, entities: { ...snapshot.entities, [someone.id]: someone } };
    const memory = { op: 'append_core_memory', text: `Person ${index} came to the market.` };
    snapshot = applyOperations(peopled, [fact, memory], known).snapshot;
  }
  return snapshot;
}

function context(): ApplyContext {
  const rules = createStateRules({
    mechanics: Mechanics.parse({ pipeline: 'full', resolution: { kind: 'banded' } }),
    stateSchema: { type: 'object', properties: { pressure_clock: { type: 'integer' } } },
    statSchema: { type: 'object', properties: { chemistry: { type: 'integer' } } },
  });
  if ('rejected' in rules) throw new Error(rules.reason);
  const dice = { seed: 'a seed for the benchmark', nextOrdinal: 0 };
  return { asker: 'gm', sceneIndex: 1, rules, calendar: gregorian, dice };
}

const OPERATIONS: readonly Proposal[] = [
  { op: 'set', path: 'pressure_clock', value: 3 },
  { op: 'advance_time', minutes: 5 },
  { op: 'add_fact', subjectId: EntityId.parse('npc_person_001'), predicate: 'fears', object: 'the dark' },
  { op: 'update_entity', entityId: EntityId.parse('npc_person_002'), path: 'stats.chemistry', value: 4 },
  { op: 'append_core_memory', text: 'The bridge fell.' },
  { op: 'set_custom', path: 'weather.wind', value: 'north' },
  { op: 'adjust_relation', oneId: idOf(1), otherId: idOf(2), trust: 1 },
];

/** Time this process had on a core: other work on the machine does not count. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Operations a second, the best of several rounds: what the machine can do when nothing else disturbs it. */
function operationsPerSecond(snapshot: Snapshot, proposal: Proposal, known: ApplyContext): number {
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = cpuMilliseconds();
    let count = 0;
    while (cpuMilliseconds() - start < ROUND_MILLISECONDS) {
      for (let inner = 0; inner < 50; inner += 1) {
        if (applyOperations(snapshot, [proposal], known).rejected.length > 0) throw new Error(proposal.op);
      }
      count += 50;
    }
    best = Math.max(best, (count / (cpuMilliseconds() - start)) * 1000);
  }
  return best;
}

/** Prints how fast single operations are applied to a small and a large world, and how size matters. */
export async function run(): Promise<void> {
  const known = context();
  const worlds = SIZES.map(worldOf);
  console.log(
    `applying one operation (${worlds.map((world) => `${JSON.stringify(world).length} bytes`).join(', ')})`,
  );
  for (const proposal of OPERATIONS) {
    const speeds = worlds.map((world) => operationsPerSecond(world, proposal, known));
    const [small = 0, large = 0] = speeds;
    const told = speeds.map(
      (speed) => `${Math.round(speed).toLocaleString('en')}/s (${(1e6 / speed).toFixed(1)} µs)`,
    );
    console.log(
      `  ${proposal.op.padEnd(20)} ${told.join('   ')}   time large/small ${(small / large).toFixed(2)}`,
    );
  }
}
