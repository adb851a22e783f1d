import type { Prices } from '#engine/llm/catalogue.ts';
import { calculateCost } from '#engine/llm/cost.ts';
import type { Usage } from '#engine/llm/provider.ts';
import {
  FIRST_EDITION_FOLDER,
  type FirstEditionCall,
  isFirstEditionEvening,
  readFirstEdition,
} from './wire/first-edition.ts';
import {
  type AnsweredCall,
  LARGE_MODEL,
  type PacedModels,
  SMALL_MODEL,
  startPacedModels,
} from './wire/paced-models.ts';
import { listPrompt } from './wire/prefix-usage.ts';
import { loadRecordedReplies, type RecordedTurn } from './wire/recorded-replies.ts';
import { beginWired, openWiredEngine, playRecorded, type WiredEngine } from './wire/wired-engine.ts';

type Evening = {
  readonly name: string;
  readonly entryPointId: string;
  /** The most a turn may cost, as a share of the first edition's. */
  readonly goal: number;
};

const EVENINGS: readonly Evening[] = [
  { name: 'duet', entryPointId: 'castile_1430:the_royal_banner', goal: 0.7 },
  { name: 'full', entryPointId: 'neo_seattle:dead_drop', goal: 0.9 },
];

/** Turns over which steps and cache are measured; a recorded evening is played again until there are so many. */
const TURNS = 40;
const LEAST_CACHE_SHARE = 0.75;
/**
 * From this turn on the cost is to be flat: of the passes that begin after it, the third and fourth together cost no more than this
 * share of the first and second. A pass begins where the one before ended, so every second one is alike.
 */
const FLAT_FROM = 20;
const PASSES_COMPARED = 4;
/** A narrator's request with less of it from cache was built anew. */
const REBUILT = 0.5;
const MOST_GROWTH = 1.1;

/** A turn and the calls it and the jobs after it made. */
type PlayedTurn = {
  readonly calls: readonly AnsweredCall[];
  readonly isNarrated: boolean;
  /** Counts the earlier passes through the evening; null for the opening, which is no part of a pass. */
  readonly pass: number | null;
};

/**
 * Plays recorded evenings on the real engine over the wire-format server and adds up what they cost by the catalogue's prices,
 * beside the recorded first edition accounted for in the same way. `npm run bench -- cost <file>` plays the evenings of another file.
 */
export async function run(): Promise<void> {
  const { evenings, jobs } = loadRecordedReplies(process.argv[3]);
  const models = await startPacedModels(jobs);
  const engine = await openWiredEngine(models);
  try {
    for (const evening of EVENINGS) {
      const turns = evenings[evening.entryPointId];
      if (turns === undefined) say(`${evening.name}: no evening of ${evening.entryPointId} is recorded`);
      else await measure(evening, turns, engine, models);
    }
  } finally {
    await engine.close();
    await models.close();
  }
}

async function measure(
  evening: Evening,
  recorded: readonly RecordedTurn[],
  engine: WiredEngine,
  models: PacedModels,
): Promise<void> {
  const played = await play(evening, recorded, engine, models);
  const narrated = played.filter(({ isNarrated }) => isNarrated).slice(0, TURNS + 1);
  say(`\n${evening.name}, ${evening.entryPointId}: ${narrated.length} narrated turns of ${played.length}`);
  compare(evening, played.slice(0, recorded.length), models);
  reportSteps(played, models);
  reportCache(narrated);
  reportGrowth(played, models);
}

/**
 * Compares whole passes of the evening: they hold the same turns. A window of ten turns holds more or fewer changes of place than the
 * next, which weighs more than any growth.
 */
function reportGrowth(played: readonly PlayedTurn[], models: PacedModels): void {
  const passes = listPasses(played).map(({ begins, turns }) => {
    const cost = turns.map((turn) => turnCost(turn, models)).reduce(sum, 0) / countNarrated(turns);
    const asked = turns.flatMap(({ calls }) => calls).filter(({ step }) => step === 'narrate');
    const rebuilt = asked.filter(({ usage }) => cacheShare([usage]) < REBUILT).length;
    say(
      `  pass from turn ${begins}: ${cents(cost)} a turn; ${rebuilt} of ${asked.length} requests built anew`,
    );
    return { begins, cost };
  });
  const costs = passes.filter(({ begins }) => begins > FLAT_FROM).map(({ cost }) => cost);
  const growth = mean(costs.slice(2, PASSES_COMPARED)) / mean(costs.slice(0, 2));
  say(
    `  after turn ${FLAT_FROM} the third and fourth pass cost ${growth.toFixed(2)}x of the first and second, goal ≤ ${MOST_GROWTH}x ${verdict(growth <= MOST_GROWTH)}`,
  );
}

/** Lists the passes of an evening with the number of the narrated turn each begins with. */
function listPasses(
  played: readonly PlayedTurn[],
): readonly { readonly begins: number; readonly turns: readonly PlayedTurn[] }[] {
  return [...Map.groupBy(played, ({ pass }) => pass)].flatMap(([pass, turns]) => {
    const before = played.slice(
      0,
      played.findIndex((turn) => turn.pass === pass),
    );
    return pass === null ? [] : [{ begins: countNarrated(before) + 1, turns }];
  });
}

