import { z } from 'zod';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { findChanges } from './checks/find-changes.ts';
import { findBrokenReference } from './checks/references.ts';
import { SNAPSHOT_VERSION, Snapshot } from './snapshot.ts';

type Saved = { readonly [key: string]: unknown };

/** Upgrades by the version they start from; each returns a snapshot of the next version. */
type Upgrades = { readonly [version: number]: (saved: Saved) => Saved };

/** Upgrades of saved snapshots. One never changes once a snapshot was saved by it. */
const UPGRADES: Upgrades = {
  // Meters are numbers of the stat block alone; the second account of them is dropped.
  1: ({ meters: _meters, ...saved }) => saved,
};

const Versioned = z.looseObject({ version: z.int().min(0) });

/**
 * Upgrades a saved snapshot, of this version or an older one, to the present version. Refuses unreadable data with
 * the field at fault; guesses nothing and repairs nothing in silence.
 */
export function upgradeSnapshot(saved: unknown, upgrades: Upgrades = UPGRADES): Snapshot | Rejection {
  const read = Versioned.safeParse(saved);
  if (!read.success)
    return reject('not-a-snapshot', 'A snapshot is an object that says its version.', ['version']);
  if (read.data.version > SNAPSHOT_VERSION) {
    const found = `version ${read.data.version}, this engine reads up to ${SNAPSHOT_VERSION}`;
    return reject('snapshot-from-the-future', `The snapshot has ${found}; use a newer engine.`, ['version']);
  }
  let current = read.data;
  while (current.version < SNAPSHOT_VERSION) {
    const upgrade = upgrades[current.version];
    if (upgrade === undefined) {
      const missing = `from version ${current.version} to ${SNAPSHOT_VERSION}`;
      return reject('no-upgrade', `Nothing leads ${missing}.`, ['version']);
    }
    current = { ...upgrade(current), version: current.version + 1 };
  }
  return checked(current);
}

function checked(saved: unknown): Snapshot | Rejection {
  const parsed = Snapshot.safeParse(saved);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
    return reject('bad-snapshot', `The snapshot's ${path.join('.')} is wrong: ${issue?.message}.`, path);
  }
  const dangling = findBrokenReference(parsed.data, findChanges(null, parsed.data));
  if (dangling === null) return parsed.data;
  return reject(
    'bad-snapshot',
    `The snapshot's ${dangling.path.join('.')} is wrong: ${dangling.message}.`,
    dangling.path,
  );
}
