import type { ContentData, ContentKind } from '../format/content-kinds.ts';
import type { Section } from '../reading/markdown-sections.ts';

type Primitive = string | number | boolean | null | undefined;

/** Read-only all the way down. */
export type Frozen<Value> = Value extends Primitive
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : { readonly [Key in keyof Value]: Frozen<Value[Key]> };

/** A key of a file that a pack of a higher layer replaced. */
export type Override = {
  /** `pack:id` of what was overridden. */
  readonly target: string;
  /** The key, or `text` for the text below the frontmatter. */
  readonly field: string;
  readonly byPackId: string;
  readonly file: string;
  readonly line: number;
};

/** One thing of a pack, ready to be used: defaults filled in, every reference a full `pack:id`. */
export type Content<Kind extends ContentKind = ContentKind> = {
  readonly [Name in ContentKind]: {
    /** `neo_seattle:viktor` */
    readonly id: string;
    readonly packId: string;
    readonly localId: string;
    readonly kind: Name;
    readonly name: string;
    readonly data: Frozen<ContentData<Name>>;
    /** The text below the frontmatter, cut at its headings; hidden sections included. */
    readonly sections: readonly Section[];
    /** Within its pack. */
    readonly file: string;
    readonly overriddenBy: readonly Override[];
  };
}[Kind];

/** Makes a value read-only at run time as well. */
export function freezeDeeply<Value>(value: Value): Frozen<Value> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeeply(inner);
  }
  // Freezing changes what may be done with the value, not what it is.
  return value as Frozen<Value>;
}
