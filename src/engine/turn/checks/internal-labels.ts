import type { NarrationFacts } from './narration-facts.ts';
import { quotedSpans } from './text/quotes.ts';
import { grave, type Verdict } from './verdict.ts';

const ALIGNMENT = /\b(?:lawful|chaotic|neutral|true)[ -](?:good|neutral|evil)\b/i;
const TYPE_CODE = /\b[EI][NS][FT][JP](?:-[AT])?s?\b/;
const PERSONALITY = /\b(?:enneagram|myers[ -]briggs|mbti|[1-9]w[1-9]|personality type|big five trait)\b/i;
const ALIGNED = /\b(?:his|her|their|its|your|whose) alignment\b/i;
const ENTITY_ID = /\b(?:npc|pc|loc|item|faction|fact|evt)_[a-z0-9_]+\b/;
const SNAKE = /(?<![\w/@.])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?!\w)/;
const PACK_ID = /(?<![\w/])[a-z][a-z0-9_-]{2,}:[a-z][a-z0-9]*(?:_[a-z0-9]+)*\b(?!\/\/)/;
const JSON_KEY = /["'][a-z][a-zA-Z0-9_]*["']\s*:\s*(?:["'{[\d]|true|false|null)/;
const DELIMITER =
  /```|<\/?[a-z][a-z0-9_]*(?:\s[^<>]*)?>|<!--|\{\{|\}\}|<\|[^|]*\|>|\[\/?(?:INST|SYSTEM|USER|ASSISTANT)\]|^(?:system|assistant|user)\s*:/im;
const GAME_WORDS =
  /\bNPCs?\b|\b(?:player character|game master|dungeon master|system prompt|character sheet|stat block)s?\b/;
const ENGINE_KEY =
  /(?:^|[\s,(])(?:tier|escalation|alignment|disposition|visibility|withholds|red_?lines|call_?type|importance)\s*[:=]\s*[\w"'[{]/i;
const MACHINE =
  /\b(?:as an? (?:AI|artificial intelligence|(?:large )?language model)|I(?:'m| am) (?:just |only )?an? (?:AI|(?:large )?language model)|as a large language model|my (?:training data|content guidelines|programming)|I(?:'m sorry|\s+apologi[sz]e),? but (?:as an? |I (?:cannot|can't)))\b/i;

type Pattern = { readonly pattern: RegExp; readonly what: string; readonly alsoInSpeech: boolean };

const PATTERNS: readonly Pattern[] = [
  { pattern: ALIGNMENT, what: 'an alignment', alsoInSpeech: true },
  { pattern: ALIGNED, what: 'an alignment', alsoInSpeech: false },
  { pattern: TYPE_CODE, what: 'a personality type', alsoInSpeech: true },
  { pattern: PERSONALITY, what: 'a personality type', alsoInSpeech: true },
  { pattern: ENTITY_ID, what: 'an id', alsoInSpeech: true },
  { pattern: SNAKE, what: 'a name of the engine', alsoInSpeech: true },
  { pattern: PACK_ID, what: 'an id', alsoInSpeech: false },
  { pattern: JSON_KEY, what: 'structured data', alsoInSpeech: true },
  { pattern: DELIMITER, what: 'a mark of the prompt', alsoInSpeech: true },
  { pattern: GAME_WORDS, what: 'a word of the game about itself', alsoInSpeech: false },
  { pattern: ENGINE_KEY, what: 'a field of the engine', alsoInSpeech: false },
  // Machines in the story may well be machines and say so.
  { pattern: MACHINE, what: 'the model speaking of itself', alsoInSpeech: false },
];

/** Finds what belongs to the engine and not to the story: labels, ids, data, marks of the prompt, the model itself. */
export function labelVerdicts(prose: string, { internalLabels }: NarrationFacts): readonly Verdict[] {
  const narrated = withoutSpeech(prose);
  const found = PATTERNS.flatMap(({ pattern, what, alsoInSpeech }) => {
    const match = pattern.exec(alsoInSpeech ? prose : narrated);
    return match === null ? [] : [verdict(match[0], what)];
  });
  // `neo_seattle:viktor` holds `neo_seattle`; one of them is enough.
  const longest = found.filter(({ excerpt }, index) =>
    found.every((other, at) => at === index || !covers(other.excerpt, excerpt, at < index)),
  );
  return longest.length > 0 ? longest : ownLabels(prose, internalLabels);
}

function covers(other: string, excerpt: string, isEarlier: boolean): boolean {
  return other.includes(excerpt) && (other !== excerpt || isEarlier);
}

/** Labels of two words or of a code; one plain word says nothing. */
function ownLabels(prose: string, labels: readonly string[]): readonly Verdict[] {
  const telling = labels.filter((label) => /\s|_|^[A-Z]{3,}/.test(label.trim()));
  return telling.flatMap((label) => {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(label.trim())}(?![\\p{L}\\p{N}])`, 'iu');
    const match = pattern.exec(prose);
    return match === null ? [] : [verdict(match[0], 'an internal label')];
  });
}

function verdict(excerpt: string, what: string): Verdict {
  return grave(
    'internal_labels',
    excerpt,
    `The narration shows ${what}: “${excerpt.trim()}”.`,
    'Say what it means in the world, by what people do, or leave it out.',
  );
}

function withoutSpeech(prose: string): string {
  let narrated = '';
  let from = 0;
  for (const { start, end } of quotedSpans(prose)) {
    narrated += `${prose.slice(from, start)}“…”`;
    from = end;
  }
  return narrated + prose.slice(from);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}
