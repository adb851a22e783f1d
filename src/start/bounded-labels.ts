/** Keeps the values of a label few: after so many different ones, further ones are all `other`. */
export function boundedLabels(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
}
