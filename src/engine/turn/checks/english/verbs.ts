import type { AgencyKind } from '../narration-facts.ts';
import { modernForms } from './archaic.ts';
import { IRREGULAR_VERBS, VERB_FAMILIES } from './verb-lists.ts';

export type VerbForm = 'base' | 'third' | 'past' | 'participle' | 'ing';
export type VerbReading = { readonly lemma: string; readonly form: VerbForm };

const LIGHT = ['begin', 'start', 'try', 'manage', 'continue', 'keep', 'let', 'find', 'proceed', 'set'];
const SENSING = [
  'see',
  'hear',
  'feel',
  'watch',
  'notice',
  'glimpse',
  'smell',
  'taste',
  'spot',
  'sense',
  'recognize',
  'recognise',
  'know',
  'listen',
  'look',
  'glance',
];

const irregular = new Map(IRREGULAR_VERBS.map(([base, past, participle]) => [base, { past, participle }]));
const families = new Map<string, Set<string>>();
const kinds = new Map<string, AgencyKind>();
for (const [family, { kind, verbs }] of Object.entries(VERB_FAMILIES)) {
  for (const verb of verbs) {
    families.set(verb, (families.get(verb) ?? new Set()).add(family));
    if (!kinds.has(verb)) kinds.set(verb, kind);
  }
}
const readings = new Map<string, VerbReading[]>();
for (const lemma of new Set([...families.keys(), ...LIGHT, ...SENSING])) {
  for (const [form, word] of [...formsOf(lemma), ...doubledForms(lemma)])
    readings.set(word, [...(readings.get(word) ?? []), { lemma, form }]);
}

function formsOf(lemma: string): readonly (readonly [VerbForm, string])[] {
  const odd = irregular.get(lemma);
  const past = odd?.past ?? regularPast(lemma);
  return [
    ['base', lemma],
    ['third', thirdPerson(lemma)],
    ['past', past],
    ['participle', odd?.participle ?? past],
    ['ing', ingForm(lemma, past)],
  ];
}

/** `dialled` beside `dialed`. */
function doubledForms(lemma: string): readonly (readonly [VerbForm, string])[] {
  if (irregular.has(lemma) || !/[^aeiou][aeiou]l$|[^aeiou]ial$/.test(lemma)) return [];
  return [
    ['past', `${lemma}led`],
    ['participle', `${lemma}led`],
    ['ing', `${lemma}ling`],
  ];
}

function thirdPerson(lemma: string): string {
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(lemma) ? `${lemma}es` : `${lemma}s`;
}

function regularPast(lemma: string): string {
  if (lemma.endsWith('e')) return `${lemma}d`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ied` : `${lemma}ed`;
}

function ingForm(lemma: string, past: string): string {
  const doubled = /([b-df-hj-np-tvz])\1ed$/.exec(past);
  if (doubled !== null && !lemma.endsWith(`${doubled[1]}${doubled[1]}`)) return `${lemma}${doubled[1]}ing`;
  if (/(?:get|run|sit|put|set|cut|hit|swim|shut|dig|spit|begin|spin)$/.test(lemma))
    return `${lemma}${lemma.at(-1)}ing`;
  if (lemma === 'lie') return 'lying';
  return /[^e]e$/.test(lemma) ? `${lemma.slice(0, -1)}ing` : `${lemma}ing`;
}

/** What a word can be as a verb; empty when it is none the checks know. */
export function readVerb(word: string): readonly VerbReading[] {
  return readings.get(word) ?? olderReading(word);
}

/** A superlative may look like an older ending: only what can be nothing but a past or a third person is taken for one. */
function olderReading(word: string): readonly VerbReading[] {
  if (!/(?:eth|st)$/.test(word)) return [];
  const known = modernForms(word).flatMap((form) => readings.get(form) ?? []);
  return known.filter(({ form }) => form === 'third' || form === 'past').slice(0, 1);
}

/** What doing it takes; null for verbs that only sense or lead over to another verb. */
export function kindOf(lemma: string): AgencyKind | null {
  return kinds.get(lemma) ?? null;
}

export function isLight(lemma: string): boolean {
  return LIGHT.includes(lemma);
}

export function isSensing(lemma: string): boolean {
  return SENSING.includes(lemma);
}

export function familiesOf(lemma: string): ReadonlySet<string> {
  return families.get(lemma) ?? new Set();
}
