import type { SaveRequest } from '#engine/content/homebrew.ts';
import type { Library } from '#engine/content/library.ts';
import { type PlayerContent, toPlayerContent } from '#engine/content/player-content.ts';

export type ContentKind = SaveRequest['kind'];

/** What players may see of everything of a kind. What they may not know of is not in it. */
export function playerContents<Kind extends ContentKind>(
  library: Library,
  kind: Kind,
): readonly PlayerContent<Kind>[] {
  return library.all(kind).flatMap((content) => toPlayerContent<Kind>(content, library) ?? []);
}

/** What players may see of one content; null when there is none they may know of. */
export function findPlayerContent<Kind extends ContentKind>(
  library: Library,
  kind: Kind,
  id: string,
): PlayerContent<Kind> | null {
  const content = library.find(kind, id);
  return content === null ? null : toPlayerContent<Kind>(content, library);
}
