/** Keywords whose value is one schema, a list of schemas, or schemas by name; and those that hold plain data. */
export const KEYWORDS = {
  schema: ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  named: ['properties', 'patternProperties', 'dependentSchemas', '$defs'],
  plain: [
    'type',
    'required',
    'dependentRequired',
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
    'minItems',
    'maxItems',
    'uniqueItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'title',
    'description',
    'default',
    'examples',
    'deprecated',
    'readOnly',
    'writeOnly',
    '$comment',
    '$ref',
    '$schema',
  ],
} as const;

const BOUNDS: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
};

/** What to write instead of a keyword that JSON Schema does not know, or that is not allowed here. */
export function adviceFor(keyword: string, type: unknown): string | null {
  const [least, most] = (typeof type === 'string' ? BOUNDS[type] : undefined) ?? ['minimum', 'maximum'];
  const advice: Readonly<Record<string, string>> = {
    min: `write ${least}`,
    max: `write ${most}`,
    format: 'formats are not checked here; write a pattern',
    definitions: 'write $defs',
    id: 'leave it out; a schema here stands alone',
    $id: 'leave it out; a schema here stands alone',
    $anchor: 'name the part under $defs and refer to it as #/$defs/name',
    $dynamicRef: 'write $ref to a name under $defs',
    $recursiveRef: 'write $ref to a name under $defs',
    nullable: 'write type as a list, like [string, "null"]',
    optional: 'leave it out; a field is optional unless required names it',
    unevaluatedProperties: 'write additionalProperties',
    unevaluatedItems: 'write items after prefixItems',
  };
  return Object.hasOwn(advice, keyword) ? (advice[keyword] ?? null) : null;
}
