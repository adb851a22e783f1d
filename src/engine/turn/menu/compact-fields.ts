import { z } from 'zod';

type Schema = z.core.JSONSchema._JSONSchema;

/** What only authors fill in; a model's proposal does without it, and is accepted with it. */
const LEFT_OUT = new Set([
  'companionIds',
  'confidence',
  'consumed',
  'flags',
  'knownTo',
  'microseconds',
  'knockOut',
  'notes',
  'obscure',
  'operations',
  'personaIds',
  'relatedIds',
  'rounds',
  'save',
  'seconds',
  'source',
  'tags',
  'triggers',
  'unobscure',
  'unseen',
]);

/** An operation's fields without the weight of a schema: `combatants: [{characterId, side}], minutes?`. */
export function compactFields(input: z.ZodType, leaveOut: 'nothing' | 'for-authors'): string {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return fieldsOf(schema, leaveOut === 'for-authors' ? isForAuthors : () => false);
}

type LeaveOut = (name: string, field: Schema) => boolean;

const isForAuthors: LeaveOut = (name, field) =>
  // Who may know of a record is for authors as well: what a narrator tells is known.
  LEFT_OUT.has(name) || (typeof field === 'object' && field.enum?.includes('gm') === true);

function fieldsOf(schema: Exclude<Schema, boolean>, leaveOut: LeaveOut): string {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => required.has(name) || !leaveOut(name, field))
    .map(([name, field]) => `${name}${required.has(name) ? '' : '?'}${shapeOf(field)}`)
    .join(', ');
}

/** Plain values say nothing more than their name does. */
function shapeOf(field: Schema): string {
  if (typeof field === 'boolean') return '';
  if (field.enum !== undefined) return `: ${field.enum.join('|')}`;
  if (field.properties !== undefined) return `: {${fieldsOf(field, isForAuthors)}}`;
  if (field.type !== 'array') return '';
  const { items } = field;
  const isRecord = typeof items === 'object' && !Array.isArray(items) && items.properties !== undefined;
  return isRecord ? `: [{${fieldsOf(items, isForAuthors)}}]` : ': []';
}
