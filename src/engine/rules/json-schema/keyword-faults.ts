import { nearestName } from '../time/plain-name.ts';
import { patternFault } from './pattern-fault.ts';
import { isPlainObject, type SchemaFault, type SchemaPath, shown } from './schema-fault.ts';
import { adviceFor, KEYWORDS } from './schema-keywords.ts';
import { walkSchema } from './walk-schema.ts';

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const KNOWN: readonly string[] = Object.values(KEYWORDS).flat();
const UNSAFE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Faults of the keywords: unknown ones with what to write instead, and patterns that could run for ever. */
export function keywordFaults(schema: unknown): SchemaFault[] {
  return [...walkSchema(schema)].flatMap(({ value, path }) => faultsOf(value, path));
}

function faultsOf(value: unknown, path: SchemaPath): SchemaFault[] {
  if (typeof value === 'boolean') return [];
  if (!isPlainObject(value)) return [{ path, message: `${shown(value)} is not a schema; write an object` }];
  return [
    ...Object.keys(value).flatMap((keyword) => keywordFault(keyword, value, path)),
    ...patternFaults(value, path),
    ...unsafeNames(value, path),
  ];
}

function keywordFault(
  keyword: string,
  schema: Readonly<Record<string, unknown>>,
  path: SchemaPath,
): SchemaFault[] {
  const at = [...path, keyword];
  if (keyword === '$schema' && schema.$schema !== DIALECT) {
    return [{ path: at, message: `$schema is ${shown(schema.$schema)}; leave it out or write "${DIALECT}"` }];
  }
  if (keyword === '$defs' && path.length > 0) {
    return [{ path: at, message: '$defs stands inside the schema; move it to the top' }];
  }
  if (KNOWN.includes(keyword)) return [];
  const near = nearestName(keyword.slice(0, 60), KNOWN);
  const advice =
    adviceFor(keyword, schema.type) ?? (near === null ? 'leave it out' : `did you mean ${near}?`);
  return [{ path: at, message: `${shown(keyword)} is not a keyword of JSON Schema used here; ${advice}` }];
}

function patternFaults(schema: Readonly<Record<string, unknown>>, path: SchemaPath): SchemaFault[] {
  const named = isPlainObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const patterns: [SchemaPath, unknown][] = named.map((pattern) => [[...path, 'patternProperties'], pattern]);
  if (schema.pattern !== undefined) patterns.push([[...path, 'pattern'], schema.pattern]);
  return patterns.flatMap(([at, pattern]) => {
    const fault = typeof pattern === 'string' ? patternFault(pattern) : 'is not text';
    return fault === null ? [] : [{ path: at, message: `the pattern ${shown(pattern)} ${fault}` }];
  });
}

function unsafeNames(schema: Readonly<Record<string, unknown>>, path: SchemaPath): SchemaFault[] {
  return KEYWORDS.named.flatMap((keyword) => {
    const named = schema[keyword];
    const names = isPlainObject(named)
      ? Object.keys(named).filter((name) => UNSAFE_NAMES.includes(name))
      : [];
    return names.map((name) => ({
      path: [...path, keyword, name],
      message: `"${name}" cannot be a name; choose another`,
    }));
  });
}
