import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Outcome } from '#engine/contracts/outcome.ts';
import { Plan } from '#engine/contracts/plan.ts';
import { Reaction } from '#engine/contracts/reaction.ts';
import { type ReadInput, Reading } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { replayTurnRange } from '#engine/replay/replay-turns.ts';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { readTurnRange } from '../src/engine/replay/play/turn-range.ts';
import { writeGuidePack } from './support/guide-pack.ts';
import { toNarrationText } from './support/plain/narration-text.ts';
import { openScriptedTable, type ScriptedTable } from './support/scripted-turns.ts';
import { setSnapshotValue } from './support/wiring/snapshot-variants.ts';

/*
 * Every field of what models reply has a reader. Turns are played again and again, each time with one value of one reply changed.
 * Something must differ: a later prompt, the world, what is remembered or rolled, or whether the turn goes on.
 */

const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';
const MOLE = 'loc_mole_001';
const ROPEWALK = 'loc_ropewalk_001';
const KEY = 'item_brass_key_001';
const PROSE =
  'Marit takes the key and says that Tomas knew. A lamp-lighter called Odo Pell comes in with a tin lamp. “The lamp law is repealed,” he says. The Guild has sworn to pay.';

const CONTRACTS = { read: Reading, plan: Plan, react: Reaction, record: Outcome } as const;
type Step = keyof typeof CONTRACTS;
type Replies = Readonly<Record<Step, Json>>;

/** Fields that other rulesets read, that rows beside the scene keep, or that count beside a table, a question or without the narrator's choices. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'read.actions.targets': 'test/engine/turn/rule/srd-rulings.test.ts',
  'read.actions.means': 'test/engine/turn/rule/srd-rulings.test.ts',
  'read.actions.level': 'test/engine/turn/rule/srd-fights.test.ts',
  'read.actions.sparing': 'test/engine/turn/rule/srd-rulings.test.ts',
  'read.actions.pays': 'test/engine/turn/rule/meters-paid.test.ts',
  'read.level_up': 'test/playthroughs/fight-evenings.test.ts',
  'read.refers_to': 'test/engine/turn/knowledge/recall-event.test.ts',
  'read.question': 'test/playthroughs/commands.test.ts',
  'react.attempt': 'test/engine/turn/rule/srd-fights.test.ts',
  'react.thought': 'test/contracts/what-models-are-told.test.ts',
  'record.rows': 'test/engine/turn/rule/offered-tables.test.ts',
  'record.choices': 'test/contracts/what-replies-are-taken.test.ts',
  'record.operations': 'test/engine/turn/apply/outcome-applied.test.ts',
  'record.observations.told_by': 'test/engine/turn/apply/outcome-applied.test.ts',
  'record.rationale': 'test/schema/types/gm-notes.test.ts',
  'record.dialogue.stance': 'test/engine/replay/metrics.test.ts',
};
/** Evidence for the engine, read by repairs and for gains. */
const EVIDENCE = /\.(?:sentence|quote)$/;

