import { inc, intersects, satisfies, validRange } from 'semver';

/** Reports whether a text is a range of versions as npm writes them: `^1.2.0`, `~1.2`, `>=1.0.0 <3 || 5.x`. */
export function isVersionRange(range: string): boolean {
  return validRange(range) !== null;
}

/**
 * Reports whether a version lies in a range. A prerelease (`2.0.0-beta.1`) only does when the range names a prerelease
 * of the very same numbers. Authors therefore never get unfinished work without asking for it.
 */
export function isVersionInRange(version: string, range: string): boolean {
  return satisfies(version, range);
}

/** Reports whether any version lies in both ranges. */
export function doRangesOverlap(one: string, other: string): boolean {
  return intersects(one, other);
}

/** Increments the patch number: 1.2.3 → 1.2.4. Starts anew for a text that is not a version. */
export function incrementPatchVersion(version: string): string {
  return inc(version, 'patch') ?? '1.0.0';
}
