import type { Brand } from '#engine/kit/brand.ts';
import type { ContentKind } from './format/content-kinds.ts';
import type { Content } from './library/content.ts';
import type { Library } from './library/make-library.ts';
import { type OwnFields, ownFields } from './player/own-fields.ts';

/** A piece of text players may read. */
export type PlayerSection = { readonly heading: string | null; readonly text: string };

type Shown<Kind extends ContentKind> = {
  readonly [Name in ContentKind]: {
    readonly id: string;
    readonly packId: string;
    readonly kind: Name;
    readonly name: string;
    readonly summary: string | null;
    readonly sections: readonly PlayerSection[];
  } & OwnFields[Name];
}[Kind];

/**
 * A content as a player may see it. Only `playerFacing` makes it, field by field, so that a new field is hidden until somebody
 * shows it; it has no field in which a secret or a note of the game master could stand.
 */
export type PlayerContent<Kind extends ContentKind = ContentKind> = {
  readonly [Name in ContentKind]: Brand<Shown<Name>, 'PlayerContent'>;
}[Kind];

/** What players may see of a content; null when they may not know of it. Nor do they hear of ways to hidden places. */
export function playerFacing<Kind extends ContentKind>(
  content: Content<Kind>,
  library: Library,
): PlayerContent<Kind> | null {
  const whole: Content = content;
  if (isForGm(whole)) return null;
  const isKnown = (id: string) => {
    const named = library.findAny(id);
    return named !== null && !isForGm(named);
  };
  const shown = {
    id: whole.id,
    packId: whole.packId,
    kind: whole.kind,
    name: whole.name,
    summary: whole.data.summary ?? null,
    sections: whole.sections
      .filter(({ isHidden }) => !isHidden)
      .map(({ heading, text }) => ({ heading, text })),
    ...ownFields(whole, isKnown),
  };
  // Kind and own fields were taken from the same content, so they belong together; the brand says it came through here.
  return shown as unknown as PlayerContent<Kind>;
}

function isForGm({ data }: Content): boolean {
  return 'visibility' in data && data.visibility === 'gm';
}
