import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** Unwraps defaults, optionals and transforms, down to the schema of the authored value. */
export function unwrapSchema(schema: Schema): z.core.$ZodTypes {
  // `$ZodTypes` is zod's own union of every schema class; the base type only lacks the discriminant.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return unwrapSchema(def.innerType);
    case 'pipe':
      return unwrapSchema(def.in);
    default:
      return known;
  }
}

/**
 * Finds the schemas a value below this one may have to satisfy: several for a union, none where anything is allowed.
 */
export function findChildSchemas(schema: Schema, step: string | number): readonly Schema[] {
  const { def } = unwrapSchema(schema)._zod;
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, step)
        ? [def.shape[String(step)]].filter((child) => child !== undefined)
        : [];
    case 'record':
      return [def.valueType];
    case 'array':
      return [def.element];
    case 'tuple':
      return [def.items[Number(step)]].filter((child) => child !== undefined);
    case 'union':
      return def.options.flatMap((option) => findChildSchemas(option, step));
    default:
      return [];
  }
}

/** Finds the schemas at a path. */
export function findSchemas(schema: Schema, path: readonly PropertyKey[]): readonly Schema[] {
  let level: readonly Schema[] = [schema];
  for (const step of path)
    level = level.flatMap((parent) => findChildSchemas(parent, step as string | number));
  return level;
}

/** Lists the keys an object at this place may have. */
export function listKeys(schemas: readonly Schema[]): readonly string[] {
  return schemas.flatMap((schema) => {
    const { def } = unwrapSchema(schema)._zod;
    if (def.type === 'union') return listKeys(def.options);
    return def.type === 'object' ? Object.keys(def.shape) : [];
  });
}
