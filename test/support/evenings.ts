import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { Snapshot } from '#engine/state/snapshot.ts';
import { viewAroundPersona } from '#engine/turn/acting-persona.ts';
import { parseTurnMode } from '#engine/turn/turn-mode.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { Secret } from '#engine/util/secret.ts';
import { openEngine } from './engine.ts';
import { copyShippedPacks } from './shipped-packs.ts';
import { rollsAlong } from './waiting-table.ts';
import { localEntry } from './wire/a-request.ts';
import { startAnthropicServer } from './wire/anthropic-server.ts';
import type { Behaviour } from './wire/behaviour.ts';
import { readSystemPrompt, recogniseStep } from './wire/recognise-step.ts';
import { WireBody } from './wire/wire-body.ts';

const Input = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opening') }),
  z.strictObject({ kind: z.literal('roll') }),
  z.strictObject({ kind: z.literal('choice'), key: z.string() }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
]);

const Turn = z.strictObject({
  input: Input,
  /** Character the player of this turn plays, by its id inside the campaign. Default: the only persona. */
  personaId: z.string().optional(),
  /** Answers to the questions the turn asked. */
  answers: z.array(z.string()).default([]),
  status: z.enum(['committed', 'answered']),
  /** As the player read it. */
  prose: z.string(),
  rolls: z.array(z.string()),
  /** Dice of this turn where the rules have changed since it was played, with the change. */
  rolledToday: z.strictObject({ because: z.string(), rolls: z.array(z.string()) }).optional(),
  /** By step, in the order they were asked for; reactions as `react Name`. */
  replies: z.record(z.string(), z.array(z.string())),
});

/** An evening played with a language model: what the player did and what the models answered. */
const Evening = z.strictObject({
  entryPointId: z.string(),
  language: z.string(),
  /** Personas the story began with, by their ids in the pack. Default: the first that the entry point offers. */
  personaIds: z.array(z.string()).min(1).optional(),
  /** Seed of the dice, so that they fall as they fell. */
  seed: z.string(),
  turns: z.array(Turn),
  /** Replies to the jobs that follow turns. */
  jobs: z.record(z.string(), z.array(z.string())),
  /** Calls made today that were not made that evening, as `turn: step`; a stand-in answers them. */
  standIns: z.array(z.string()),
});
export type Evening = z.infer<typeof Evening>;

/** What should be true after a turn, written down from the prose alone. Names are those on record. */
const Expected = z.strictObject({
  turn: z.int(),
  /** Name of the player's character it is about. Default: the first persona. Place and people are those of this character. */
  persona: z.string().optional(),
  place: z.string().optional(),
  present: z.array(z.string()).default([]),
  absent: z.array(z.string()).default([]),
  /** Things the player's character has; a missing quantity is at least one, 0 is none. */
  carries: z.array(z.strictObject({ thing: z.string(), quantity: z.int().optional() })).default([]),
  /** Numbers of the player's character, by the names of the sheet. */
  sheet: z.record(z.string(), z.number()).default({}),
  /** Minutes the turn took: at least and at most. */
  minutes: z.tuple([z.number(), z.number()]).optional(),
  /** What must be on record somewhere: patterns that all stand in one text. */
  known: z.array(z.array(z.string())).default([]),
});
export type Expected = z.infer<typeof Expected>;

export function loadEvening(name: string): {
  readonly evening: Evening;
  readonly expected: readonly Expected[];
} {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`../fixtures/evenings/${file}`, import.meta.url), 'utf8'));
  return {
    evening: Evening.parse(read(`${name}.json`)),
    expected: z.array(Expected).parse(read(`${name}.expected.json`)),
  };
}

const SMALL = 'claude-haiku';
const LARGE = 'claude-sonnet';
/** Replies for calls an evening has none for, because the prompts or the rules were changed since. */
const STAND_INS: Readonly<Record<string, string>> = {
  judge: '{"findings": []}',
  react: '{"action":"Waits.","intents":["wait"]}',
  plan: '{"beats":[]}',
};

export type PlayedTurn = {
  readonly at: number;
  readonly record: TurnRecord;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Lines of the rolls of this turn, in the order they were made. */
  readonly rolls: readonly string[];
  /** Everything on record that says something, for looking up what should be known. */
  readonly texts: readonly string[];
};

export type PlayedEvening = {
  readonly turns: readonly PlayedTurn[];
  /** Calls for which the evening has no reply, as `turn: step`. */
  readonly missing: readonly string[];
};

/** Plays a recorded evening through the whole engine; the models answer over HTTP with what was recorded. */
export async function playEvening(evening: Evening): Promise<PlayedEvening> {
  const table = await openEveningTable(evening.seed);
  try {
    return await table.play(evening);
  } finally {
    await table.close();
  }
}

