import type { z } from 'zod';

/** A place in a reply and what is wrong there. */
export type ReplyFault = { readonly path: readonly PropertyKey[]; readonly message: string };

/** A value that keeps to its contract after parts of it were removed, or null when no such value remains. */
export type Pruned<Reply> = { readonly reply: Reply; readonly dropped: readonly ReplyFault[] } | null;

type Container = Record<PropertyKey, unknown>;

/**
 * A removed field may show that its object is invalid, which removes the object, and so on outwards. Contracts are not nested nearly
 * as deep; the bound keeps the work linear in the size of the reply.
 */
const MAX_ROUNDS = 12;

/** Marks a part until the end of its round, so that the paths of the other faults stay valid. */
const REMOVED = Symbol('removed');

/**
 * Removes the innermost list item or field around each fault until the contract accepts the rest. A field the contract needs takes its
 * object with it. Returns null when the fault reaches the reply itself.
 */
export function dropInvalidItems<Reply>(
  value: unknown,
  faults: readonly ReplyFault[],
  contract: z.ZodType<Reply>,
): Pruned<Reply> {
  const pruning = new Pruning(structuredClone(value));
  let left = faults;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!pruning.removeAll(left)) return null;
    const parsed = contract.safeParse(pruning.value);
    if (parsed.success) return { reply: parsed.data, dropped: pruning.dropped() };
    left = parsed.error.issues;
  }
  return null;
}

class Pruning {
  readonly value: unknown;
  /** What was removed, by the object or list it was removed from. */
  readonly #dropped = new Map<object, ReplyFault[]>();
  /** The places list items had in the reply as it was written. */
  readonly #places = new Map<object, readonly number[]>();

  constructor(value: unknown) {
    this.value = value;
  }

  dropped(): readonly ReplyFault[] {
    return [...this.#dropped.values()].flat();
  }

  /** Returns false when a fault leaves nothing to remove but the reply itself. */
  removeAll(faults: readonly ReplyFault[]): boolean {
    const touched = new Set<Container>();
    for (const fault of faults) {
      for (const path of pathsToRemove(fault)) {
        const holder = this.#remove(path, fault.message);
        if (holder === null) return false;
        if (holder !== 'removed before') touched.add(holder);
      }
    }
    for (const holder of touched) this.#sweep(holder);
    return true;
  }

  /** Marks what stands at the end of a path, or what should hold it when it is missing. */
  #remove(path: readonly PropertyKey[], message: string): Container | 'removed before' | null {
    const holders: Container[] = [];
    let at: unknown = this.value;
    for (const key of path) {
      if (!isContainer(at) || !Object.hasOwn(at, key)) break;
      holders.push(at);
      at = at[key];
    }
    if (at === REMOVED) return 'removed before';
    const holder = holders.at(-1);
    const key = path[holders.length - 1];
    if (holder === undefined || key === undefined) return null;
    const [inner] = isContainer(at) ? (this.#dropped.get(at) ?? []) : [];
    // An object that goes because of one of its fields goes for what was wrong with that field.
    if (isContainer(at)) this.#dropped.delete(at);
    const fault = {
      path: this.#writtenPath(path.slice(0, holders.length), holders),
      message: inner?.message ?? message,
    };
    const siblings = this.#dropped.get(holder);
    if (siblings === undefined) this.#dropped.set(holder, [fault]);
    else siblings.push(fault);
    holder[key] = REMOVED;
    return holder;
  }

  /** A path as it was in the reply before anything was removed. */
  #writtenPath(path: readonly PropertyKey[], holders: readonly object[]): readonly PropertyKey[] {
    return path.map((key, depth) => {
      const holder = holders[depth];
      return holder !== undefined && Array.isArray(holder)
        ? (this.#places.get(holder)?.[Number(key)] ?? key)
        : key;
    });
  }

  #sweep(holder: Container): void {
    if (!Array.isArray(holder)) {
      for (const key of Object.keys(holder)) if (holder[key] === REMOVED) delete holder[key];
      return;
    }
    const places = this.#places.get(holder);
    const kept: number[] = [];
    for (const [index, item] of holder.entries()) {
      if (item === REMOVED) continue;
      holder[kept.length] = item;
      kept.push(places?.[index] ?? index);
    }
    holder.length = kept.length;
    this.#places.set(holder, kept);
  }
}

/** Fields a strict object does not know are removed by themselves. */
function pathsToRemove(fault: ReplyFault | z.core.$ZodIssue): readonly (readonly PropertyKey[])[] {
  const isUnknownField = 'code' in fault && fault.code === 'unrecognized_keys';
  return isUnknownField ? fault.keys.map((key) => [...fault.path, key]) : [fault.path];
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
