import type { OfferedOperation } from '#engine/llm/narrate-input.ts';
import type { Variant } from '../registry.ts';

/** Changes that fields of a narrator's outcome say already; offered a second time they would be made twice. */
const SAID_ELSEWHERE = new Set([
  'add_fact',
  'advance_time',
  'append_core_memory',
  'append_summary',
  'await_roll',
  'introduce_entity',
  'introduce_item',
  'log_event',
  'set_choices',
  'set_time',
  'update_thread',
]);

/** What a narrator may propose: what lasts, and what belongs to this moment alone. */
export function narratorsOperations(operations: readonly OfferedOperation[]): {
  readonly lasting: readonly OfferedOperation[];
  readonly passing: readonly OfferedOperation[];
} {
  const own = operations.filter(({ op }) => !SAID_ELSEWHERE.has(op));
  return {
    lasting: own.filter(({ passing }) => passing !== true),
    passing: own.filter(({ passing }) => passing === true),
  };
}

/** What may be proposed: a line for each group, and a line for each operation that has none. */
export function writeOperations(operations: readonly OfferedOperation[], variant: Variant): string {
  const lines = new Map<string, string[]>();
  for (const operation of operations) {
    const { group, op } = operation;
    const line = lines.get(group ?? op) ?? [];
    line.push(group === undefined ? described(operation, variant) : call(operation, variant));
    lines.set(group ?? op, line);
  }
  const isGroup = new Set(operations.flatMap(({ group }) => group ?? []));
  return [...lines]
    .map(([name, calls]) => `- ${isGroup.has(name) ? `${name}: ` : ''}${calls.join('; ')}`)
    .join('\n');
}

function call({ op, fields, summary }: OfferedOperation, variant: Variant): string {
  const hint = variant === 'full' && summary !== '' ? ` (${summary})` : '';
  return `${op} {${fields}}${hint}`;
}

function described({ op, fields, summary }: OfferedOperation, variant: Variant): string {
  const written = `${op} {${fields}}`;
  return variant === 'full' ? `${written}: ${firstSentence(summary)}` : written;
}

function firstSentence(summary: string): string {
  return /^.*?[.;:](?=\s|$)/.exec(summary)?.[0].replace(/[;:]$/, '.') ?? summary;
}