/** Opens an engine whose models answer over HTTP with what is recorded of the evening that is played. */
export async function openEveningTable(seed: string) {
  let reply: (body: WireBody) => string = () => '';
  const behaviour = ({ body }: { readonly body: unknown }): Behaviour => {
    return { kind: 'reply', pieces: [reply(WireBody.parse(body))] };
  };
  const server = await startAnthropicServer({ behaviour });
  const catalogue = new Map([
    ...loadCatalogue(),
    [SMALL, localEntry(SMALL, server.url)],
    [LARGE, localEntry(LARGE, server.url)],
  ]);
  const engine = await openEngine({
    wired: { catalogue, credential: () => new Secret('local'), small: SMALL, large: LARGE },
    writePacks: copyShippedPacks,
    seed,
  });
  return {
    play: async (evening: Evening): Promise<PlayedEvening> => {
      const models = createRecordedModels(evening);
      reply = models.reply;
      const turns = await playTurns(engine, evening, models.begin);
      await engine.tidied();
      return { ...turns, missing: models.missing };
    },
    close: async () => {
      await engine.close();
      await server.close();
    },
  };
}

/** Answers each call with the reply recorded for its step in the turn that is played. */
function createRecordedModels(evening: Evening) {
  const missing: string[] = [];
  let at = 0;
  let asked: Record<string, number> = {};
  const jobsDone: Record<string, number> = {};
  return {
    missing,
    begin: (turn: number) => {
      at = turn;
      asked = {};
    },
    reply: (body: WireBody): string => {
      const system = readSystemPrompt(body);
      const step = recogniseStep(system);
      const job = evening.jobs[step];
      if (job !== undefined) {
        jobsDone[step] = (jobsDone[step] ?? 0) + 1;
        return job[jobsDone[step] - 1] ?? job.at(-1) ?? '';
      }
      const replies = evening.turns[at]?.replies ?? {};
      const key = Object.keys(replies).find((one) => one === step || isReactionOf(one, system)) ?? step;
      const ordinal = asked[key] ?? 0;
      asked = { ...asked, [key]: ordinal + 1 };
      const reply = replies[key]?.[ordinal];
      if (reply === undefined) missing.push(`${at}: ${key}`);
      return reply ?? STAND_INS[step] ?? '{}';
    },
  };
}

async function playTurns(
  engine: Engine,
  evening: Evening,
  begin: (turn: number) => void,
): Promise<Omit<PlayedEvening, 'missing'>> {
  begin(0);
  const personas = evening.personaIds === undefined ? {} : { personaIds: evening.personaIds };
  const started = await engine.campaigns.start({
    entryPointId: evening.entryPointId,
    name: null,
    ...personas,
  });
  if (isRejection(started)) throw new Error(started.reason);
  const { sessionId } = started;
  const turns: PlayedTurn[] = [];
  let record = await engine.turns.finished(started.openingTurn.id);
  let before = await readSnapshot(engine, sessionId);
  let rolled = 0;
  for (const [index, turn] of evening.turns.entries()) {
    if (index > 0) {
      await engine.tidied();
      begin(index);
      record = await submit(engine, sessionId, index, turn);
    }
    const after = await readSnapshot(engine, sessionId);
    const all = await rollsAlong(engine, sessionId);
    const rolls = all.slice(rolled).map(({ line }) => line);
    turns.push({ at: index, record, before, after, rolls, texts: await listTexts(engine, sessionId, after) });
    before = after;
    rolled = all.length;
  }
  return { turns };
}

type Engine = Awaited<ReturnType<typeof openEngine>>;

function isReactionOf(key: string, system: string): boolean {
  return key.startsWith('react ') && system.includes(`, ${key.slice('react '.length)}, and decide`);
}

function toInput({ input, personaId: played }: Evening['turns'][number]): TurnInput {
  const personaId = played ?? null;
  switch (input.kind) {
    case 'opening':
      throw new Error('an opening is not submitted');
    case 'roll':
      return { kind: 'roll', personaId, faces: null };
    case 'choice':
      return createStoryInput('', { choiceKey: input.key, personaId });
    case 'text': {
      const { mode, text } = parseTurnMode(input.text, null);
      return createStoryInput(text, { mode, personaId });
    }
  }
}

