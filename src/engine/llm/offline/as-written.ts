/** What people leave out when they type fast. */
const SHORTENED: readonly (readonly [RegExp, string])[] = [
  [
    /\b(what|who|where|how|when|that|there|here|he|she|it|let)s\b(?<!\b(?:its|lets|hes|shes|heres))/gi,
    "$1's",
  ],
  [/\b(he|she|here)s\b(?=\s+(?:\p{L}+ing|here|gone|dead|not|an?|the|your|my)\b)/giu, "$1's"],
  [/\bim\b/gi, "I'm"],
  [/\bive\b/gi, "I've"],
  [/\b(do|does|did|is|are|was|were|ca|wo|should|would|could|have|has)nt\b/gi, "$1n't"],
  [/\b(you|they|we)re\b(?<!\bwere)/gi, "$1're"],
  [/\bu\b/gi, 'you'],
  [/\bur\b/gi, 'your'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgonna\b/gi, 'going to'],
  [/\bgotta\b/gi, 'have to'],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/\b(?:thx|ty)\b/gi, 'thanks'],
  [/\bi\b/g, 'I'],
];

const BY_A_VERB =
  "(?:ask|tell|give|pay|call|find|meet|greet|thank|warn|trust|about|with|from|by|where is|who is|where's|who's|hello|hi|hey|sorry|thanks|to)\\s+";
const HELLO = '(?:(?:hey|hi|hello|ok|okay|so|well|and|but|listen|look|please|sorry|thanks|yes|no)\\s+)*';
const ASKING =
  "(?:who|what|where|when|why|how|which)(?:'s)?|is|are|was|were|does|did|do|can|could|will|would|should|have|has|any";
/** What may follow a name that somebody calls before they speak to them. */
const TO_THEM = `(?:${ASKING}|you|your|tell|listen|please|don't|we|I|I'm|I've|that|that's|it's|give|help|come|let's)`;

/**
 * A player's words as they would be written with care: `viktor whats up` is `Viktor, what's up?`. Nothing of what they say is
 * changed; everything that reads them afterwards can go by capitals, commas and question marks.
 */
export function asWritten(words: string, people: readonly string[]): string {
  const spelt = SHORTENED.reduce((text, [typed, meant]) => text.replace(typed, meant), words.trim());
  const named = namesOf(people).reduce(withName, spelt);
  return asQuestion(named);
}

function namesOf(people: readonly string[]): readonly string[] {
  const all = people.flatMap((name) => name.replace(/["“”]/g, '').split(/\s+/));
  return [...new Set(all)].filter(
    (word) => /^\p{Lu}\p{L}{2,}$/u.test(word) && !/^(?:The|Mrs|Agent)$/.test(word),
  );
}

/** A name with its capital where somebody is meant by it, and a comma behind whoever is called. */
function withName(text: string, name: string): string {
  const meant = text
    .replace(new RegExp(`(\\b${BY_A_VERB})${name}\\b`, 'gi'), `$1${name}`)
    .replace(new RegExp(`^(${HELLO})${name}(?=[\\s,:!?.]|$)`, 'i'), `$1${name}`);
  return meant.replace(new RegExp(`^(${HELLO}${name})\\s+(?=${TO_THEM}\\b)`, 'i'), '$1, ');
}

const BEGINS = new RegExp(
  `^["“]?(?:${HELLO}[\\p{L}'’.-]+(?:\\s\\p{Lu}[\\p{L}'’.-]+)?,\\s+)?(?:(?:and|but|so|ok|okay|well)\\s+)?(?:${ASKING.replace('|do|', '|do (?:you|they|we|I)|')}|am I|may I|shall (?:I|we))\\b`,
  'iu',
);
/** `When he leaves, I follow`, `what a mess`, `have a drink`: nothing is asked. */
const NO_QUESTION =
  /,\s*(?:I|we)\s+(?!\p{L}+['’])\p{L}+|^\W*(?:what an?\s+\p{L}+\W*$|have\s+(?:an?|some|another|mercy)\b|do\s+(?:it|that|nothing|as)\b|whatever|however|will\s*power|any(?:way|how)\b|is$|who cares)/iu;

function asQuestion(text: string): string {
  if (/[?"“”]/.test(text) || !BEGINS.test(text) || NO_QUESTION.test(text)) return text;
  return `${text.replace(/[.\s]+$/, '')}?`;
}
