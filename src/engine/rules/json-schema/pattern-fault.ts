const LONGEST_PATTERN = 200;
const MOST_WAYS = 1_000_000;

/** The longest text a pattern is tried on; a longer one never matches. */
export const LONGEST_MATCHED_TEXT = 500;

/**
 * Explains why a pattern is refused, or returns null. A regular expression can run without end on a short text, above
 * all with repeats inside repeats. Accepted patterns can be tried in at most a million ways.
 */
export function findPatternFault(pattern: string): string | null {
  if (pattern.length > LONGEST_PATTERN) return `has ${pattern.length} characters; at most ${LONGEST_PATTERN}`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'is not a regular expression';
  }
  const bare = withoutCharacters(pattern);
  if (bare.includes(BACK_REFERENCE)) return 'refers back to what it matched; write the text out';
  if (/\(\?<?[=!]/.test(bare)) return 'looks ahead or behind; write what must stand there instead';
  if (repeatsInsideRepeats(bare)) {
    return 'repeats a group that itself repeats or chooses; write one class of characters, like ^[a-z0-9-]+$';
  }
  return waysToMatch(bare) > MOST_WAYS
    ? 'could be tried in too many ways; start it with ^ or write fewer repeats'
    : null;
}

const BACK_REFERENCE = '\\1';

/** Replaces every escape and character class of a pattern by a plain x, so that only its structure is left. */
function withoutCharacters(pattern: string): string {
  return pattern
    .replace(/\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\./gsu, (escaped) =>
      /^\\[1-9k]/.test(escaped) ? BACK_REFERENCE : 'x',
    )
    .replace(/\[[^\]]*\]/g, 'x');
}

/** Looks at every group that is repeated: it must hold neither repeats nor alternatives. */
function repeatsInsideRepeats(bare: string): boolean {
  const opened: number[] = [];
  for (let at = 0; at < bare.length; at += 1) {
    if (bare[at] === '(') opened.push(at);
    if (bare[at] !== ')') continue;
    const inside = bare.slice((opened.pop() ?? 0) + 1, at).replace(/^\?(?::|<\w+>)/, '');
    if (/^[*+{]/.test(bare.slice(at + 1)) && /[*+?{|]/.test(inside)) return true;
  }
  return false;
}

/** Computes an upper bound for the ways to divide a text between the repeats and alternatives of a pattern. */
function waysToMatch(bare: string): number {
  const structure = bare.replace(/\(\?(?::|<\w+>)/g, '(');
  const starts = isAnchored(structure) ? 1 : LONGEST_MATCHED_TEXT;
  const repeats = structure.match(/[*+?|]|\{\d+(?:,\d*)?\}/g) ?? [];
  return repeats.reduce((ways, repeat) => ways * choicesOf(repeat), starts);
}

// The ^ of `^a|b` binds the first alternative only.
function isAnchored(structure: string): boolean {
  let depth = 0;
  for (const character of structure) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '|' && depth === 0) return false;
  }
  return structure.startsWith('^');
}

function choicesOf(repeat: string): number {
  if (repeat === '?' || repeat === '|') return 2;
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(repeat);
  if (counted === null) return LONGEST_MATCHED_TEXT;
  const [, least = '', comma, most = ''] = counted;
  if (comma === '') return 1;
  return most === '' ? LONGEST_MATCHED_TEXT : Math.max(1, Number(most) - Number(least) + 1);
}
