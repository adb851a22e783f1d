import type { EventStretch } from './event-diagnostics.ts';
import type { Metrics } from './metrics.ts';
import { dollars, seconds } from './report-of.ts';
import type { Spread } from './share.ts';

/** Metrics as lines of a name and a figure. */
export function metricsReport(metrics: Metrics): string {
  const { length, firstDelta, costPerTurn, callsOfUnknownCost } = metrics;
  const lines: readonly (readonly [string, string])[] = [
    ['turns', String(metrics.turns)],
    ['contradiction rate', rate(metrics.contradictionRate)],
    ['invalid actions accepted', rate(metrics.invalidActionAcceptance)],
    ['clarification rate', rate(metrics.clarificationRate)],
    ['length in words', spreadOf(length, (value) => String(Math.round(value)))],
    ['lore relevance', rate(metrics.loreRelevanceRate)],
    ['lore cache hits', rate(metrics.loreCacheHitRate)],
    ['agreement of others', rate(metrics.npcAgreementRate)],
    ['prose repaired', rate(metrics.checkRepairRate)],
    ['retry rate', rate(metrics.retryRate)],
    [
      'cost of a turn',
      costPerTurn === null ? '-' : dollars({ usd: costPerTurn, unknownCalls: callsOfUnknownCost }),
    ],
    ['first word', spreadOf(firstDelta, seconds)],
    ['agency violations', String(metrics.agencyViolations)],
  ];
  return lines.map(([name, figure]) => `  ${name.padEnd(26)}${figure}`).join('\n');
}

/** The stretches of lore of a session, one line each. */
export function eventsReport(stretches: readonly EventStretch[]): string {
  return stretches
    .map(({ fromScene, toScene, beganBy, endedBy, exchanges, pulls, snapshots, cost }) => {
      const ended = endedBy === null ? 'goes on' : `ended by ${endedBy}`;
      return `  scenes ${fromScene} to ${toScene}: ${beganBy}, ${ended}; ${exchanges} exchanges, ${pulls.length} pulls, ${snapshots} snapshots, ${dollars(cost)}`;
    })
    .join('\n');
}

function rate(value: number | null): string {
  return value === null ? '-' : `${(value * 100).toFixed(1)} %`;
}

function spreadOf(value: Spread | null, write: (value: number) => string): string {
  return value === null ? '-' : `${write(value.min)} to ${write(value.max)}, ${write(value.mean)} on average`;
}
