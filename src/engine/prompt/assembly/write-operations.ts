import type { OfferedOperation } from '#engine/contracts/proposed-changes.ts';
import type { Variant } from '../registry.ts';

/** Lists the operations that may be proposed: a line for each group, and a line for each operation without one. */
export function writeOperations(operations: readonly OfferedOperation[], variant: Variant): string {
  const lines = new Map<string, string[]>();
  for (const operation of operations) {
    const { group, op } = operation;
    const line = lines.get(group ?? op) ?? [];
    line.push(group === undefined ? describeOperation(operation, variant) : writeCall(operation, variant));
    lines.set(group ?? op, line);
  }
  const isGroup = new Set(operations.flatMap(({ group }) => group ?? []));
  return [...lines]
    .map(([name, calls]) => `- ${isGroup.has(name) ? `${name}: ` : ''}${calls.join('; ')}`)
    .join('\n');
}

function writeCall({ op, fields, summary }: OfferedOperation, variant: Variant): string {
  const hint = variant === 'full' && summary !== '' ? ` (${summary})` : '';
  return `${op} {${fields}}${hint}`;
}

function describeOperation({ op, fields, summary }: OfferedOperation, variant: Variant): string {
  const written = `${op} {${fields}}`;
  return variant === 'full' ? `${written}: ${takeFirstSentence(summary)}` : written;
}

function takeFirstSentence(summary: string): string {
  return /^.*?[.;:](?=\s|$)/.exec(summary)?.[0].replace(/[;:]$/, '.') ?? summary;
}
