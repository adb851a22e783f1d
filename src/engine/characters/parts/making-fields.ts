import type { RollDice } from '#engine/srd5e/checks.ts';
import { toTitle } from '#engine/srd5e/terms.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';

/** Answers of a player so far, by the keys of the fields. */
export type CharacterDraft = { readonly [key: string]: Json };

export type MakingOption = { readonly value: string; readonly label: string; readonly note: string | null };

/**
 * Question to the player. `text`: words; `number`: a whole number or any; `flag`: yes or no; `choice`: one option; `choices`:
 * several options; `order`: all options, the most important first.
 */
export type MakingField = {
  readonly key: string;
  readonly label: string;
  readonly note: string | null;
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'choices' | 'order';
  readonly required: boolean;
  /** Least and most: of a number, of the characters of a text, of the options to choose. */
  readonly min: number | null;
  readonly max: number | null;
  readonly options: readonly MakingOption[];
  /** Answer that counts when none is given; null when there is none. */
  readonly preset: Json;
};

export type MakingStep = {
  readonly key: string;
  readonly title: string;
  readonly note: string | null;
  readonly fields: readonly MakingField[];
};

/** Fault of a draft, as a sentence for the player. */
export type MakingProblem = { readonly field: string; readonly message: string };

/** Character made from a draft: the person, and the stat block of the ruleset. */
export type MadeCharacter = {
  readonly name: string;
  readonly role: string;
  readonly pronouns: string | null;
  readonly appearance: string;
  readonly goals: readonly string[];
  /** Past of the character, for the game master. */
  readonly past: string | null;
  readonly stats: { readonly [key: string]: Json };
};

/** Guides the making of a character for one ruleset. Later questions may depend on earlier answers. */
export type CharacterMaker = {
  readonly listSteps: (draft: CharacterDraft) => readonly MakingStep[];
  /** Empty when the draft is complete and valid. */
  readonly findProblems: (draft: CharacterDraft) => readonly MakingProblem[];
  /** Makes the character; throws the dice the draft asks for. */
  readonly make: (draft: CharacterDraft, roll: RollDice) => MadeCharacter | Rejection;
};

/** Creates a field; what is left out is empty. */
export function createMakingField(
  field: Pick<MakingField, 'key' | 'label' | 'kind'> & Partial<MakingField>,
): MakingField {
  return { note: null, required: true, min: null, max: null, options: [], preset: null, ...field };
}

export function toOptions(
  values: readonly string[],
  explain: (value: string) => string | null = () => null,
): readonly MakingOption[] {
  return values.map((value) => ({ value, label: toTitle(value), note: explain(value) }));
}

/** Questions about the person, the same under every ruleset. */
export const PERSON_STEP: MakingStep = {
  key: 'person',
  title: 'The person',
  note: 'What others see and call them, and what drives them.',
  fields: [
    createMakingField({ key: 'name', label: 'Name', kind: 'text', min: 1, max: 80 }),
    createMakingField({
      key: 'role',
      label: 'Role',
      note: 'What they are in the world, in one line.',
      kind: 'text',
      min: 1,
      max: 200,
    }),
    createMakingField({ key: 'pronouns', label: 'Pronouns', kind: 'text', required: false, max: 40 }),
    createMakingField({
      key: 'appearance',
      label: 'Appearance',
      note: 'What anybody can see.',
      kind: 'text',
      required: false,
      max: 1000,
    }),
    createMakingField({
      key: 'goal',
      label: 'Goal',
      note: 'What they are after.',
      kind: 'text',
      required: false,
      max: 300,
    }),
    createMakingField({
      key: 'past',
      label: 'Past',
      note: 'What made them. Only the game master reads it.',
      kind: 'text',
      required: false,
      max: 2000,
    }),
  ],
};

/** Returns the answer to a field, or its preset. */
export function readAnswer({ key, preset }: MakingField, draft: CharacterDraft): Json {
  return draft[key] ?? preset;
}

