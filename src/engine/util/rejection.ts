/**
 * The engine says no, and says why. A rejection is a value: it is shown to whoever asked and kept with the
 * turn; it is never thrown.
 */
export type Rejection = {
  /** The fact in kebab-case, stable enough to branch on: `no-path`, `unknown-character`. */
  readonly rejected: string;
  /** A sentence naming what was wrong and, where there is one, what would be right. */
  readonly reason: string;
  /** The field at fault, outermost first, when one field is at fault. */
  readonly path?: readonly (string | number)[];
};

export function reject(rejected: string, reason: string, path?: readonly (string | number)[]): Rejection {
  return path === undefined ? { rejected, reason } : { rejected, reason, path };
}

export function isRejection(value: unknown): value is Rejection {
  return typeof value === 'object' && value !== null && 'rejected' in value && 'reason' in value;
}
