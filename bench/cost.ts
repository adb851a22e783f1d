import { DEFAULT_BUDGET } from '#engine/prompt/assemble.ts';
import { operationMenu } from '#engine/turn/operation-menu.ts';
import { longCampaign } from '../test/support/wire/long-campaign.ts';
import { type PlayedTurn, playCampaign } from '../test/support/wire/play-campaign.ts';

const TURNS = 100;
/** The window grows and is cut once in so many turns; averages are taken over whole rounds of it. */
const ROUND = 9;

const GOALS = { naiveShare: 0.2, cachedShare: 0.7, growth: 1.1 };

/** What a hundred turns cost by assembly alone, on a server that keeps the prompt cache as Anthropic does. */
export async function run(): Promise<void> {
  const campaign = longCampaign(TURNS, operationMenu('all'));
  for (const budget of [DEFAULT_BUDGET, DEFAULT_BUDGET * 2]) {
    const turns = await playCampaign(campaign, budget);
    report(turns, budget);
  }
}

function report(turns: readonly PlayedTurn[], budget: number): void {
  console.log(
    `\n${turns.length} turns, budget ${budget} tokens, claude-haiku and claude-sonnet at list prices`,
  );
  const steps = [...new Set(turns.flatMap(({ calls }) => calls.map(({ step }) => step)))];
  for (const step of steps) console.log(stepLine(step, turns));

  console.log('\nturn   whole turn   narrator   narrator, whole history uncached   share');
  for (const number of [1, 10, 50, 100]) {
    const turn = turns[number - 1];
    if (turn === undefined) continue;
    const told = narrator(turn);
    const line = [
      String(number).padEnd(6),
      usd(sum(turn.calls.map(({ cost }) => cost))),
      usd(told),
      usd(turn.naive),
      percent(told / turn.naive),
    ];
    console.log(line.join('   '));
  }

  const last = turns.at(-1);
  if (last === undefined) throw new Error('nothing was played');
  const steady = turns.slice(-4 * ROUND);
  const cachedShare = share(turns.flatMap(({ calls }) => calls.filter(({ step }) => step === 'narrate')));
  const growth = mean(steady.map(narrator)) / mean(turns.slice(20, 20 + 4 * ROUND).map(narrator));
  console.log('');
  // One turn may happen to fall on a cut of the window; four rounds of it say what a turn costs by then.
  const share100 = mean(steady.map(narrator)) / last.naive;
  goal(
    `a turn by turn ${last.number} against the whole history uncached`,
    share100,
    GOALS.naiveShare,
    'at most',
  );
  goal('cost of the last 36 turns against turns 21 to 56', growth, GOALS.growth, 'at most');
  goal("narrator's input read from the cache", cachedShare, GOALS.cachedShare, 'at least');
  console.log(`cuts made: ${JSON.stringify(countCuts(turns))}`);
}

function stepLine(step: string, turns: readonly PlayedTurn[]): string {
  const calls = turns.flatMap((turn) => turn.calls.filter((call) => call.step === step));
  const cost = sum(calls.map((call) => call.cost)) / turns.length;
  return `${step.padEnd(10)} ${String(calls.length).padStart(4)} calls   read from cache ${percent(share(calls)).padStart(6)}   ${usd(cost)} a turn`;
}

function share(calls: readonly PlayedTurn['calls'][number][]): number {
  const read = sum(calls.map(({ usage }) => usage.cacheReadTokens));
  const all = sum(
    calls.map(({ usage }) => usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens),
  );
  return read / all;
}

function narrator({ calls }: PlayedTurn): number {
  return sum(calls.filter(({ step }) => step === 'narrate').map(({ cost }) => cost));
}

function goal(what: string, value: number, bound: number, sense: 'at most' | 'at least'): void {
  const met = sense === 'at most' ? value <= bound : value >= bound;
  console.log(`${met ? 'met   ' : 'MISSED'} ${what}: ${percent(value)} (${sense} ${percent(bound)})`);
  if (!met) process.exitCode = 1;
}

function countCuts(turns: readonly PlayedTurn[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const cut of turns.flatMap(({ cuts }) => cuts)) counts[cut] = (counts[cut] ?? 0) + 1;
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

function usd(dollars: number): string {
  return `$${dollars.toFixed(5)}`;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