/** Plays a turn to its end: questions are answered as they were, dice are thrown. */
async function submit(
  engine: Engine,
  sessionId: string,
  index: number,
  turn: Evening['turns'][number],
): Promise<TurnRecord> {
  const actionId = `${sessionId}-${index}`;
  let next: TurnInput | null = toInput(turn);
  let record: TurnRecord | null = null;
  for (let step = 0; next !== null; step += 1) {
    const submission = await engine.turns.submit({ sessionId, actionId, input: next });
    if (!('submission' in submission)) {
      throw new Error(`turn ${index} was refused: ${JSON.stringify(submission)}`);
    }
    record = await engine.turns.finished(submission.turn.id);
    const answer = turn.answers[step];
    if (record.status === 'awaiting-roll')
      next = { kind: 'roll', personaId: turn.personaId ?? null, faces: null };
    else if (record.status === 'awaiting-clarification' && answer !== undefined) {
      next = { kind: 'clarification', text: answer };
    } else next = null;
  }
  if (record === null) throw new Error(`turn ${index} was not played`);
  return record;
}

async function readSnapshot({ store }: Engine, sessionId: string): Promise<Snapshot> {
  const session = await store.sessions.find(sessionId);
  if (session === null) throw new Error(`there is no session ${sessionId}`);
  const snapshots = await store.scenes.snapshots([session.currentSceneId]);
  return Snapshot.parse(snapshots.get(session.currentSceneId));
}

/** Everything on record that says something: facts, missions, state, memories, events, summaries. */
async function listTexts(
  { store }: Engine,
  sessionId: string,
  snapshot: Snapshot,
): Promise<readonly string[]> {
  const lineage = await store.sessions.lineageOf(sessionId);
  const [events, memories] = await Promise.all([
    store.chronicle.along(lineage),
    store.memories.along(lineage),
  ]);
  const { facts, missions, deadlines, threads, rulesetState, runningSummary, entities } = snapshot;
  const records = [facts, missions, deadlines, threads, rulesetState, entities].flatMap((one) =>
    Object.values(one),
  );
  return [...records, ...runningSummary, ...events, ...memories].map((one) => JSON.stringify(one));
}

/** A place where state and story disagree. */
export type Disagreement = { readonly turn: number; readonly item: string; readonly says: string };

/** Lists what the prose made true and the state does not have. */
export function compare(played: PlayedTurn, expected: Expected): readonly Disagreement[] {
  const { after, before, texts } = played;
  const persona = findNamedPersona(after, expected.persona);
  const nameOf = (id: string) => after.entities[id as keyof typeof after.entities]?.name ?? id;
  const { placeId, presentIds } = viewAroundPersona(after, persona).scene;
  const present = presentIds.map(nameOf);
  const place = placeId === null ? '' : nameOf(placeId);
  const held = Object.entries(after.inventory[persona.id] ?? {});
  const found: [item: string, says: string][] = [];
  if (expected.place !== undefined && expected.place !== place)
    found.push(['place', `${place}, not ${expected.place}`]);
  for (const name of expected.present)
    if (!present.includes(name)) found.push(['people', `${name} is not here`]);
  for (const name of expected.absent)
    if (present.includes(name)) found.push(['people', `${name} is still here`]);
  for (const { thing, quantity } of expected.carries) {
    const has = held
      .filter(([id]) => nameOf(id).toLowerCase().includes(thing.toLowerCase()))
      .reduce((sum, [, { quantity: count }]) => sum + count, 0);
    if (quantity === undefined ? has === 0 : has !== quantity) {
      found.push(['things', `${has} of ${thing}, not ${quantity ?? 'some'}`]);
    }
  }
  for (const [name, value] of Object.entries(expected.sheet)) {
    if (persona.stats[name] !== value)
      found.push(['sheet', `${name} ${String(persona.stats[name])}, not ${value}`]);
  }
  if (expected.minutes !== undefined) {
    const passed = minutesBetween(before, after);
    const [least, most] = expected.minutes;
    if (passed < least || passed > most) found.push(['time', `${passed} minutes, not ${least} to ${most}`]);
  }
  for (const patterns of expected.known) {
    const all = patterns.map((pattern) => new RegExp(pattern, 'iu'));
    if (!texts.some((text) => all.every((one) => one.test(text))))
      found.push(['known', patterns.join(' + ')]);
  }
  return found.map(([item, says]) => ({ turn: played.at, item, says }));
}

function findNamedPersona({ personas, entities }: Snapshot, name: string | undefined) {
  const characters = personas.map((id) => entities[id]).filter((one) => one?.kind === 'character');
  const persona = name === undefined ? characters[0] : characters.find((one) => one.name === name);
  if (persona === undefined) throw new Error(`there is no persona ${name ?? ''}`);
  return persona;
}

const MINUTE_MICROSECONDS = 60_000_000;
const DAY_MINUTES = 1440;

function minutesBetween(before: Snapshot, after: Snapshot): number {
  const days = after.time.day - before.time.day;
  return days * DAY_MINUTES + (after.time.microsecond - before.time.microsecond) / MINUTE_MICROSECONDS;
}
