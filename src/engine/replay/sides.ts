/** Two lists held against each other; what both have is counted and not told. */
export type Sides = {
  readonly both: number;
  readonly onlyRecorded: readonly string[];
  readonly onlyReplayed: readonly string[];
};

export function sidesOf(recorded: readonly string[], replayed: readonly string[]): Sides {
  const left = [...replayed];
  const onlyRecorded = recorded.filter((item) => {
    const place = left.indexOf(item);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
  return { both: recorded.length - onlyRecorded.length, onlyRecorded, onlyReplayed: left };
}

export function isEven({ onlyRecorded, onlyReplayed }: Sides): boolean {
  return onlyRecorded.length === 0 && onlyReplayed.length === 0;
}
