import { z } from 'zod';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { OPERATIONS } from '#engine/state/operations.ts';

type Menu = NarrateInput['operations'];

/** The operations a narrator may propose under a ruleset: name, one sentence, and its fields. */
export function operationMenu(allowed: readonly string[] | 'all'): Menu {
  return OPERATIONS.filter((operation) => {
    const isForModels =
      !('askers' in operation) ||
      operation.askers === undefined ||
      operation.askers.includes('model' as never);
    return isForModels && (allowed === 'all' || allowed.includes(operation.name));
  }).map(({ name, summary, input }) => ({ op: name, summary, fields: fieldsOf(input) }));
}

/** `minutes?: integer, reason?: string`: enough for a model to write one, without the weight of a schema. */
function fieldsOf(input: z.ZodType): string {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${typeName(field)}`)
    .join(', ');
}

function typeName(field: z.core.JSONSchema._JSONSchema): string {
  if (typeof field === 'boolean') return 'any';
  if (field.enum !== undefined) return field.enum.join('|');
  if (field.type === 'array') return 'list';
  return String(field.type ?? 'any');
}
