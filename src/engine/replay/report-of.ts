import type { CostTotal } from '#engine/llm/price.ts';
import { costOf, timeOf } from './compare-turns.ts';
import type { RecordedCall, Recording } from './recording.ts';

/** One attempt at a turn as a page a person can read: what it cost, who was asked what, what was found, rolled, changed, told. */
export function reportOf(recording: Recording, bytes?: number): string {
  const { turn, session, outcome, steps, calls, rolls, verdicts, prompts, searches, cuts } = recording;
  const parts = [
    `Turn ${turn.id}, attempt ${turn.attempt}: ${outcome.type}`,
    `Scene ${session.sceneIndex + 1} of session ${session.id}. ${seconds(timeOf(recording))}, ${dollars(costOf(recording))}, ${calls.length} calls.${sizeOf(bytes)}`,
    section('What was asked for', [JSON.stringify(turn.input)]),
    section(
      'Steps',
      steps.map(({ name, milliseconds }) => `${name.padEnd(14)}${seconds(milliseconds)}`),
    ),
    section('Models', calls.map(callLine)),
    section('Prompt', prompts.flatMap(layersOf)),
    section(
      'Searches',
      searches.map(({ query, found }) => `${brief(query)}: ${found.join(', ') || 'nothing'}`),
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
  return `${step} (${purpose}) by ${modelKey}: ${tokens}, ${seconds(durationMs)}, ${price}${ending}  ${versions}`;
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
    ...(proposals.length > 0 ? proposals : effects).map((one) => `${asker}: ${brief(one)}`),
    ...rejected.map((one) => `refused to ${asker}: ${brief(one)}`),
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

export function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

export function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function dollars({ usd, unknownCalls }: CostTotal): string {
  return unknownCalls === 0
    ? `$${usd.toFixed(4)}`
    : `$${usd.toFixed(4)} and ${unknownCalls} calls of unknown price`;
}
