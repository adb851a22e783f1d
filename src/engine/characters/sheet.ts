import type { ExplainedStat } from '#engine/rules/declared-check.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Sheet } from './parts/sheet-fields.ts';
import { buildSchemaSheet } from './schema/schema-sheet.ts';
import { buildSrd5eSheet } from './srd5e/srd5e-sheet.ts';

export type { Sheet, SheetField, SheetGroup } from './parts/sheet-fields.ts';

/** Ruleset, as far as its sheets are concerned. */
type SheetRules = {
  readonly isSrd5e: boolean;
  /** JSON Schema of a stat block. */
  readonly schema: Json;
  /** Meaning of the ruleset's stats. */
  readonly stats: readonly ExplainedStat[];
};

/** Builds the labelled sheet of a stat block, with the numbers that follow from it. */
export function buildSheet(block: Json, { isSrd5e, schema, stats }: SheetRules): Sheet {
  const srd = isSrd5e ? Srd5eStatBlock.safeParse(block).data : undefined;
  return srd === undefined ? buildSchemaSheet(block, schema, stats) : buildSrd5eSheet(srd);
}
