import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';

/**
 * Describes the fields of a ruleset's scene state that its author explains, by the paths operations name. Each line has the values
 * a field may have and what it means: `hush: 0 to 3. How far the Hush has a place in hand.` Fields that players are not shown
 * are left out.
 */
export function describeStateFields(schema: Json, prefix = ''): string[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    // Behind a reference may stand something that players are not shown.
    if (!isJsonObject(field) || field.writeOnly === true || '$ref' in field) return [];
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const { description } = field;
    const own = typeof description === 'string' ? [`${path}: ${writeField(field, description)}`] : [];
    return [...own, ...describeStateFields(field, path)];
  });
}

function writeField(field: JsonObject, description: string): string {
  const values = writeValues(field);
  return values === '' ? description : `${values}. ${description}`;
}

type JsonObject = { readonly [name: string]: Json };

/** Writes which values a schema allows: the listed ones, the bounds of a number, or the fields of a list's entries. */
function writeValues({ enum: listed, minimum, maximum, items, properties }: JsonObject): string {
  if (Array.isArray(listed)) return listed.map(String).join('|');
  if (typeof minimum === 'number' && typeof maximum === 'number') return `${minimum} to ${maximum}`;
  if (isJsonObject(items))
    return items.writeOnly === true ? '' : `list of ${writeValues(items) || String(items.type ?? 'any')}`;
  if (!isJsonObject(properties)) return '';
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    if (!isJsonObject(field) || field.writeOnly === true) return [];
    const values = writeValues(field);
    return values === '' ? [name] : [`${name}: ${values}`];
  });
  return `{${fields.join(', ')}}`;
}
