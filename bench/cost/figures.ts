import type { PlayedTurn } from '../../test/support/wire/play-campaign.ts';

type Call = PlayedTurn['calls'][number];

export function byTurn(turns: readonly PlayedTurn[], number: number): PlayedTurn {
  const turn = turns[number - 1];
  if (turn === undefined) throw new Error(`turn ${number} was not played`);
  return turn;
}

export function narratorCost({ calls }: PlayedTurn): number {
  return sum(calls.filter(({ step }) => step === 'narrate').map(({ cost }) => cost));
}

/** How much of the input was read from the cache. */
export function share(calls: readonly Call[]): number {
  const read = sum(calls.map(({ usage }) => usage.cacheReadTokens));
  const all = calls.map(({ usage }) => usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens);
  return read / sum(all);
}

export function stepLine(step: string, turns: readonly PlayedTurn[]): string {
  const calls = turns.flatMap((turn) => turn.calls.filter((call) => call.step === step));
  const cost = sum(calls.map((call) => call.cost)) / turns.length;
  return `${step.padEnd(10)} ${String(calls.length).padStart(4)} calls   read from cache ${percent(share(calls)).padStart(6)}   ${usd(cost)} a turn`;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

export function usd(dollars: number): string {
  return `$${dollars.toFixed(5)}`;
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}
