import { useEffect, useState } from 'react';

/** Keeps the last value while a newer one is on its way, so that the page does not flicker. */
export function useLast<Value>(value: Value | null | undefined): Value | null {
  const [last, setLast] = useState<Value | null>(value ?? null);
  useEffect(() => {
    if (value !== null && value !== undefined) setLast(value);
  }, [value]);
  return value ?? last;
}