/** Replies of the turn whose fields are changed: once with certain deeds, once with a check and a way. */
function listScenes({ checks, triggers }: ReadInput): readonly Replies[] {
  const check = checks.find(({ id }) => id === 'slip_by')?.id ?? '';
  const trigger = triggers.find(({ when }) => when.includes('ink'));
  const plan = {
    beats: ['Marit hesitates.'],
    tension_move: 'Let the lamp burn low.',
    tension_move_type: 'raise',
    clarification_question: '',
    next_suggestions: ['Ask about the lamp'],
  };
  const react = {
    action: 'Marit turns the key over.',
    intents: ['weigh'],
    goals: ['Keep the ledger dry.'],
    thought: 'Not yet.',
  };
  const record = {
    summary: 'Marit has the key.',
    minutes: 40,
    place: '',
    where: [{ id: TOMAS, at: 'here' }],
    events: [
      {
        type: 'arrival',
        summary: 'Odo Pell came in.',
        characters: [MARIT],
        factions: ['faction_ropewalk_guild_001'],
        tags: ['lamps'],
        status: 'ongoing',
        scope: 'campaign',
      },
    ],
    observations: [
      {
        character_id: MARIT,
        content: 'The auditor gave me the key.',
        importance: 3,
        source: 'told',
        told_by: INES,
      },
    ],
    facts: [{ subject_id: MARIT, predicate: 'has said', detail: 'that Tomas knew' }],
    people: [
      {
        name: 'Odo Pell',
        description: 'Lights lamps.',
        role: 'lamp-lighter',
        present: true,
        tags: ['lamps'],
      },
    ],
    things: [{ name: 'A tin lamp', description: 'It is dented.', where: MARIT }],
    places: [{ name: 'The lamp store', description: 'Oil and wicks.' }],
    threads: [{ id: 'the_ledger', status: 'dormant', reason: 'The key is gone.' }],
    missions: [{ id: 'the_audit', status: 'failed', reason: 'Nobody pays.' }],
    fulfilled: [{ id: 'chapter:next', quote: 'Marit takes the key' }],
    relations: [{ one: INES, other: MARIT, trust: 1, tension: -1, closeness: 1, reason: 'The key.' }],
    laws: [{ title: 'The lamp law', summary: 'Lamps are lit at five.', status: 'enacted' }],
    dialogue: [{ speaker: MARIT, to: INES, gist: 'Tomas knew.' }],
    thinking: 'Odo may talk.',
    context: 'The lamp burns.',
    rationale: 'She took it.',
  };
  const read = {
    kind: 'act',
    intent: 'to win Marit over',
    language: '',
    call_type: 'narrative',
    actions: [
      { kind: 'give', does: 'give Marit the key', target: MARIT, items: [KEY], quantity: 1, minutes: 3 },
    ],
    moves_to: '',
    company: [],
    addressed: [MARIT],
    triggers: [{ id: trigger?.id ?? '', quote: WORDS }],
    needs: {
      characters: { keywords: ['ferryman'], ids: [], categories: [], locations: [], status: [] },
      events: { keywords: ['adeline'], characters: [], types: [], date_after: '', date_before: '' },
      laws: { keywords: ['weigh'], status: '' },
      lore: ['the Adeline'],
      recall: ['evt_0001'],
    },
    notices: ['the stove'],
    refers_to: [TOMAS],
    assumptions: ['The brass key is meant.'],
  };
  const risky = {
    ...read,
    actions: [
      {
        kind: 'sneak',
        does: 'slip past Marit',
        target: MARIT,
        items: [],
        check,
        opposed_by: MARIT,
        difficulty: 'normal',
        risk: ['contested'],
        minutes: 3,
      },
    ],
    moves_to: MOLE,
    company: [MARIT],
    alone: true,
    triggers: [],
  };
  const searching = {
    ...read,
    actions: [{ kind: 'wait', does: 'wait for an answer', minutes: 1 }],
    moves_to: MOLE,
    alone: false,
    triggers: [],
    refers_to: [],
    needs: {
      characters: { keywords: [], ids: [], categories: ['officials'], locations: [], status: [] },
      events: {
        keywords: [],
        characters: [INES],
        types: ['loss'],
        date_after: '1880-01-01',
        date_before: '1889-01-01',
      },
      laws: null,
      lore: [],
      recall: ['evt_0009'],
    },
  };
  return [
    { read, plan, react, record },
    { read: risky, plan, react, record: { ...record, place: ROPEWALK, things: [], where: [] } },
    { read: searching, plan, react, record: { summary: 'Nothing was said.' } },
  ];
}

const WORDS = 'I look at the ink on her hands and give Marit the key.';

type Leaf = { readonly field: string; readonly at: readonly string[]; readonly value: Json };

/** Lists the values of a reply with their fields: paths without the places in lists. */
function listLeaves(value: Json, at: readonly string[] = []): readonly Leaf[] {
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value);
    const own = Array.isArray(value) && entries.length === 0 ? [{ field: toField(at), at, value }] : [];
    return [...own, ...entries.flatMap(([key, child]) => listLeaves(child as Json, [...at, key]))];
  }
  return [{ field: toField(at), at, value }];
}

const toField = (at: readonly string[]) => at.filter((step) => !/^\d+$/.test(step)).join('.');

/** Lists the fields of a contract that hold no further object. */
function listFields(type: z.core.$ZodType, path: readonly string[] = []): readonly string[] {
  const inner = unwrap(type);
  if (!(inner instanceof z.ZodObject)) return [path.join('.')];
  return Object.entries(inner.shape).flatMap(([name, field]) =>
    listFields(field as z.core.$ZodType, [...path, name]),
  );
}

