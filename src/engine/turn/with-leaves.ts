/** A value of JSON with every text in it replaced; its keys stay. */
export function withLeaves<Value>(value: Value, replace: (text: string) => string): Value;
export function withLeaves(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => withLeaves(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withLeaves(item, replace)]));
}
