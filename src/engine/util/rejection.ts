/**
 * Refusal by the engine, with its reason. A rejection is a value: the caller sees it and the turn records it. It is
 * never thrown.
 */
export type Rejection = {
  /** Fact in kebab-case, stable enough to branch on: `no-path`, `unknown-character`. */
  readonly rejected: string;
  /** Sentence naming the fault and, where there is one, the right value. */
  readonly reason: string;
  /** Path of the field at fault, outermost first, when one field is at fault. */
  readonly path?: readonly (string | number)[];
};

export function reject(rejected: string, reason: string, path?: readonly (string | number)[]): Rejection {
  return path === undefined ? { rejected, reason } : { rejected, reason, path };
}

export function isRejection(value: unknown): value is Rejection {
  return typeof value === 'object' && value !== null && 'rejected' in value && 'reason' in value;
}
