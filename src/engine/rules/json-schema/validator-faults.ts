import type { ErrorObject } from 'ajv';
import type { SchemaFault } from './schema-fault.ts';
import { pathOf, valueFault } from './value-fault.ts';

const MOST_FAULTS = 50;
const GATHERING: readonly string[] = ['anyOf', 'oneOf', 'contains'];

/** The validator's complaints, without those that only repeat another one, as sentences. */
export function validatorFaults(
  errors: readonly ErrorObject[] | null | undefined,
  root: unknown,
): SchemaFault[] {
  const all = errors ?? [];
  const gathering = all.filter(({ keyword }) => GATHERING.includes(keyword));
  const telling = all.filter(
    (error) =>
      error.keyword !== 'if' &&
      error.propertyName === undefined &&
      !gathering.some((whole) => repeats(error, whole)),
  );
  return telling.slice(0, MOST_FAULTS).map((error) => valueFault(error, root));
}

// A value that fits no form of a union gets one complaint for the union, not one for each form it is not; a list
// that lacks an item gets one for the list, not one for each item that is another.
function repeats(error: ErrorObject, whole: ErrorObject): boolean {
  const inside = error.schemaPath.startsWith(`${whole.schemaPath}/`);
  return inside && (whole.keyword === 'contains' || error.instancePath === whole.instancePath);
}

const STRICT = /^strict mode: (.*) at "(#[^"]*)" \(\w+\)$/s;

/** What strict mode found, with the place in the schema. */
export function strictFault(error: unknown, schema: unknown): SchemaFault {
  const message = error instanceof Error ? error.message : String(error);
  const [, complaint = message.replace(/^strict mode: /, ''), pointer = '#'] = STRICT.exec(message) ?? [];
  return { path: pathOf(pointer.slice(1), schema), message: `${complaint}${cureFor(complaint)}` };
}

function cureFor(complaint: string): string {
  const type = /^missing type "(\w+)"/.exec(complaint)?.[1];
  if (type !== undefined) return `; write type: ${type} beside it`;
  return complaint.startsWith('required property')
    ? '; add it under properties or take it out of required'
    : '';
}
