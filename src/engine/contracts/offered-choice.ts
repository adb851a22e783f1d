import { z } from 'zod';

export const RISKS = ['safe', 'low', 'medium', 'high'] as const;

const LONGEST_KEY = 80;

/** Words for how dangerous something is, beside our own. */
const OTHER_RISKS: Readonly<Record<string, (typeof RISKS)[number]>> = {
  none: 'safe',
  minimal: 'safe',
  minor: 'low',
  moderate: 'medium',
  major: 'high',
  severe: 'high',
  extreme: 'high',
  deadly: 'high',
};

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

/** A choice however it is written: its text alone stands for it, and a key is made of whatever it is called. */
function asChoice(value: unknown): unknown {
  if (typeof value === 'string') return { key: keyOf(value), text: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const said: Readonly<Record<string, unknown>> = { ...value };
  const text = said.text ?? said.label ?? said.title;
  const key = said.key ?? said.id ?? text;
  const risk = said.risk ?? said.risk_level;
  return {
    ...said,
    ...(typeof key === 'string' ? { key: keyOf(key) } : {}),
    ...(text === undefined && typeof key === 'string' ? { text: wordsOf(keyOf(key)) } : { text }),
    ...(typeof risk === 'string' ? { risk: OTHER_RISKS[risk.trim().toLowerCase()] ?? risk } : {}),
  };
}

/** `PressThePoint`, `press-the-point` and `Press the point!` as `press_the_point`. */
function keyOf(name: string): string {
  const [, prefix = '', rest = ''] = /^\s*(god:)?([\s\S]*)$/i.exec(name) ?? [];
  const words = rest
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '');
  return `${prefix.toLowerCase()}${words.slice(0, LONGEST_KEY - prefix.length).replace(/_+$/, '')}`;
}

function wordsOf(key: string): string {
  const words = key.replace(/^god:/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MOST_CHOICES = 5;

/** Choices of a story as they can be shown: none twice, each with a key of its own, no more than a player can weigh. */
export function asStoryChoices(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const choices = toldApart(value.map(asChoice));
  if (choices.length < MOST_CHOICES) return choices;
  const isOther = (choice: unknown) => Object(choice).key === 'other_action';
  const others = choices.filter((choice) => !isOther(choice));
  return [...others.slice(0, MOST_CHOICES - 1), ...choices.filter(isOther)];
}

function toldApart(choices: readonly unknown[]): unknown[] {
  const texts = new Map<string, unknown>();
  return choices.flatMap((choice) => {
    const { key, text }: { readonly key?: unknown; readonly text?: unknown } = Object(choice);
    if (typeof key !== 'string') return [choice];
    if (texts.get(key) === text && texts.has(key)) return [];
    const own = texts.has(key) ? `${key}_${texts.size + 1}` : key;
    texts.set(own, text);
    return [{ ...Object(choice), key: own }];
  });
}