/** Finds missing and invalid answers, and answers to questions that are not asked. */
export function findFieldProblems(
  steps: readonly MakingStep[],
  draft: CharacterDraft,
): readonly MakingProblem[] {
  const fields = steps.flatMap((step) => step.fields);
  const known = new Set(fields.map(({ key }) => key));
  const unknown = Object.keys(draft).filter((key) => !known.has(key));
  return [
    ...fields.flatMap((field) => {
      const message = findFault(field, readAnswer(field, draft));
      return message === null ? [] : [{ field: field.key, message }];
    }),
    ...unknown.map((field) => ({ field, message: `There is no question ${field} for this character.` })),
  ];
}

function findFault(field: MakingField, answer: Json): string | null {
  if (answer === null || answer === '') return field.required ? `${field.label} is missing.` : null;
  switch (field.kind) {
    case 'text':
      return findTextFault(field, answer);
    case 'number':
      return findNumberFault(field, answer);
    case 'flag':
      return typeof answer === 'boolean' ? null : `${field.label} is yes or no.`;
    case 'choice':
      return field.options.some(({ value }) => value === answer)
        ? null
        : `${field.label} is one of ${listLabels(field)}.`;
    case 'choices':
    case 'order':
      return findListFault(field, answer);
  }
}

function findTextFault({ label, min, max }: MakingField, answer: Json): string | null {
  if (typeof answer !== 'string') return `${label} is a text.`;
  const { length } = answer.trim();
  if (min !== null && length < min) return `${label} is missing.`;
  return max !== null && length > max ? `${label} has at most ${max} characters.` : null;
}

function findNumberFault({ label, min, max }: MakingField, answer: Json): string | null {
  if (typeof answer !== 'number') return `${label} is a number.`;
  if (min !== null && answer < min) return `${label} is at least ${min}.`;
  return max !== null && answer > max ? `${label} is at most ${max}.` : null;
}

function findListFault(field: MakingField, answer: Json): string | null {
  const { label, options, kind } = field;
  const min = kind === 'order' ? options.length : (field.min ?? 0);
  const max = kind === 'order' ? options.length : (field.max ?? options.length);
  const chosen = Array.isArray(answer) ? (answer as readonly Json[]) : null;
  if (chosen === null) return `${label} is a list.`;
  const stranger = chosen.find((one) => !options.some(({ value }) => value === one));
  if (stranger !== undefined) return `${label}: ${String(stranger)} cannot be chosen.`;
  if (new Set(chosen).size !== chosen.length) return `${label}: each may be chosen once.`;
  if (chosen.length >= min && chosen.length <= max) return null;
  if (kind === 'order') return `${label} names each of ${listLabels(field)} once.`;
  const wanted = min === max ? `${max}` : `${min} to ${max}`;
  return `${label}: choose ${wanted}, not ${chosen.length}.`;
}

function listLabels({ options }: MakingField): string {
  return options.map(({ label }) => label).join(', ');
}

/** Reads a text answer; empty when there is none. */
export function readText(draft: CharacterDraft, key: string): string {
  const value = draft[key];
  return typeof value === 'string' ? value.trim() : '';
}

/** Reads the answers of the person's step. */
export function readPerson(draft: CharacterDraft): Omit<MadeCharacter, 'stats'> {
  const goal = readText(draft, 'goal');
  return {
    name: readText(draft, 'name'),
    role: readText(draft, 'role'),
    pronouns: readText(draft, 'pronouns') || null,
    appearance: readText(draft, 'appearance'),
    goals: goal === '' ? [] : [goal],
    past: readText(draft, 'past') || null,
  };
}

/** Rejects a draft with all its problems in one sentence each. */
export function rejectDraft(problems: readonly MakingProblem[]): Rejection {
  const [first] = problems;
  const reason = problems.map(({ message }) => message).join(' ');
  return reject('incomplete-character', reason, first === undefined ? [] : ['draft', first.field]);
}
