import type { NameKind, NameResolver } from './name-resolver.ts';

/** A name that was left out of a reply, and why. It is recorded, and told to the rules and the next narrator where it matters. */
export type DroppedName = {
  /** Where it stood: `actions.0.items.1`. */
  readonly path: string;
  readonly value: string;
  readonly reason: DropReason;
  /** The record that is meant, when a person, thing or place was introduced that has one already. */
  readonly id?: string;
};

/**
 * `unknown`: no record has the name. `ambiguous`: more than one has. `on-record`: introduced although it exists. `not-listed`: not among
 * what the prompt listed. `too-many`: more than a turn allows. `same`: both ends of a relation are one person.
 */
export type DropReason = 'unknown' | 'ambiguous' | 'on-record' | 'not-listed' | 'too-many' | 'same';

/** Resolves the names of one reply and collects those it drops. */
export type ReplyNames = {
  readonly dropped: readonly DroppedName[];
  readonly drop: (name: DroppedName) => void;
  /** Returns the id, or null after dropping the name. An empty name is null and not dropped. */
  readonly one: (path: string, value: string, kinds?: readonly NameKind[]) => string | null;
  /** Returns the distinct ids of those that resolve. */
  readonly many: (path: string, values: readonly string[], kinds?: readonly NameKind[]) => string[];
};

export function createReplyNames(resolver: Pick<NameResolver, 'find'>): ReplyNames {
  const dropped: DroppedName[] = [];
  const one: ReplyNames['one'] = (path, value, kinds) => {
    if (value.trim() === '') return null;
    const found = resolver.find(value, kinds);
    if ('id' in found) return found.id;
    dropped.push({ path, value, reason: found.reason });
    return null;
  };
  return {
    dropped,
    drop: (name) => dropped.push(name),
    one,
    many: (path, values, kinds) => [
      ...new Set(values.flatMap((value, index) => one(`${path}.${index}`, value, kinds) ?? [])),
    ],
  };
}
