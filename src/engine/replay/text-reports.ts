import type { CostTotal } from '#engine/llm/cost.ts';
import {
  type ComparedTurn,
  hasNoDifference,
  type ListDifference,
  sumCost,
  sumTime,
} from './compare-turns.ts';
import type { EventRange } from './event-diagnostics.ts';
import type { SessionMetrics, Spread } from './metrics.ts';
import type { RecordedCall, Recording } from './recording.ts';
import type { Replay } from './replay-turns.ts';

/** Writes one attempt at a turn as a readable page: cost, model calls, findings, rolls, changes and narration. */
export function writeRecordingReport(recording: Recording, bytes?: number): string {
  const { turn, session, outcome, steps, calls, rolls, verdicts, prompts, searches, cuts } = recording;
  const parts = [
    `Turn ${turn.id}, attempt ${turn.attempt}: ${outcome.type}`,
    `Scene ${session.sceneIndex + 1} of session ${session.id}. ${formatSeconds(sumTime(recording))}, ${formatDollars(sumCost(recording))}, ${calls.length} calls.${sizeOf(bytes)}`,
    section('What was asked for', [JSON.stringify(turn.input)]),
    section(
      'Steps',
      steps.map(({ name, milliseconds }) => `${name.padEnd(14)}${formatSeconds(milliseconds)}`),
    ),
    section('Models', calls.map(callLine)),
    section('Prompt', prompts.flatMap(layersOf)),
    section(
      'Searches',
      searches.map(({ query, found }) => `${shorten(query)}: ${found.join(', ') || 'nothing'}`),
    ),
    section('Lore', loreLines(recording)),
    section(
      'Dice',
      rolls.map(({ line }) => line),
    ),
    section('World', recording.operations.flatMap(operationLines)),
    section(
      'Checks',
      verdicts.map(({ check, severity, of, explanation }) => `${check} (${severity}, ${of}): ${explanation}`),
    ),
    section('What came of it', outcomeLines(outcome)),
    section('Left out because it was too long', [...new Set(cuts)]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sizeOf(bytes: number | undefined): string {
  return bytes === undefined ? '' : ` This recording takes ${(bytes / 1024).toFixed(1)} kB.`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function callLine({ step, purpose, modelKey, prompts, usage, durationMs, cost, end }: RecordedCall): string {
  const tokens =
    usage === null
      ? 'tokens unknown'
      : `${usage.inputTokens}+${usage.cacheReadTokens} cached → ${usage.outputTokens} tokens`;
  const price = cost === 'unknown' ? 'price unknown' : `$${cost.toFixed(5)}`;
  const versions = prompts.map(({ id, version }) => `${id}@v${version}`).join(' ');
  const ending = end.type === 'finished' ? '' : ` [${end.type}]`;
  return `${step} (${purpose}) by ${modelKey}: ${tokens}, ${formatSeconds(durationMs)}, ${price}${ending}  ${versions}`;
}

function layersOf({ step, audit }: Recording['prompts'][number]): string[] {
  return [
    `${step}: ${audit.tokens} of ${audit.budget} tokens. ${audit.summary}`,
    ...audit.scopes.map(({ scope, tokens, tokensBefore }) => {
      const cut = tokens === tokensBefore ? '' : ` (of ${tokensBefore})`;
      return `  ${scope.padEnd(14)}${tokens}${cut}`;
    }),
  ];
}

function loreLines({ sceneLore }: Recording): string[] {
  if (sceneLore === null) return [];
  const { before, after, isRouted } = sceneLore;
  const pulled = after.pullLog.length - before.pullLog.length;
  return [
    `since exchange ${after.since} (${after.boundary}), ${pulled} pulled, ${isRouted ? 'asked' : 'not asked'} what to look up`,
  ];
}

function operationLines({ asker, proposals, effects, rejected }: Recording['operations'][number]): string[] {
  return [
    ...(proposals.length > 0 ? proposals : effects).map((one) => `${asker}: ${shorten(one)}`),
    ...rejected.map((one) => `refused to ${asker}: ${shorten(one)}`),
  ];
}

function outcomeLines(outcome: Recording['outcome']): string[] {
  switch (outcome.type) {
    case 'committed':
      return [
        ...outcome.narration.split('\n'),
        ...outcome.rows.memories.map(
          ({ characterId, content }) => `(${characterId} remembers: ${String(content ?? '')})`,
        ),
      ];
    case 'answered':
      return [outcome.answer.text];
    case 'suspended':
      return [`waits for a ${outcome.suspension.kind}`];
    case 'failed':
      return [`${outcome.failure.code}: ${outcome.failure.message}`];
    default:
      return [];
  }
}

const LONGEST = 160;

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function formatSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

function formatDollars({ usd, unknownCalls }: CostTotal): string {
  return unknownCalls === 0
    ? `$${usd.toFixed(4)}`
    : `$${usd.toFixed(4)} and ${unknownCalls} calls of unknown price`;
}

/** Writes metrics as lines of a name and a number. */
export function writeMetricsReport(metrics: SessionMetrics): string {
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
      costPerTurn === null ? '-' : formatDollars({ usd: costPerTurn, unknownCalls: callsOfUnknownCost }),
    ],
    ['first word', spreadOf(firstDelta, formatSeconds)],
    ['agency violations', String(metrics.agencyViolations)],
  ];
  return lines.map(([name, figure]) => `  ${name.padEnd(26)}${figure}`).join('\n');
}

/** Writes the lore ranges of a session, one line each. */
export function writeEventsReport(ranges: readonly EventRange[]): string {
  return ranges
    .map(({ fromScene, toScene, beganBy, endedBy, exchanges, pulls, snapshots, cost }) => {
      const ended = endedBy === null ? 'goes on' : `ended by ${endedBy}`;
      return `  scenes ${fromScene} to ${toScene}: ${beganBy}, ${ended}; ${exchanges} exchanges, ${pulls.length} pulls, ${snapshots} snapshots, ${formatDollars(cost)}`;
    })
    .join('\n');
}

function rate(value: number | null): string {
  return value === null ? '-' : `${(value * 100).toFixed(1)} %`;
}

function spreadOf(value: Spread | null, write: (value: number) => string): string {
  return value === null ? '-' : `${write(value.min)} to ${write(value.max)}, ${write(value.mean)} on average`;
}

const MOST_LINES = 12;
const COMPARED = ['models', 'operations', 'facts', 'observations', 'rolls', 'checks'] as const;

/** Writes the result of a replay, turn by turn. Lists only differences, and both versions where prose differs. */
export function writeReplayReport({ kind, changes, turns, isSame, metrics }: Replay): string {
  const how = kind === 'exact' ? 'everything recorded was used again' : 'models were asked anew';
  const different = turns.filter((turn) => !turn.isSame).length;
  const verdict = isSame ? 'All came out the same.' : `${different} came out otherwise.`;
  return [
    `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'} played again; ${how}. ${verdict}`,
    ...(changes.length === 0 ? [] : [`Changed\n${changes.map((change) => `  ${change}`).join('\n')}`]),
    ...turns.map(turnReport),
    `Recorded\n${writeMetricsReport(metrics.recorded)}`,
    `Replayed\n${writeMetricsReport(metrics.replayed)}`,
    '',
  ].join('\n\n');
}

function turnReport(turn: ComparedTurn): string {
  const { sceneIndex, isSame, failure, changed, prose, cost, milliseconds, prompts, world } = turn;
  const state =
    failure !== null ? `made no scene: ${failure}` : isSame ? 'the same' : `differs in ${changed.join(', ')}`;
  const figures = `${formatDollars(cost.recorded)} → ${formatDollars(cost.replayed)}, ${formatSeconds(milliseconds.recorded)} → ${formatSeconds(milliseconds.replayed)}`;
  return [
    `Scene ${sceneIndex}: ${state} (${figures})`,
    ...prompts.flatMap(({ step, purpose, versions, lines }) => [
      `  prompt of ${step} (${purpose}): ${versions.join(', ') || 'other words'}`,
      ...sideLines(lines, '    '),
    ]),
    ...COMPARED.flatMap((name) => {
      const sides = turn[name];
      return hasNoDifference(sides) ? [] : [`  ${name}`, ...sideLines(sides, '    ')];
    }),
    ...(world.length === 0
      ? []
      : [
          `  world: ${shorten(world.map(({ part, id }) => (id === null ? part : `${part}.${id}`)).join(', '))}`,
        ]),
    ...(prose.recorded === prose.replayed
      ? []
      : ['  prose, recorded', ...told(prose.recorded), '  prose, replayed', ...told(prose.replayed)]),
  ].join('\n');
}

function sideLines({ onlyRecorded, onlyReplayed }: ListDifference, indent: string): string[] {
  const lines = [
    ...onlyRecorded.map((line) => `- ${shorten(line)}`),
    ...onlyReplayed.map((line) => `+ ${shorten(line)}`),
  ];
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])].map(
    (line) => indent + line,
  );
}

function told(prose: string): string[] {
  return prose.split('\n').map((line) => `    ${line}`);
}
