import { DEFAULT_BUDGET } from '#engine/prompt/assemble.ts';
import { longCampaign } from '../test/support/wire/long-campaign.ts';
import { playCampaign } from '../test/support/wire/play-campaign.ts';
import { byTurn, mean, narratorCost, percent, share, stepLine, sum, usd } from './cost/figures.ts';
import { neoSeattleMenu } from './cost/neo-seattle-menu.ts';
import { SHAPES } from './cost/shapes.ts';

const TURNS = 100;
const GOALS = { naiveShare: 0.2, cachedShare: 0.7, growth: 1.1 };

/**
 * What a hundred turns cost by assembly alone, on a server that keeps the prompt cache as Anthropic does, for several ways to
 * play. What the cost is held against is defined in `naiveUsage`.
 */
export async function run(): Promise<void> {
  const menu = await neoSeattleMenu();
  const missed: string[] = [];
  for (const budget of [DEFAULT_BUDGET, DEFAULT_BUDGET * 2]) {
    console.log(`\n${TURNS} turns, budget ${budget} tokens, claude-haiku and claude-sonnet at list prices`);
    console.log(
      'turns a place, pace    turn 100   of naive   mean 91-100   of naive   cached   71-100 / 21-50   cuts made',
    );
    for (const { name, shape } of SHAPES) {
      const turns = await playCampaign(longCampaign(TURNS, menu, shape), budget, name === SHAPES[0]?.name);
      const [last, tail] = [byTurn(turns, 100), turns.slice(90)];
      const figures = {
        atTurn: narratorCost(last) / last.naive,
        atMean: mean(tail.map(narratorCost)) / mean(tail.map(({ naive }) => naive)),
        cached: share(turns.flatMap(({ calls }) => calls.filter(({ step }) => step === 'narrate'))),
        growth: mean(turns.slice(70).map(narratorCost)) / mean(turns.slice(20, 50).map(narratorCost)),
      };
      const cells = [
        name.padEnd(22),
        usd(narratorCost(last)).padStart(8),
        percent(figures.atTurn).padStart(8),
        usd(mean(tail.map(narratorCost))).padStart(11),
        percent(figures.atMean).padStart(9),
        percent(figures.cached).padStart(7),
        percent(figures.growth).padStart(15),
        `  ${cutsIn(turns.flatMap(({ cuts }) => cuts))}`,
      ];
      console.log(cells.join('  '));
      if (name === SHAPES[0]?.name)
        for (const step of new Set(last.calls.map((call) => call.step)))
          console.log(`  ${stepLine(step, turns)}`);
      if (name === SHAPES[0]?.name)
        console.log(`  ${turnLine([1, 10, 50, 100].map((number) => byTurn(turns, number)))}`);
      missed.push(...misses(`${name} at ${budget}`, figures));
    }
  }
  console.log('');
  console.log(
    `goals: at most ${percent(GOALS.naiveShare)} of naive at turn 100, flat from turn 20 (at most ${percent(GOALS.growth)}), at least ${percent(GOALS.cachedShare)} read from the cache`,
  );
  for (const miss of missed) console.log(`MISSED ${miss}`);
  if (missed.length > 0) process.exitCode = 1;
  else console.log('met by every shape');
}

type Figures = {
  readonly atTurn: number;
  readonly atMean: number;
  readonly cached: number;
  readonly growth: number;
};

function misses(where: string, { atTurn, atMean, cached, growth }: Figures): string[] {
  return [
    ...(atTurn > GOALS.naiveShare ? [`${where}: turn 100 itself costs ${percent(atTurn)} of naive`] : []),
    ...(atMean > GOALS.naiveShare ? [`${where}: turns 91 to 100 cost ${percent(atMean)} of naive`] : []),
    ...(cached < GOALS.cachedShare ? [`${where}: ${percent(cached)} read from the cache`] : []),
    ...(growth > GOALS.growth ? [`${where}: late turns cost ${percent(growth)} of early ones`] : []),
  ];
}

function cutsIn(cuts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const cut of cuts) counts.set(cut, (counts.get(cut) ?? 0) + 1);
  return [...counts].map(([cut, count]) => `${cut} ${count}`).join(', ');
}

function turnLine(turns: readonly ReturnType<typeof byTurn>[]): string {
  return turns
    .map(
      (turn) =>
        `turn ${turn.number}: ${usd(sum(turn.calls.map(({ cost }) => cost)))} whole, ${usd(narratorCost(turn))} narrator, ${usd(turn.naive)} naive`,
    )
    .join('; ');
}
