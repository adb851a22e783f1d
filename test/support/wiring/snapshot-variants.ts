import { z } from 'zod';
import { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';

type Path = readonly string[];
type Schema = { readonly [key: string]: unknown };

/** A value of a snapshot: the field of the schema it stands in, and where exactly it stands. */
export type SnapshotLeaf = {
  readonly field: string;
  readonly at: Path;
  readonly value: Json;
  /** Values the schema names, where there are only so many. */
  readonly choices: readonly Json[];
};

const ROOT = z.toJSONSchema(Snapshot, { unrepresentable: 'any', io: 'input' }) as Schema; // JSON Schema is plain data

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolveRef(schema: Schema): Schema {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const found = name === undefined ? undefined : Object(ROOT.$defs)[name];
  return isRecord(found) ? found : schema;
}

/** Lists what a schema may be: itself, or the parts of a union without null. */
function listShapes(schema: unknown): readonly Schema[] {
  if (!isRecord(schema)) return [];
  const resolved = resolveRef(schema);
  const parts = [resolved.anyOf, resolved.oneOf].flat().filter(isRecord);
  const shapes = parts.length === 0 ? [resolved] : parts.flatMap(listShapes);
  return shapes.filter(({ type }) => type !== 'null');
}

/** Names entities by their kind, as the schema separates them. */
function nameShape(field: string, shape: Schema): string {
  const kind = isRecord(shape.properties) ? Object(shape.properties.kind).const : undefined;
  return typeof kind === 'string' ? `${field}.${kind}` : field;
}

/** Lists the fields of the snapshot's schema. Objects of any shape count as one field. */
export function listSnapshotFields(schema: unknown = ROOT, field = ''): readonly string[] {
  const fields = listShapes(schema).flatMap((shape): readonly string[] => {
    const here = nameShape(field, shape);
    if (FREE.test(here)) return [here];
    if (isRecord(shape.properties)) {
      return Object.entries(shape.properties).flatMap(([key, inner]) =>
        listSnapshotFields(inner, here === '' ? key : `${here}.${key}`),
      );
    }
    if (isRecord(shape.items)) return listSnapshotFields(shape.items, here);
    const isMap = isRecord(shape.additionalProperties) && Object.keys(shape.additionalProperties).length > 0;
    return isMap ? listSnapshotFields(shape.additionalProperties, here) : [here];
  });
  return [...new Set(fields)];
}

/** Objects that packs and rulesets shape, and points in time. */
const FREE =
  /(\.(stats|attributes|sceneState|operations|object|when|requires|resolvedWhen|rows)|[tT]ime|\.(\w+At|until|subtle|clear|urgent)|^custom|^rulesetState|^usualPlaceState|^time)$/;

/** Lists every value of a snapshot with its field. */
export function listSnapshotLeaves(
  value: Json | undefined,
  schema: unknown = ROOT,
  field = '',
  at: Path = [],
): readonly SnapshotLeaf[] {
  const shape = listShapes(schema).find((one) => fits(one, value));
  if (shape === undefined || value === undefined || value === null) return [];
  const here = nameShape(field, shape);
  const isList = Array.isArray(value);
  if (!FREE.test(here) && isList && value.length > 0) {
    return (value as readonly Json[]).flatMap((item, index) =>
      listSnapshotLeaves(item, shape.items, here, [...at, String(index)]),
    );
  }
  if (!FREE.test(here) && isRecord(value)) {
    return Object.entries(value as Schema).flatMap(([key, inner]) => {
      const own = isRecord(shape.properties) ? Object(shape.properties)[key] : undefined;
      const next = own ?? shape.additionalProperties;
      const name = own === undefined ? here : here === '' ? key : `${here}.${key}`;
      return listSnapshotLeaves(inner as Json, next, name, [...at, key]);
    });
  }
  return [{ field: here, at, value, choices: Array.isArray(shape.enum) ? shape.enum : [] }];
}

function fits({ type, properties }: Schema, value: Json | undefined): boolean {
  if (isRecord(properties) && isRecord(value)) {
    const kind = Object(properties.kind).const;
    return kind === undefined || kind === Object(value).kind;
  }
  if (type === undefined) return true;
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') return type === 'number' || type === 'integer';
  return typeof value === type;
}

/** Returns the snapshot with another value at a place; undefined removes it. */
export function setSnapshotValue(data: Json, [step, ...rest]: Path, value: Json | undefined): Json {
  if (step === undefined) return value ?? null;
  if (Array.isArray(data)) {
    const items = data as readonly Json[];
    if (rest.length === 0 && value === undefined) return items.filter((_, index) => String(index) !== step);
    return items.map((item, index) => (String(index) === step ? setSnapshotValue(item, rest, value) : item));
  }
  const record = (data ?? {}) as { readonly [key: string]: Json }; // a path leads through lists and records
  if (rest.length === 0 && value === undefined)
    return Object.fromEntries(Object.entries(record).filter(([key]) => key !== step));
  return { ...record, [step]: setSnapshotValue(record[step] ?? null, rest, value) };
}

const ID = /^(npc|pc|loc|item|faction)_/;

/** Lists changes of one value that leave a sound snapshot, the likeliest first. */
export function listVariants(snapshot: Snapshot, { at, value, choices }: SnapshotLeaf): readonly Snapshot[] {
  const data = snapshot as unknown as Json; // a snapshot is plain JSON
  return [...listOthers(snapshot, value, choices), undefined].flatMap((other) => {
    const parsed = Snapshot.safeParse(setSnapshotValue(data, at, other));
    return parsed.success ? [parsed.data as Snapshot] : [];
  });
}

function listOthers({ entities }: Snapshot, value: Json, choices: readonly Json[]): readonly Json[] {
  if (choices.length > 0) return choices.filter((choice) => choice !== value).toReversed();
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1, value / 2];
  if (typeof value === 'string') {
    const kind = ID.exec(value)?.[0];
    if (kind === undefined) return [`${value} zq`, 'zq'];
    return Object.keys(entities).filter((id) => id.startsWith(kind) && id !== value);
  }
  if (Array.isArray(value)) return [[...value, 'zq'], ...Object.keys(entities).map((id) => [id])];
  const day = Object(value).day;
  if (typeof day === 'number') return [day + 1, day - 1].map((other) => ({ ...Object(value), day: other }));
  return [{}];
}
