/** A text beyond so many characters is cut; what a model can be sent or say stays far below. */
export const LONGEST_TEXT = 200_000;
/** So many characters of JSON a recording holds at most, before it is compressed to about a tenth. */
export const MOST_CHARACTERS = 4_000_000;

type Content = {
  readonly reads: readonly { readonly got: unknown }[];
  readonly calls: readonly object[];
};

/** Whether a recording of these parts, as UTF-8, is within its bounds: then it need not be looked into. Nearly every one is. */
export function areWithinBounds(parts: readonly Buffer[]): boolean {
  const characters = parts.reduce((sum, part) => sum + part.length + 1, 0);
  return characters <= MOST_CHARACTERS && parts.every((part) => part.length <= LONGEST_TEXT);
}

/**
 * A recording within its bounds. When all of it together is too long, what the turn was shown goes first, then what prompts were
 * written from, then the prompts; `cuts` says what is missing, beside what was missing before, and a turn with cuts can be read but
 * not replayed exactly.
 */
export function bounded<Recorded extends Content>(
  content: Recorded,
  missing: readonly string[] = [],
): object {
  const cuts = [...missing];
  // Texts become texts; everything else stays what it was.
  const short = shortened(content, cuts) as Recorded;
  const ladder: readonly [string, (content: Recorded) => Recorded][] = [
    ['reads', (whole) => ({ ...whole, reads: whole.reads.map((read) => ({ ...read, got: null })) })],
    ['inputs', (whole) => ({ ...whole, calls: whole.calls.map((call) => ({ ...call, input: null })) })],
    ['prompts', (whole) => ({ ...whole, calls: whole.calls.map(withoutPrompt) })],
  ];
  let kept = short;
  for (const [name, cut] of ladder) {
    if (JSON.stringify(kept).length <= MOST_CHARACTERS) break;
    kept = cut(kept);
    cuts.push(name);
  }
  return { ...kept, cuts };
}

function withoutPrompt(call: object): object {
  return { ...call, request: { system: [], messages: [], maxTokens: 0, seed: '' } };
}

function shortened(value: unknown, cuts: string[]): unknown {
  if (typeof value === 'string') return shortText(value, cuts);
  if (Array.isArray(value)) return value.map((item) => shortened(item, cuts));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, cuts)]));
}

function shortText(text: string, cuts: string[]): string {
  if (text.length <= LONGEST_TEXT) return text;
  cuts.push('texts');
  return `${text.slice(0, LONGEST_TEXT)}… [${text.length - LONGEST_TEXT} characters cut]`;
}
