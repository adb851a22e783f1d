import { z } from 'zod';

export const RISKS = ['safe', 'low', 'medium', 'high'] as const;
export type Risk = (typeof RISKS)[number];

const LONGEST_KEY = 80;

/** Words models use for a risk, by the risk they mean. */
const OTHER_RISKS: Readonly<Record<string, Risk>> = {
  none: 'safe',
  minimal: 'safe',
  minor: 'low',
  moderate: 'medium',
  major: 'high',
  severe: 'high',
  extreme: 'high',
  deadly: 'high',
};

/** Reads a risk out of one word in any case and punctuation; null when the word is none of ours. */
export function readRisk(word: string): Risk | null {
  const plain = word.replace(/[^\p{L}]+/gu, '').toLowerCase();
  return RISKS.find((risk) => risk === plain) ?? OTHER_RISKS[plain] ?? null;
}

/** Something a player may do next. */
export const OfferedChoice = z.preprocess(
  asChoice,
  z.object({
    key: z
      .string()
      .max(LONGEST_KEY)
      .regex(/^(?:god:)?[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'a key is snake_case, like ask_the_guard'),
    text: z.string().min(1).max(120),
    description: z.string().max(400).default(''),
    risk: z.enum(RISKS).default('low'),
  }),
);
export type OfferedChoice = z.infer<typeof OfferedChoice>;

/** Reads a choice in any of its written forms. Text alone is enough; the key is made from the key, id or text given. */
function asChoice(value: unknown): unknown {
  if (typeof value === 'string') return { key: makeChoiceKey(value), text: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const said: Readonly<Record<string, unknown>> = { ...value };
  const text = said.text ?? said.label ?? said.title;
  const key = said.key ?? said.id ?? text;
  const risk = said.risk ?? said.risk_level;
  return {
    ...said,
    ...(typeof key === 'string' ? { key: makeChoiceKey(key) } : {}),
    ...(text === undefined && typeof key === 'string' ? { text: wordsOf(makeChoiceKey(key)) } : { text }),
    ...(typeof risk === 'string' ? { risk: OTHER_RISKS[risk.trim().toLowerCase()] ?? risk } : {}),
  };
}

/** The key of a text without a Latin letter; a list numbers it. */
const UNNAMED = 'choice';

/**
 * Makes a snake_case key: `PressThePoint`, `press-the-point` and `Press the point!` give `press_the_point`. A text without a Latin
 * letter gives `choice`, never an empty key.
 */
function makeChoiceKey(name: string): string {
  const [, prefix = '', rest = ''] = /^\s*(god:)?([\s\S]*)$/i.exec(name) ?? [];
  const words = rest
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '');
  const key = words.slice(0, LONGEST_KEY - prefix.length).replace(/_+$/, '');
  return `${prefix.toLowerCase()}${key === '' ? UNNAMED : key}`;
}

function wordsOf(key: string): string {
  const words = key.replace(/^god:/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MOST_CHOICES = 5;

/** Reads the choices of a story: no duplicates, a distinct key each, at most five. */
export function coerceStoryChoices(value: unknown): unknown {
  const choices = coerceDistinctChoices(value);
  if (!Array.isArray(choices) || choices.length < MOST_CHOICES) return choices;
  const isOther = (choice: unknown) => Object(choice).key === 'other_action';
  const others = choices.filter((choice) => !isOther(choice));
  return [...others.slice(0, MOST_CHOICES - 1), ...choices.filter(isOther)];
}

/** Reads a list of choices: no duplicates, a distinct key each. Choices without a Latin letter are `choice_1`, `choice_2` and so on. */
export function coerceDistinctChoices(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const texts = new Map<string, unknown>();
  let unnamed = 0;
  return value.map(asChoice).flatMap((choice) => {
    const { key, text }: { readonly key?: unknown; readonly text?: unknown } = Object(choice);
    if (typeof key !== 'string') return [choice];
    if (key === UNNAMED) {
      if ([...texts.values()].includes(text)) return [];
      unnamed += 1;
      texts.set(`${UNNAMED}_${unnamed}`, text);
      return [{ ...Object(choice), key: `${UNNAMED}_${unnamed}` }];
    }
    if (texts.get(key) === text && texts.has(key)) return [];
    const own = texts.has(key)
      ? `${key.slice(0, LONGEST_KEY - 4).replace(/_+$/, '')}_${texts.size + 1}`
      : key;
    texts.set(own, text);
    return [{ ...Object(choice), key: own }];
  });
}

/** One row of a d100 table. */
export const OfferedTableRow = z.object({
  from: z.int().min(1).max(100),
  to: z.int().min(1).max(100),
  outcome: z.string().min(1).max(600),
});
export type OfferedTableRow = z.infer<typeof OfferedTableRow>;

/** Everything the narrator wrote, read out of its text: prose, then the lines behind `===`. */
export const Narration = z.object({
  prose: z.string(),
  choices: z.array(OfferedChoice),
  /** Rows of the table that was due; empty when none was. They are whole: every number from 1 to 100 is in one. */
  rows: z.array(OfferedTableRow),
  /** The narrator's line to its later self; game master only. */
  notes: z.string(),
});
export type Narration = z.infer<typeof Narration>;
