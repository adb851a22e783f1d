import { isPlainObject, type SchemaFault } from './schema-fault.ts';

const MOST_VALUES = 5000;
const DEEPEST = 24;
const LONGEST_TEXT = 2000;

/** Why a schema is too large to look at, or null. Stops counting as soon as it is, so shared parts cost nothing. */
export function schemaSizeFault(schema: unknown): SchemaFault | null {
  const tally = { values: 0 };
  const reason = reasonAt(schema, 0, tally);
  return reason === null ? null : { path: [], message: `the schema ${reason}` };
}

function reasonAt(value: unknown, depth: number, tally: { values: number }): string | null {
  tally.values += 1;
  if (tally.values > MOST_VALUES) return `holds more than ${MOST_VALUES} values`;
  if (depth > DEEPEST) return `is nested deeper than ${DEEPEST}`;
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    return `holds a text of ${value.length} characters; at most ${LONGEST_TEXT}`;
  }
  if (!Array.isArray(value) && !isPlainObject(value)) return null;
  for (const part of Object.values(value)) {
    const reason = reasonAt(part, depth + 1, tally);
    if (reason !== null) return reason;
  }
  return null;
}
