import { inc, intersects, satisfies, validRange } from 'semver';

/** Whether a text is a range of versions as npm writes them: `^1.2.0`, `~1.2`, `>=1.0.0 <3 || 5.x`. */
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

/** Whether any version at all lies in both ranges. */
export function doRangesOverlap(one: string, other: string): boolean {
  return intersects(one, other);
}

/** The version after a small change: 1.2.3 → 1.2.4. What is no version begins anew. */
export function incrementPatchVersion(version: string): string {
  return inc(version, 'patch') ?? '1.0.0';
}
