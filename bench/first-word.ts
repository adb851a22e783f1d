import { type PacedModels, SPEEDS, startPacedModels } from './wire/paced-models.ts';
import { loadRecordedReplies, type RecordedTurn } from './wire/recorded-replies.ts';
import { type BareCall, timeBareNarrators } from './wire/time-bare-narrators.ts';
import { type TimedTurn, timeTurn } from './wire/time-turn.ts';
import { beginWired, openWiredEngine, type WiredEngine } from './wire/wired-engine.ts';

/** `calls` is null where the design names no number: a turn with a roll is neither quiet nor a fight. */
type Goals = { readonly firstWord: number; readonly calls: number | null };

/** The targets of the design, in milliseconds and calls. The same for every pipeline. */
const CHOICES_AFTER_LAST_WORD = 1000;
const COMMITTED_AFTER_LAST_WORD = 4000;
const DUET: Goals = { firstWord: 3000, calls: 5 };
const FULL: Goals = { firstWord: 5000, calls: 5 };
const FULL_ROLL: Goals = { firstWord: 5000, calls: null };
const FIGHT: Goals = { firstWord: 5000, calls: 8 };

type Scenario = {
  readonly name: string;
  readonly entryPointId: string;
  /** An opening and the turns that are measured. */
  readonly turns: readonly RecordedTurn[];
  /** Null where the design names none: the row is shown for comparison. */
  readonly goals: Goals | null;
};

/**
 * Measures what a player waits for with models of the speeds the design assumes, over a local wire-format server: from submit to
 * the first word, the last word, the choices and the commit, and beside it the narrator's call alone.
 * `npm run bench -- first-word fight` measures one scenario.
 */
export async function run(): Promise<void> {
  const { scenarios, evenings, jobs } = loadRecordedReplies();
  const models = await startPacedModels(jobs);
  const engine = await openWiredEngine(models);
  const only = process.argv[3];
  say(
    `small model ${describeSpeed('small')}, large model ${describeSpeed('large')}; medians of 3 turns, in ms from submit; in brackets the ratio to the narrator's call alone`,
  );
  say(row(['scenario', 'first word', 'last word', 'choices after it', 'committed after it', 'calls']));
  try {
    for (const scenario of listScenarios(scenarios, evenings)) {
      if (only !== undefined && !scenario.name.includes(only)) continue;
      await measure(engine, models, scenario);
    }
  } finally {
    await engine.close();
    await models.close();
  }
}

type Recorded = Readonly<Record<string, readonly RecordedTurn[]>>;

function listScenarios(scenarios: Recorded, evenings: Recorded): Scenario[] {
  const CASTILE = 'castile_1430:the_royal_banner';
  const NEO = 'neo_seattle:dead_drop';
  const of = (name: string) => scenarios[name] ?? [];
  const asRecorded = (evening: string, indexes: readonly number[]) =>
    indexes.flatMap((index) => evenings[evening]?.[index] ?? []);
  return [
    { name: 'duet', entryPointId: CASTILE, turns: of('duet'), goals: DUET },
    { name: 'full, talk', entryPointId: NEO, turns: of('talk'), goals: FULL },
    { name: 'full, roll', entryPointId: NEO, turns: of('roll'), goals: FULL_ROLL },
    { name: 'full, SRD fight', entryPointId: 'mystika:the_quiet_road', turns: of('fight'), goals: FIGHT },
    {
      name: 'rulebook only',
      entryPointId: 'motel_verse:three_minutes_each',
      turns: of('rulebook'),
      goals: FULL_ROLL,
    },
    {
      name: 'duet, long Reading',
      entryPointId: CASTILE,
      turns: asRecorded(CASTILE, [0, 1, 2, 9]),
      goals: null,
    },
    {
      name: 'full, in Spanish',
      entryPointId: NEO,
      turns: asRecorded(NEO, [0, 1, 2, 4]),
      goals: null,
    },
  ];
}

async function measure(engine: WiredEngine, models: PacedModels, scenario: Scenario): Promise<void> {
  const [opening, ...turns] = scenario.turns;
  if (opening === undefined) throw new Error(`replies.json has no turns for ${scenario.name}`);
  models.pace(false);
  const sessionId = await beginWired(engine, models, scenario.entryPointId, opening);
  await engine.tidied();
  models.pace(true);
  const timed: TimedTurn[] = [];
  for (const turn of turns) {
    timed.push(await timeTurn(engine, models, sessionId, turn));
    await engine.tidied();
  }
  report(scenario, timed, await timeBareNarrators(models, turns));
}

function report({ name, goals }: Scenario, timed: readonly TimedTurn[], bare: readonly BareCall[]): void {
  const of = (pick: (turn: TimedTurn) => number) => median(timed.map(pick));
  const firstWord = of((turn) => turn.firstWord);
  const lastWord = of((turn) => turn.lastWord);
  const choices = of((turn) => turn.choices - turn.lastWord);
  const committed = of((turn) => turn.committed - turn.lastWord);
  const calls = Math.max(...timed.map((turn) => turn.steps.length));
  const ratio = (value: number, figure: keyof BareCall) =>
    `${Math.round(value)} (${(value / median(bare.map((call) => call[figure]))).toFixed(2)}x)`;
  say(
    row([
      name,
      ratio(firstWord, 'firstWord'),
      ratio(lastWord, 'lastWord'),
      String(Math.round(choices)),
      String(Math.round(committed)),
      `${calls}: ${timed.find((turn) => turn.steps.length === calls)?.steps.join(' ')}`,
    ]),
  );
  if (goals === null) return;
  say(
    row([
      '  goal',
      judge(firstWord, goals.firstWord),
      '',
      judge(choices, CHOICES_AFTER_LAST_WORD),
      judge(committed, COMMITTED_AFTER_LAST_WORD),
      goals.calls === null ? '' : judge(calls, goals.calls),
    ]),
  );
}

function describeSpeed(tier: keyof typeof SPEEDS): string {
  const { firstTokenMilliseconds, tokensPerSecond } = SPEEDS[tier];
  return `${firstTokenMilliseconds} ms to the first token and ${tokensPerSecond} tokens a second`;
}

const judge = (figure: number, goal: number): string => `≤ ${goal} ${figure <= goal ? 'reached' : 'MISSED'}`;

const WIDTHS = [20, 17, 17, 17, 19];
const row = (cells: readonly string[]): string =>
  cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join(' ');

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

function say(line: string): void {
  process.stdout.write(`${line.trimEnd()}\n`);
}