function unwrap(type: z.core.$ZodType): z.core.$ZodType {
  if (type instanceof z.ZodPipe) return unwrap(type.out);
  if (type instanceof z.ZodArray) return unwrap(type.element);
  return 'innerType' in type._zod.def ? unwrap(type._zod.def.innerType as z.core.$ZodType) : type;
}

/** Values that a model might have written instead; those the contract does not take are left out later. */
const IDS = [TOMAS, INES, MARIT, MOLE, ROPEWALK, KEY, 'faction_ropewalk_guild_001', 'evt_0002', 'the_ledger'];
const WORDS_OF_CONTRACTS = (
  'act speak think ask talk search look persuasion battle easy desperate violence dangerous raise hold cost ongoing ' +
  'resolved active completed campaign world_affecting observed inferred repealed gone here harbour_folk conscious ' +
  '1890-11-01 1870-01-01 1889-11-30 arrival loss Tomas bell es officials evt_0001 evt_0003 chapter:next'
).split(' ');

/** Values that show what these fields do, where most words and ids show nothing. They are tried first, to save time. */
const LIKELY: Readonly<Record<string, Json>> = {
  'read.actions.difficulty': 'desperate',
  'read.needs.characters.categories': ['officials'],
  'read.needs.characters.keywords': 'es',
  'read.needs.characters.locations': [MOLE],
  'read.needs.events.date_after': '1890-11-01',
  'read.needs.events.date_before': '1870-01-01',
  'read.needs.events.types': ['arrival'],
  'read.needs.recall': 'evt_0002',
};

function listOthers(field: string, value: Json): readonly Json[] {
  const likely = LIKELY[field];
  return likely === undefined ? listOtherValues(value) : [likely, ...listOtherValues(value)];
}

function listOtherValues(value: Json): readonly Json[] {
  if (typeof value === 'number') return [value + 1, 0, 90, -value];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [...IDS, ...WORDS_OF_CONTRACTS].map((one) => [one]);
  return ['Something else again.', ...IDS, ...WORDS_OF_CONTRACTS, ''];
}

/** The turn before, which leaves an event to recall. */
const LOOKED = {
  prose: 'Marit lights the lamp.',
  record: { events: [{ type: 'arrival', summary: 'Marit lit the lamp.', characters: [MARIT] }] },
};

type Played = { readonly prompts: readonly string[]; readonly rest: string };

/** Lantern Quay with Marit for a companion, and with a check that somebody can oppose and that may be hard. */
function writePack(folder: string): void {
  writeGuidePack(folder);
  const story = join(folder, 'lantern_quay/entry_points/the_second_ledger.yaml');
  writeFileSync(story, readFileSync(story, 'utf8').replace('    party: false ', '    party: true '));
  const path = join(folder, 'lantern_quay/rulesets/tide_dice.yaml');
  const check =
    '{ id: slip_by, label: Slip by, stat: nerve, covers: Going unseen., difficulty: { desperate: -3 }, opposed_by: wits }';
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('  pipeline: full ', `  checks: [${check}]\n  pipeline: full `),
  );
}

let table: ScriptedTable;
let current: Replies;
const evidence = new Set<string>();

function script(): void {
  for (const step of ['read', 'plan', 'react', 'record'] as const) {
    table.script.set(step, ({ input }) => {
      const isFirst = JSON.stringify(input).includes('the ink on her hands') && isActing(step, input);
      return isFirst ? { say: JSON.stringify(current[step]) } : undefined;
    });
  }
  table.script.set('narrate', () => ({
    say: toNarrationText({ prose: PROSE, choices: ['Go on', 'Wait', 'Look'] }),
  }));
}

/** Steps of the turn itself; jobs and later turns are told the words as what was said before. */
function isActing(step: Step, input: unknown): boolean {
  const { playerText = '', characterId } = input as { playerText?: string; characterId?: string };
  return playerText.includes('the ink on her hands') && (step !== 'react' || characterId === MARIT);
}

