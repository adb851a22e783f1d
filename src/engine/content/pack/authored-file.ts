import type { Json } from '#engine/kit/canonical-json.ts';
import type { ContentKind } from '../format/content-kinds.ts';
import type { Locate } from '../yaml/read-yaml.ts';

/** One content file as its author wrote it: nothing filled in, references short or full as they stand. */
export type AuthoredFile = {
  readonly path: string;
  readonly kind: ContentKind;
  readonly id: string;
  readonly data: { readonly [key: string]: Json };
  /** The text below the frontmatter; empty in YAML files. */
  readonly body: string;
  /** The line of the file the body begins on. */
  readonly bodyLine: number;
  readonly locate: Locate;
  /** Whether its own keys are as the format wants them. */
  readonly isSound: boolean;
  /** False when nothing of it could be understood; then its id is only guessed from its name. */
  readonly isRead: boolean;
};
