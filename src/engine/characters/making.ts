import type { ExplainedStat } from '#engine/rules/declared-check.ts';
import type { SchemaFault } from '#engine/rules/json-schema.ts';
import { toTitle } from '#engine/srd5e/terms.ts';
import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import {
  type CharacterDraft,
  type CharacterMaker,
  createMakingField,
  findFieldProblems,
  type MakingField,
  type MakingProblem,
  type MakingStep,
  PERSON_STEP,
  readAnswer,
  readPerson,
  rejectDraft,
  toOptions,
} from './parts/making-fields.ts';
import { listProperties } from './schema/schema-sheet.ts';
import { createSrd5eMaker, type LearnableSpell } from './srd5e/srd5e-making.ts';

/** Limits a ruleset sets for new characters, as an author writes them. */
type MakingLimits = {
  /** Stats that no player chooses; they begin as in the default stat block. */
  readonly fixed: readonly string[];
  readonly budgets: readonly { readonly stats: readonly string[]; readonly total: number }[];
};

type SchemaMaking = {
  readonly schema: Json;
  readonly declared: readonly ExplainedStat[];
  readonly defaults: { readonly [key: string]: Json };
  readonly limits: MakingLimits;
  readonly faults: (stats: Json) => readonly SchemaFault[];
};

/** Creates the maker of a ruleset that describes its stat block by a JSON Schema: one question for each stat. */
function createSchemaMaker(making: SchemaMaking): CharacterMaker {
  const fields = listStatFields(making);
  const steps: readonly MakingStep[] = [
    PERSON_STEP,
    ...(fields.length === 0 ? [] : [{ key: 'stats', title: 'Stats', note: describeBudgets(making), fields }]),
  ];
  const buildStats = (draft: CharacterDraft) => {
    const chosen = fields.flatMap((field) => {
      const answer = readAnswer(field, draft);
      return answer === null || answer === '' ? [] : [[field.key, answer] as const];
    });
    return { ...making.defaults, ...Object.fromEntries(chosen) };
  };
  const findProblems = (draft: CharacterDraft) => {
    const found = findFieldProblems(steps, draft);
    if (found.length > 0) return found;
    const stats = buildStats(draft);
    return [
      ...findBudgetProblems(making, stats),
      ...making.faults(stats).map(({ path, message }) => ({
        field: String(path[0] ?? 'stats'),
        message: `${toTitle(String(path[0] ?? 'stats'))}: ${message}.`,
      })),
    ];
  };
  return {
    listSteps: () => steps,
    findProblems,
    make: (draft) => {
      const problems = findProblems(draft);
      return problems.length > 0 ? rejectDraft(problems) : { ...readPerson(draft), stats: buildStats(draft) };
    },
  };
}

function listStatFields({ schema, declared, defaults, limits }: SchemaMaking): readonly MakingField[] {
  const required = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const taken = [...limits.fixed, ...PERSON_STEP.fields.map(({ key }) => key)];
  return [...listProperties(schema)].flatMap(([key, part]): MakingField[] => {
    const kind = findFieldKind(part);
    if (kind === null || taken.includes(key)) return [];
    const stat = declared.find(({ id }) => id === key);
    const values = Array.isArray(part.enum) ? (part.enum as readonly Json[]) : [];
    return [
      createMakingField({
        key,
        kind,
        label: stat?.name ?? toText(part.title) ?? toTitle(key),
        note: stat?.represents ?? toText(part.description),
        required: (required as readonly Json[]).includes(key),
        preset: defaults[key] ?? null,
        min: toNumber(part.minimum),
        max: toNumber(part.maximum) ?? toNumber(part.maxLength),
        options: toOptions(values.map(String)),
      }),
    ];
  });
}

function toText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function toNumber(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** Finds the question for a property; null for one that a player cannot answer in a line. */
function findFieldKind(part: { readonly [key: string]: Json }): MakingField['kind'] | null {
  if (Array.isArray(part.enum) && part.enum.every((value) => typeof value === 'string')) return 'choice';
  if (part.type === 'integer' || part.type === 'number') return 'number';
  if (part.type === 'boolean') return 'flag';
  return part.type === 'string' ? 'text' : null;
}

function describeBudgets({ limits, declared }: SchemaMaking): string | null {
  const sentences = limits.budgets.map(
    ({ stats, total }) =>
      `${stats.map((id) => nameStat(id, declared)).join(', ')} add up to ${total} at most.`,
  );
  return sentences.length === 0 ? null : sentences.join(' ');
}

function findBudgetProblems(
  { limits, declared }: SchemaMaking,
  stats: { readonly [key: string]: Json },
): readonly MakingProblem[] {
  return limits.budgets.flatMap(({ stats: ids, total }) => {
    const sum = ids.reduce((all, id) => all + (typeof stats[id] === 'number' ? stats[id] : 0), 0);
    if (sum <= total) return [];
    const names = ids.map((id) => nameStat(id, declared)).join(', ');
    return [{ field: ids[0] ?? 'stats', message: `${names} add up to ${sum}; the most is ${total}.` }];
  });
}

function nameStat(id: string, declared: readonly ExplainedStat[]): string {
  return declared.find((stat) => stat.id === id)?.name ?? toTitle(id);
}

export type {
  CharacterDraft,
  CharacterMaker,
  MadeCharacter,
  MakingField,
  MakingProblem,
  MakingStep,
} from './parts/making-fields.ts';

/** Ruleset, as far as new characters are concerned. */
type MakingRules = {
  readonly isSrd5e: boolean;
  /** JSON Schema of a stat block. */
  readonly schema: Json;
  readonly stats: readonly ExplainedStat[];
  readonly defaults: { readonly [key: string]: Json };
  readonly limits: MakingLimits;
  readonly faults: (stats: Json) => readonly SchemaFault[];
};

/** Campaign a character is made for. */
export type MakingPlace = {
  /** Level of a new character, 1 to 3, for rulesets with levels. */
  readonly level: number;
  /** Spells of the packs; null leaves their choice unchecked, for a draft that was checked before. */
  readonly spells: readonly LearnableSpell[] | null;
};

/** Creates the guide by which players make characters for a ruleset. */
export function createCharacterMaker(
  { isSrd5e, schema, stats: declared, defaults, limits, faults }: MakingRules,
  place: MakingPlace,
): CharacterMaker {
  return isSrd5e
    ? createSrd5eMaker(place)
    : createSchemaMaker({ schema, declared, defaults, limits, faults });
}
