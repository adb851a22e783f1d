import { Ajv2020 } from 'ajv/dist/2020.js';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { LONGEST_MATCHED_TEXT } from './json-schema/pattern-fault.ts';
import { findKeywordFaults, findReferenceFaults, findSchemaSizeFault } from './json-schema/schema-faults.ts';
import { toStrictFault, toValidatorFaults } from './json-schema/validation-faults.ts';
import { isPlainObject, type SchemaFault } from './json-schema/walk-schema.ts';

export type { SchemaFault } from './json-schema/walk-schema.ts';

/** A ruleset's JSON Schema, ready to check values. */
export type CompiledSchema = {
  /** Everything wrong with a value, the first 50 faults at most; empty when it fits. */
  check(value: unknown): readonly SchemaFault[];
};

/** Why a schema cannot be used: all its faults, so that an author mends them in one go. */
export type SchemaRefusal = Rejection & { readonly faults: readonly SchemaFault[] };

/**
 * Compiles a schema of JSON Schema 2020-12 in strict mode. Refuses unknown keywords, references that leave the schema
 * or go in circles, and patterns that could run without end. The same object is compiled only once, so callers must
 * never change it afterwards.
 */
export function compileSchema(schema: unknown): CompiledSchema | SchemaRefusal {
  if (!isPlainObject(schema)) return refuse([{ path: [], message: 'a JSON Schema is an object' }]);
  return compiled(schema);
}

const compiled = memoizeByObject(
  (schema: Readonly<Record<string, unknown>>): CompiledSchema | SchemaRefusal => {
    const tooLarge = findSchemaSizeFault(schema);
    if (tooLarge !== null) return refuse([tooLarge]);
    const faults = [...findKeywordFaults(schema), ...findReferenceFaults(schema)];
    if (faults.length > 0) return refuse(faults);
    const misshapen = shapeFaults(schema);
    if (misshapen.length > 0) return refuse(misshapen);
    try {
      const validate = strictValidator().compile(schema);
      return { check: (value) => (validate(value) ? [] : toValidatorFaults(validate.errors, value)) };
    } catch (error) {
      return refuse([toStrictFault(error, schema)]);
    }
  },
);

let metaValidator: Ajv2020 | null = null;

// Compiling the schema of schemas costs far more than any schema here, so it is done once, at the first need.
function shapeFaults(schema: Readonly<Record<string, unknown>>): readonly SchemaFault[] {
  metaValidator ??= new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false });
  if (metaValidator.validateSchema(schema) === true) return [];
  return firstAtEachPlace(toValidatorFaults(metaValidator.errors, schema));
}

// One instance for each schema, because an instance keeps every schema it ever saw.
function strictValidator(): Ajv2020 {
  return new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    addUsedSchema: false,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { regExp: boundedRegExp },
  });
}

const boundedRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => text.length <= LONGEST_MATCHED_TEXT && expression.test(text),
      // The validator tells patterns apart by this text.
      toString: () => String(expression),
    };
  },
  { code: 'boundedRegExp' },
);

function refuse(faults: readonly SchemaFault[]): SchemaRefusal {
  const [first, ...others] = faults;
  const where = first === undefined || first.path.length === 0 ? '' : `${first.path.join('.')}: `;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    ...reject('bad-json-schema', `${where}${first?.message ?? 'the schema is faulty'}${more}`),
    faults,
  };
}

function firstAtEachPlace(faults: readonly SchemaFault[]): SchemaFault[] {
  const places = new Map(faults.toReversed().map((fault) => [fault.path.join('/'), fault]));
  return faults.filter((fault) => places.get(fault.path.join('/')) === fault);
}