/** Plays the opening and then all turns of the evening, over and over, until enough passes can be compared. */
async function play(
  { entryPointId }: Evening,
  [opening, ...turns]: readonly RecordedTurn[],
  engine: WiredEngine,
  models: PacedModels,
): Promise<readonly PlayedTurn[]> {
  if (opening === undefined || turns.length === 0) throw new Error(`${entryPointId} has no turns`);
  const played: PlayedTurn[] = [];
  const during = async (pass: number | null, playing: () => Promise<unknown>): Promise<void> => {
    const before = models.calls.length;
    await playing();
    await engine.tidied();
    const calls = models.calls.slice(before);
    const isNarrated = calls.some(({ step }) => step === 'narrate');
    if (calls.length > 0) played.push({ calls, isNarrated, pass });
  };
  let sessionId = '';
  await during(null, async () => {
    sessionId = await beginWired(engine, models, entryPointId, opening);
  });
  const isEnough = () =>
    listPasses(played).filter(({ begins }) => begins > FLAT_FROM).length >= PASSES_COMPARED;
  for (let pass = 0; !isEnough(); pass += 1) {
    for (const turn of turns) await during(pass, () => playRecorded(engine, models, sessionId, turn));
  }
  return played;
}

const countNarrated = (played: readonly PlayedTurn[]) => played.filter(({ isNarrated }) => isNarrated).length;

/** Holds the cost of a narrated turn of the first evening against the first edition's. Jobs and asides are in both. */
function compare({ entryPointId, goal }: Evening, evening: readonly PlayedTurn[], models: PacedModels): void {
  const own = evening.map((turn) => turnCost(turn, models)).reduce(sum, 0) / countNarrated(evening);
  const before = isFirstEditionEvening(entryPointId)
    ? readFirstEdition(entryPointId, models.catalogue.get(LARGE_MODEL)?.cacheMinimum ?? 0)
    : null;
  if (before === null) {
    say(
      `  ${cents(own)} a turn; the first edition's recordings are not in ${FIRST_EDITION_FOLDER}: no comparison`,
    );
    return;
  }
  const narrations = before.filter(({ step }) => step === 'narrate').length;
  const first = before.map((call) => firstEditionCost(call, models)).reduce(sum, 0) / narrations;
  say(
    `  ${cents(own)} a turn, first edition ${cents(first)} (${narrations} turns): ${percent(own / first)}, goal ≤ ${percent(goal)} ${verdict(own / first <= goal)}`,
  );
}

function reportSteps(played: readonly PlayedTurn[], models: PacedModels): void {
  const calls = played.flatMap((turn) => turn.calls);
  for (const step of new Set(calls.map((call) => call.step))) {
    const own = calls.filter((call) => call.step === step);
    const usage = own.map((call) => call.usage);
    const input = mean(usage.map(inputOf));
    const output = mean(usage.map(({ outputTokens }) => outputTokens));
    const cost = own.map((call) => callCost(call, models)).reduce(sum, 0) / countNarrated(played);
    say(
      `  ${step.padEnd(16)} ${String(own.length).padStart(3)} calls, ${input.toFixed(0).padStart(6)} tokens in, ${percent(cacheShare(usage)).padStart(4)} from cache, ${output.toFixed(0).padStart(4)} out, ${cents(cost)} a turn`,
    );
  }
}

/** The narrator's cache. Where it misses its goal, the first block that changed between two turns is shown. */
function reportCache(narrated: readonly PlayedTurn[]): void {
  const calls = narrated.flatMap((turn) => turn.calls).filter(({ step }) => step === 'narrate');
  const share = cacheShare(calls.map(({ usage }) => usage));
  say(
    `  ${percent(share)} of the narrator's input was read from cache, goal ≥ ${percent(LEAST_CACHE_SHARE)} ${verdict(share >= LEAST_CACHE_SHARE)}`,
  );
  if (share >= LEAST_CACHE_SHARE && !process.argv.includes('--blocks')) return;
  calls.forEach((call, at) => {
    const before = calls[at - 1];
    if (before !== undefined) say(`    turn ${at}: ${describeChange(before, call)}`);
  });
}

function describeChange(before: AnsweredCall, now: AnsweredCall): string {
  const [one, other] = [before, now].map(({ body }) => listPrompt(body).map(({ text = '' }) => text));
  const at = other?.findIndex((text, index) => text !== one?.[index]) ?? -1;
  const { usage } = now;
  const read = `${usage.cacheReadTokens} of ${inputOf(usage)} tokens read`;
  const [was, is] = [one?.[at] ?? '', other?.[at] ?? ''];
  const from = [...is].findIndex((character, index) => character !== was[index]);
  return `${read}; block ${at} of ${other?.length ?? 0} differs: ${JSON.stringify(is.slice(Math.max(0, from), from + 80))}`;
}

function turnCost({ calls }: PlayedTurn, models: PacedModels): number {
  return calls.map((call) => callCost(call, models)).reduce(sum, 0);
}

const callCost = ({ modelKey, usage }: AnsweredCall, models: PacedModels): number =>
  priceOf(models, modelKey, usage);

const firstEditionCost = ({ isLarge, usage }: FirstEditionCall, models: PacedModels): number =>
  priceOf(models, isLarge ? LARGE_MODEL : SMALL_MODEL, usage);

function priceOf({ catalogue }: PacedModels, key: string, usage: Usage): number {
  const prices: Prices = catalogue.get(key)?.prices ?? 'unknown';
  const cost = calculateCost(prices, usage);
  if (cost === 'unknown') throw new Error(`the catalogue has no prices for ${key}`);
  return cost;
}

const inputOf = ({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number =>
  inputTokens + cacheReadTokens + cacheWriteTokens;

function cacheShare(usage: readonly Usage[]): number {
  return (
    usage.map(({ cacheReadTokens }) => cacheReadTokens).reduce(sum, 0) / usage.map(inputOf).reduce(sum, 0)
  );
}

const sum = (one: number, other: number): number => one + other;
const mean = (figures: readonly number[]): number => figures.reduce(sum, 0) / figures.length;
const cents = (dollars: number): string => `${(dollars * 100).toFixed(3)} ct`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const verdict = (isReached: boolean): string => (isReached ? 'reached' : 'MISSED');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
