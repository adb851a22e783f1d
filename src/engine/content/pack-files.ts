import type { ImageInfo } from '#engine/util/image-file.ts';
import type { Problem } from './problem.ts';

/** One text file of a pack: UTF-8, line ends normalised, no byte order mark. */
export type PackFile = { readonly path: string; readonly text: string };

/** The images of one pack by their paths; a sentence for a file that cannot be used as an image. */
export type PackImages = Readonly<Record<string, ImageInfo | string>>;

/** The files of one pack, wherever they come from, and what could not be read. */
export type PackFiles = {
  /** Display name of the source: the folder, or the name of the homebrew pack. */
  readonly origin: string;
  readonly files: readonly PackFile[];
  readonly problems: readonly Problem[];
  /** Left out where only texts are kept, as of the packs campaigns began with. */
  readonly images?: PackImages | undefined;
};
