/** One line of a character sheet. A client that knows no ruleset can show it as it is. */
export type SheetField = {
  /** Path of the field, stable within a ruleset: `hit_points`, `skill.stealth`. */
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** The value as a number; null where it is none. */
  readonly number: number | null;
  /** The most it can be; null where there is no such limit. */
  readonly max: number | null;
  /** A word about it; null where nothing needs saying. */
  readonly note: string | null;
};

export type SheetGroup = {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly SheetField[];
};

/** Character sheet made by a ruleset from a stat block. */
export type Sheet = { readonly groups: readonly SheetGroup[] };

/** Creates a field; `value` may be left out for a number. */
export function createField(
  key: string,
  label: string,
  value: string | number,
  more: Partial<Pick<SheetField, 'number' | 'max' | 'note'>> = {},
): SheetField {
  const number = typeof value === 'number' ? value : null;
  return { key, label, value: String(value), number, max: null, note: null, ...more };
}

/** Keeps the groups that have something to show. */
export function createSheet(groups: readonly SheetGroup[]): Sheet {
  return { groups: groups.filter(({ fields }) => fields.length > 0) };
}