beforeAll(async () => {
  table = await openScriptedTable('lantern_quay:the_second_ledger', writePack);
  const { read } = await table.say('look', LOOKED);
  if (read === null) throw new Error('nothing was read');
  const scenes: TriedScene[] = [];
  for (const replies of listScenes(read)) scenes.push(await playScene(replies));
  // What shows nothing in one scene may show at once in another.
  for (const most of [FEW_VARIANTS, MOST_VARIANTS]) {
    for (const scene of scenes) await tryFields(scene, most);
  }
}, 600_000);
afterAll(() => table.engine.close());

type TriedScene = {
  readonly scene: Replies;
  readonly base: Played | null;
  /** Plays the turns with these replies; null as soon as a prompt differs from the one expected. */
  readonly play: (replies: Replies, expected: Played | null) => Promise<Played | null>;
};

async function playScene(scene: Replies): Promise<TriedScene> {
  const { engine } = table;
  await table.restart();
  await table.say('look', LOOKED);
  current = scene;
  for (const text of [WORDS, 'I wait.']) {
    script();
    const { turn } = await table.play(createStoryInput(text));
    expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  }
  await engine.tidied();
  const range = await readTurnRange(engine.store, { sessionId: table.sessionId(), from: 3 });
  if (isRejection(range)) throw new Error(range.reason);

  const play: TriedScene['play'] = async (replies, expected) => {
    current = replies;
    script();
    engine.asked.splice(0);
    const prompts: string[] = [];
    const stop = new AbortController();
    const onTurn = (done: number) => {
      // Steps that run side by side may ask in any order.
      const asked = engine.asked
        .splice(0)
        .map(({ step, system, messages }) => JSON.stringify({ step, system, messages }));
      if (done === 0) return;
      prompts.push(asked.toSorted().join('\n'));
      if (expected !== null && expected.prompts[done - 1] !== prompts.at(-1)) stop.abort();
    };
    try {
      const { turns } = await replayTurnRange(
        range,
        engine.liveReplayTools,
        { asksAgain: true },
        { signal: stop.signal, onTurn },
      );
      const rest = turns.map(({ failure, world, operations, observations, rolls, prose }) => [
        failure,
        world,
        operations,
        observations,
        rolls,
        prose.replayed,
      ]);
      return { prompts, rest: JSON.stringify(rest) };
    } catch (error) {
      if (stop.signal.aborted) return null;
      throw error;
    }
  };
  const base = await play(scene, null);
  expect(await play(scene, base)).toEqual(base);
  return { scene, base, play };
}

/** Notes which fields show when their values are changed, each by so many other values at most. */
async function tryFields({ scene, base, play }: TriedScene, most: number): Promise<void> {
  for (const step of Object.keys(CONTRACTS) as Step[]) {
    for (const leaf of listLeaves(scene[step])) {
      const field = `${step}.${leaf.field}`;
      if (evidence.has(field) || isLeftOut(field)) continue;
      for (const changed of listVariants(step, scene[step], { ...leaf, field }).slice(0, most)) {
        const played = await play({ ...scene, [step]: changed }, base);
        if (played !== null && played.rest === base?.rest) continue;
        evidence.add(field);
        break;
      }
    }
  }
}

const FEW_VARIANTS = 5;
const MOST_VARIANTS = 48;

/** Lists replies in which only this value differs, also as the contract takes them. */
function listVariants(step: Step, reply: Json, { field, at, value }: Leaf): readonly Json[] {
  const parse = (one: Json) => toCanonicalJson(CONTRACTS[step].parse(one) as unknown as Json);
  const base = parse(reply);
  return listOthers(field, value)
    .map((other) => setSnapshotValue(reply, at, other))
    .filter((changed) => {
      const taken = CONTRACTS[step].safeParse(changed);
      return taken.success && parse(changed) !== base;
    });
}

function isLeftOut(field: string): boolean {
  return (
    EVIDENCE.test(field) || Object.keys(ELSEWHERE).some((one) => field === one || field.startsWith(`${one}.`))
  );
}

it.each(Object.keys(CONTRACTS) as Step[])('gives every field of a reply to %s a reader', (step) => {
  const fields = listFields(CONTRACTS[step]).map((field) => `${step}.${field}`);
  expect(fields.length).toBeGreaterThan(4);
  expect(fields.filter((field) => !evidence.has(field) && !isLeftOut(field))).toEqual([]);
});
