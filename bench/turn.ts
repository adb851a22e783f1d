import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createStoryInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../test/support/engine.ts';
import { createPlainProvider } from '../test/support/plain-provider.ts';
import { copyShippedPacks } from '../test/support/shipped-packs.ts';
import { computedHere, type ModelTime, withModelTime } from './turn/model-time.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

const ENTRY_POINT = 'neo_seattle:dead_drop';
const MARKS = [10, 100, 1_000, 5_000];
const GOAL_MILLISECONDS = 15;
const GOAL_RATIO = 1.2;
/** Turns around a mark whose median stands for it. */
const WINDOW = 15;
/** A server that has just started makes its code ready while it plays: that is no figure of a turn. */
const TURNS_TO_WARM_UP = 40;
const SESSIONS_AT_ONCE = 50;
const TURNS_EACH = 4;

const WORDS = [
  'I look over the slate by the till.',
  'I ask Viktor when he last saw Jin.',
  'I search the room.',
  'I wait for ten minutes.',
  'I ask Mr. Ota about the woman in grey.',
  'I try to slip behind the bar unseen.',
] as const;

/** What the engine itself takes for a turn, early and late in one campaign, and how many turns it gets through. */
export async function run(): Promise<void> {
  const isLong = process.argv.includes('--long');
  const isShort = process.argv.includes('--short');
  const marks = MARKS.filter((mark) => mark <= (isLong ? 5_000 : isShort ? 100 : 1_000));
  const { provider, time } = withModelTime(createPlainProvider());
  const engine = await openEngine({ provider, writePacks: copyShippedPacks });
  try {
    await warmUp(engine, time);
    await oneCampaign(engine, time, marks);
    time.pace(false);
    await manySessions(engine);
  } finally {
    await engine.close();
  }
}

/** Milliseconds: outside the model by the clock, computed by this thread in all, and computed outside the model. */
type Measured = { readonly waited: number; readonly computed: number; readonly computedOutside: number };

async function oneCampaign(engine: Engine, time: ModelTime, marks: readonly number[]): Promise<void> {
  const sessionId = await begin(engine);
  const measured: Measured[] = [];
  const last = marks.at(-1) ?? 0;
  for (let turn = 1; turn < last + WINDOW; turn += 1) {
    // On the way between the marks nobody waits.
    time.pace(marks.some((mark) => turn >= mark && turn < mark + WINDOW));
    measured.push(await measuredTurn(engine, time, sessionId, turn));
    if (turn % 250 === 0) say(`  … turn ${turn}, ${memory()}`);
  }
  for (const mark of marks) {
    const around = measured.slice(mark - 1, mark - 1 + WINDOW);
    const waited = median(around.map((turn) => turn.waited));
    const goal = `${verdict(waited <= GOAL_MILLISECONDS)} goal ${GOAL_MILLISECONDS} ms`;
    const computed = median(around.map((turn) => turn.computed)).toFixed(1);
    const outside = median(around.map((turn) => turn.computedOutside)).toFixed(1);
    const own = `${outside} ms of it computed; ${computed} ms computed in all, also while the model spoke`;
    say(`turn ${String(mark).padStart(5)}: ${waited.toFixed(1)} ms outside the model (${goal}), ${own}`);
  }
  say(`memory after ${last} turns: ${memory()}`);
  await besideAYoungOne(engine, time, sessionId, { first: marks[0] ?? 1, last });
}

/** Early and late turns, taking turns: what the machine does meanwhile happens to both. */
async function besideAYoungOne(
  engine: Engine,
  time: ModelTime,
  oldId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  time.pace(false);
  const youngId = await begin(engine);
  for (let turn = 1; turn < first; turn += 1) await measuredTurn(engine, time, youngId, turn);
  time.pace(true);
  const old: Measured[] = [];
  const young: Measured[] = [];
  for (let turn = 0; turn < WINDOW; turn += 1) {
    old.push(await measuredTurn(engine, time, oldId, last + WINDOW + turn));
    young.push(await measuredTurn(engine, time, youngId, first + turn));
  }
  const ratioOf = (figure: keyof Measured) =>
    median(old.map((turn) => turn[figure])) / median(young.map((turn) => turn[figure]));
  const ratio = ratioOf('waited');
  say(
    `side by side, turn ${last} takes ${ratio.toFixed(2)}x of turn ${first} (${verdict(ratio <= GOAL_RATIO)} goal ${GOAL_RATIO}x) and computes ${ratioOf('computed').toFixed(2)}x`,
  );
}

async function measuredTurn(
  engine: Engine,
  time: ModelTime,
  sessionId: string,
  turn: number,
): Promise<Measured> {
  const model = { spent: time.spent(), computed: time.computed(), meanwhile: time.computedMeanwhile() };
  const computedBefore = computedHere();
  const before = performance.now();
  await play(engine, sessionId, `turn-${turn}`, turn);
  const waited = performance.now() - before - (time.spent() - model.spent);
  const all = computedHere() - computedBefore;
  const computed = all - (time.computed() - model.computed);
  const computedOutside = all - (time.computedMeanwhile() - model.meanwhile);
  // What follows a turn is nobody's waiting time.
  await engine.tidied();
  // The engine of the tests writes down every question; a server does not.
  engine.asked.length = 0;
  return { waited, computed, computedOutside };
}

async function warmUp(engine: Engine, time: ModelTime): Promise<void> {
  const sessionId = await begin(engine);
  for (let turn = 1; turn <= TURNS_TO_WARM_UP; turn += 1) await measuredTurn(engine, time, sessionId, turn);
}

async function manySessions(engine: Engine): Promise<void> {
  const sessions: string[] = [];
  for (let count = 0; count < SESSIONS_AT_ONCE; count += 1) sessions.push(await begin(engine));
  await engine.tidied();
  const before = performance.now();
  await Promise.all(
    sessions.map(async (sessionId) => {
      for (let turn = 1; turn <= TURNS_EACH; turn += 1) {
        await play(engine, sessionId, `turn-${turn}`, turn);
        engine.asked.length = 0;
      }
    }),
  );
  const seconds = (performance.now() - before) / 1000;
  const turns = SESSIONS_AT_ONCE * TURNS_EACH;
  say(
    `${SESSIONS_AT_ONCE} sessions at once: ${(turns / seconds).toFixed(1)} turns a second, scripted models included; ${memory()}`,
  );
}

async function begin({ campaigns, turns }: Engine): Promise<string> {
  const started = await campaigns.start({ entryPointId: ENTRY_POINT, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await turns.finished(started.openingTurn.id);
  return started.sessionId;
}

async function play({ turns }: Engine, sessionId: string, actionId: string, number: number): Promise<void> {
  const input = createStoryInput(WORDS[number % WORDS.length] ?? WORDS[0]);
  const submission = await turns.submit({ sessionId, actionId, input });
  if (!('submission' in submission)) throw new Error(submission.claim);
  const { status, failure } = await turns.finished(submission.turn.id);
  if (status !== 'committed') throw new Error(`${actionId} ended ${status}: ${failure?.message ?? ''}`);
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

// What is rubbish by now is not memory in use.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function memory(): string {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return `${Math.round(rss / 1e6)} MB resident, ${Math.round(heapUsed / 1e6)} MB of it heap in use`;
}

const verdict = (isReached: boolean): string => (isReached ? 'reaches the' : 'misses the');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
