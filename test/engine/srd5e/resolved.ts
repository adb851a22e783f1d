import { isRejection, type Rejection } from '#engine/util/rejection.ts';

/** The value of something that must not have been refused. */
export function resolved<Value extends object>(value: Value | Rejection): Value {
  if (isRejection(value)) throw new Error(`refused: ${value.reason}`);
  return value;
}
