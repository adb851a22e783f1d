import { isPlainObject, type SchemaFault } from './schema-fault.ts';
import { walkSchema } from './walk-schema.ts';

const LOCAL = /^#\/\$defs\/([A-Za-z][A-Za-z0-9_-]*)$/;
const MOST_PARTS_SPELT_OUT = 20_000;

/** Faults of `$ref`: to the outside, to nothing, in a circle, or so often that checking would never end. */
export function referenceFaults(schema: unknown): SchemaFault[] {
  const definitions = isPlainObject(schema) && isPlainObject(schema.$defs) ? schema.$defs : {};
  const faults: SchemaFault[] = [];
  for (const { value, path } of walkSchema(schema)) {
    if (!isPlainObject(value) || value.$ref === undefined) continue;
    const message = referenceFault(value.$ref, Object.keys(definitions));
    if (message !== null) faults.push({ path: [...path, '$ref'], message });
  }
  if (faults.length > 0) return faults;
  const message = spellingOutFault(schema, definitions);
  return message === null ? [] : [{ path: ['$defs'], message }];
}

function referenceFault(reference: unknown, names: readonly string[]): string | null {
  const right = 'refer to a part of this schema as #/$defs/name';
  if (typeof reference !== 'string') return `$ref is not text; ${right}`;
  const name = LOCAL.exec(reference)?.[1];
  if (name === undefined) return `$ref "${reference}" is not allowed; ${right}`;
  if (names.includes(name)) return null;
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
  return `$ref "${reference}" names nothing under $defs; ${known}`;
}

function spellingOutFault(schema: unknown, definitions: Readonly<Record<string, unknown>>): string | null {
  const sizes = new Map<string, number>();
  const open: string[] = [];

  const sizeOf = (value: unknown): number | string => {
    let size = 0;
    for (const part of walkSchema(value)) {
      if (part.path[0] === '$defs') continue;
      const inner = sizeReferred(part.value);
      if (typeof inner === 'string') return inner;
      size += 1 + inner;
    }
    return size;
  };
  const sizeReferred = (part: unknown): number | string => {
    const name =
      isPlainObject(part) && typeof part.$ref === 'string' ? LOCAL.exec(part.$ref)?.[1] : undefined;
    if (name === undefined) return 0;
    if (open.includes(name))
      return `${[...open, name].join(' → ')} refers to itself; a schema here has an end`;
    const known = sizes.get(name);
    if (known !== undefined) return known;
    open.push(name);
    const size = sizeOf(definitions[name]);
    open.pop();
    if (typeof size === 'number') sizes.set(name, size);
    return size;
  };

  for (const value of [schema, ...Object.values(definitions)]) {
    const size = sizeOf(value);
    if (typeof size === 'string') return size;
    if (size > MOST_PARTS_SPELT_OUT) {
      return `the references spelt out make ${size} parts; at most ${MOST_PARTS_SPELT_OUT}`;
    }
  }
  return null;
}
