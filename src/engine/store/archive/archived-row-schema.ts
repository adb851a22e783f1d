import type { EntityProperty } from '@mikro-orm/core';
import { z } from 'zod';
import { readImage } from '#engine/util/image-file.ts';
import { hasStorableTexts, isStorableText } from '#engine/util/plain-text.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import type { Database } from '../database/database.ts';
import type { ArchivedRow } from './archive-rows.ts';
import { ARCHIVED_TABLES, type ArchivedTable } from './archived-tables.ts';

const NO_TEXT = 'holds characters that are no text';
const Text = z.string().refine(isStorableText, NO_TEXT);
/** The range of a column of whole numbers on PostgreSQL. */
const Whole = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1);
const Moment = z.iso.datetime();
const Stored = z.unknown().refine(hasStorableTexts, NO_TEXT);
const Body = z.record(z.string(), z.unknown());
const Texts = z.array(z.string());

/** Columns whose values are more than their type says, by table. */
const CONTENTS: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  pack: { content: Body },
  campaign: {
    packs: z.array(z.strictObject({ id: z.string(), version: z.string(), hash: z.string() })),
    promptPins: z.record(z.string(), z.int()),
  },
  member: { role: z.enum(['player', 'gm']) },
  portrait: { bytes: z.base64() },
  session: {
    // Left out while a session still rolls with it.
    seed: z.string().min(1).max(200).nullable(),
    status: z.enum(['active', 'inactive', 'ended']),
    ancestors: z.array(z.strictObject({ sessionId: z.string(), upTo: z.int().min(0) })),
    sceneIndex: z.int().min(0),
  },
  scene: { index: z.int().min(0), flags: Texts.nullable(), audience: Texts.nullable(), snapshot: Body },
  narration: { flags: Texts.nullable(), recording: Body },
  turn: {
    status: z.enum([
      'running',
      'committed',
      'failed',
      'cancelled',
      'answered',
      'awaiting-clarification',
      'awaiting-roll',
    ]),
    input: z.looseObject({ kind: z.string() }),
    failure: z.looseObject({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
    suspension: z.looseObject({ kind: z.enum(['clarification', 'roll']), sceneId: z.string() }).nullable(),
    answers: z.array(Body),
    answer: z.looseObject({ text: z.string() }).nullable(),
  },
  event: { audience: z.enum(['player', 'gm']), payload: Body },
  recording: { content: Body },
  memory: { body: Body },
  chronicle: { body: Body },
  roll: { body: Body },
  action: { intents: Texts },
  job: { payload: Body, status: z.enum(['waiting', 'claimed', 'done', 'dead', 'lethal']) },
};

function columnSchema({ runtimeType, length, type }: EntityProperty): z.ZodType {
  if (runtimeType === 'Date') return Moment;
  if (runtimeType === 'number') return type === 'DoubleType' ? z.number() : Whole;
  if (runtimeType === 'any' || runtimeType === 'Buffer') return Stored;
  // References are ids.
  return length === undefined ? Text : Text.max(length);
}

/** Builds the schema of a table's rows. Columns that are missing are judged elsewhere. */
function tableSchema(database: Database, name: string, { entity, local }: ArchivedTable): z.ZodType {
  const { props } = database.orm.getMetadata().get(entity);
  const columns = props.map((property) => {
    const column = String(property.name);
    if (local.includes(column)) return [column, z.unknown().optional()] as const;
    const plain = columnSchema(property);
    const meant = CONTENTS[name]?.[column];
    const isNullable = property.nullable === true || meant?.safeParse(null).success === true;
    const whole = meant === undefined ? plain : plain.and(meant);
    return [column, (isNullable ? whole.nullable() : whole).optional()] as const;
  });
  return z.looseObject(Object.fromEntries(columns));
}

/** Finds out what is wrong with a row; null when it can be stored and read again. */
export type FindRowFault = (row: ArchivedRow) => string | null;

/** Creates the check of rows from files, which may be anything. */
export function createRowCheck(
  database: Database,
  readSnapshot: (saved: unknown) => unknown | Rejection,
): FindRowFault {
  const schemas = new Map(
    Object.entries(ARCHIVED_TABLES).map(([name, table]) => [name, tableSchema(database, name, table)]),
  );
  return ({ table, row }) => {
    const [issue] = schemas.get(table)?.safeParse(row).error?.issues ?? [];
    if (issue !== undefined) return explain(table, issue.path.join('.'), issue.message);
    if (table === 'portrait') return findPortraitFault(row);
    const snapshot = table === 'scene' ? readSnapshot(row.snapshot) : null;
    return isRejection(snapshot) ? explain(table, 'snapshot', snapshot.reason) : null;
  };
}

/** Compares what a row says of an image with the image: its type goes into the header that browsers trust. */
function findPortraitFault({ bytes, ...stated }: ArchivedRow['row']): string | null {
  const image = readImage(Buffer.from(String(bytes), 'base64'));
  if (typeof image === 'string') return explain('portrait', 'bytes', image);
  const wrong = Object.entries(image).find(([column, value]) => stated[column] !== value);
  return wrong === undefined ? null : explain('portrait', wrong[0], 'is not that of the image');
}

function explain(table: string, column: string, fault: string): string {
  return `A row of ${table} cannot be read: ${column} (${fault}). Export the campaign again.`;
}
