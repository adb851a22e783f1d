import type { Layer, PackManifest } from '../format/manifest.ts';
import { deepFreeze, type Frozen } from './content.ts';
import type { NamedPack } from './named-pack.ts';

/** A pack that can be played. */
export type LibraryPack = {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly layer: Layer;
  /** SHA-256 of what it says; a campaign pins it. */
  readonly hash: string;
  readonly manifest: Frozen<PackManifest>;
  /** The folder, or the name of the homebrew pack. */
  readonly origin: string;
  /** Itself and every pack it stands on, lower layers first. */
  readonly closure: readonly string[];
};

export function libraryPack({ manifest, hash, origin }: NamedPack, closure: readonly string[]): LibraryPack {
  const { id, version, name, layer } = manifest;
  return deepFreeze({ id, version, name, layer, hash, manifest, origin, closure });
}
