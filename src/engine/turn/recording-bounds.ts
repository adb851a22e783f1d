/** A text beyond so many characters is cut; what a model can be sent or say stays far below. */
export const LONGEST_TEXT = 200_000;
/** So many characters of JSON a recording holds at most, before it is compressed to about a tenth. */
export const MOST_CHARACTERS = 4_000_000;

/** A character takes at most so many when it must be escaped. */
const MOST_ESCAPED = 6;

type Content = {
  readonly reads: readonly { readonly got: unknown }[];
  readonly calls: readonly object[];
};

/**
 * A recording within its bounds. When all of it together is too long, what the turn was shown goes first, then what prompts were
 * written from, then the prompts; `cuts` says what is missing, and a turn with cuts can be read but not replayed exactly.
 */
export function bounded<Recorded extends Content>(content: Recorded): object {
  const cuts: string[] = [];
  // Texts become texts; everything else stays what it was.
  const { characters, longest } = measured(content);
  if (longest <= LONGEST_TEXT && characters * MOST_ESCAPED <= MOST_CHARACTERS) return { ...content, cuts };
  const short = longest > LONGEST_TEXT ? (shortened(content, cuts) as Recorded) : content;
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

/** About as long as a value is as JSON, and its longest text. Nearly every recording is far within its bounds, and this tells. */
function measured(value: unknown): { readonly characters: number; readonly longest: number } {
  if (typeof value === 'string') return { characters: value.length + 3, longest: value.length };
  // JSON would make nothing of it, and a replay would not notice.
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} cannot be recorded`);
  if (typeof value !== 'object' || value === null) return { characters: 25, longest: 0 };
  let characters = 2;
  let longest = 0;
  for (const [key, item] of Object.entries(value)) {
    const part = measured(item);
    characters += key.length + 4 + part.characters;
    longest = Math.max(longest, part.longest);
  }
  return { characters, longest };
}

function shortened(value: unknown, cuts: string[]): unknown {
  if (typeof value === 'string') return shortText(value, cuts);
  if (Array.isArray(value)) return value.map((item) => shortened(item, cuts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, cuts)]));
}

function shortText(text: string, cuts: string[]): string {
  if (text.length <= LONGEST_TEXT) return text;
  cuts.push('texts');
  return `${text.slice(0, LONGEST_TEXT)}… [${text.length - LONGEST_TEXT} characters cut]`;
}
