import { Srd5eAbility, Srd5eSkill } from '#engine/srd5e/terms.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import { type CostRules, listCostClasses, type MeterRules } from '../attempt-consequences.ts';
import type { CheckData } from '../declared-check.ts';
import type { Resolution } from '../resolution.ts';

/** A fault of one check; the path begins with its place in the list. */
export type CheckFault = { readonly path: readonly (string | number)[]; readonly message: string };

/** Returns every fault of a list of checks: ids used twice, and fields the resolution cannot use. */
export function findCheckListFaults(
  checks: readonly CheckData[],
  resolution: Resolution,
): readonly CheckFault[] {
  return checks.flatMap((check, index) =>
    [...repeatedId(checks, index), ...faultsOfCheck(check, resolution)].map(({ path, message }) => ({
      path: [index, ...path],
      message,
    })),
  );
}

function repeatedId(checks: readonly CheckData[], index: number): readonly CheckFault[] {
  const id = checks[index]?.id;
  const first = checks.findIndex((check) => check.id === id);
  if (first === index) return [];
  return [{ path: ['id'], message: `check ${first + 1} of the list has this id too; give each its own` }];
}

function faultsOfCheck(check: CheckData, resolution: Resolution): readonly CheckFault[] {
  switch (resolution.kind) {
    case 'banded':
    case 'd20_stat':
      return [...faultsOfStat(check, resolution.stats, 'stats'), ...faultsOfOthers(check, resolution)];
    case 'aspect':
      return [...faultsOfStat(check, resolution.aspects, 'aspects'), ...faultsOfOthers(check, resolution)];
    case 'countdown':
      return [...unusable(check, 'stat', COUNTDOWN_ADDS), ...faultsOfOthers(check, resolution)];
    case 'table_d100':
      return [
        ...faultsOfRollType(check, resolution.roll_types),
        ...unusable(check, 'skill', SKILL_IS_SRD),
        ...unusable(check, 'difficulty', 'a table says by its rows how hard it is; remove difficulty'),
      ];
    case 'srd5e':
      return [...faultsOfSrd(check), ...unusable(check, 'roll_type', ROLL_TYPE_IS_TABLE)];
    case 'rulebook':
      return [{ path: [], message: NO_RESOLUTION }];
    case 'none':
      return [{ path: [], message: NO_DICE }];
    default:
      return assertNever(resolution);
  }
}

const COUNTDOWN_ADDS = 'a countdown adds the same modifier to every check; remove stat';
const SKILL_IS_SRD = 'only kind: srd5e has skills; name a stat of this ruleset with stat:';
const ROLL_TYPE_IS_TABLE = 'only kind: table_d100 has roll types; remove roll_type';
const NO_DICE = 'a ruleset of kind: none rolls no dice; write another resolution:, or remove checks';
const NO_RESOLUTION =
  'a ruleset without resolution has no checks, because its model asks for dice by the rulebook; write resolution:, or remove checks';

function faultsOfOthers(check: CheckData, { kind }: Resolution): readonly CheckFault[] {
  const skill = kind === 'countdown' ? 'only kind: srd5e has skills; remove skill' : SKILL_IS_SRD;
  return [...unusable(check, 'skill', skill), ...unusable(check, 'roll_type', ROLL_TYPE_IS_TABLE)];
}

function unusable(check: CheckData, field: keyof CheckData, message: string): readonly CheckFault[] {
  return check[field] === undefined ? [] : [{ path: [field], message }];
}

/**
 * Finds faults in the stat of a check. A resolution that lists stats requires one; one without stats adds only its
 * modifier.
 */
function faultsOfStat(
  { stat }: CheckData,
  names: readonly string[],
  key: 'stats' | 'aspects',
): readonly CheckFault[] {
  const there = names.length === 0 ? `resolution.${key} lists none` : `there are ${names.join(', ')}`;
  if (stat === undefined) {
    return names.length === 0 ? [] : [{ path: ['stat'], message: `name what is added; ${there}` }];
  }
  if (names.includes(stat)) return [];
  return [{ path: ['stat'], message: `no check of this ruleset adds ${stat}; ${there}` }];
}

function faultsOfRollType({ roll_type }: CheckData, rollTypes: readonly string[]): readonly CheckFault[] {
  if (roll_type === undefined || rollTypes.includes(roll_type)) return [];
  return [{ path: ['roll_type'], message: `there is no such table; there are ${rollTypes.join(', ')}` }];
}

function faultsOfSrd({ stat, skill, opposed_by, difficulty }: CheckData): readonly CheckFault[] {
  const faults: CheckFault[] = [];
  if (stat === undefined && skill === undefined) {
    faults.push({ path: ['stat'], message: 'name an ability with stat:, a skill with skill:, or both' });
  }
  if (stat !== undefined && !isAbility(stat)) {
    const message = isSkill(stat)
      ? `${stat} is a skill; write skill: ${stat}`
      : `stat is an ability: ${Srd5eAbility.options.join(', ')}`;
    faults.push({ path: ['stat'], message });
  }
  if (skill !== undefined && !isSkill(skill)) {
    const message = isAbility(skill)
      ? `${skill} is an ability; write stat: ${skill}`
      : `there is no such skill; there are ${Srd5eSkill.options.join(', ')}`;
    faults.push({ path: ['skill'], message });
  }
  if (opposed_by !== undefined && !isAbility(opposed_by) && !isSkill(opposed_by)) {
    faults.push({
      path: ['opposed_by'],
      message: 'write an ability or a skill of SRD 5e: insight, strength',
    });
  }
  return [...faults, ...classesBelowOne(difficulty)];
}

function classesBelowOne(difficulty: CheckData['difficulty']): readonly CheckFault[] {
  const message = 'under srd5e this is a DC: 5 very easy to 30 nearly impossible';
  if (typeof difficulty === 'number') return difficulty >= 1 ? [] : [{ path: ['difficulty'], message }];
  return Object.entries(difficulty ?? {}).flatMap(([word, value]) =>
    value >= 1 ? [] : [{ path: ['difficulty', word], message }],
  );
}

function isAbility(name: string): name is Srd5eAbility {
  return Srd5eAbility.safeParse(name).success;
}

function isSkill(name: string): name is Srd5eSkill {
  return Srd5eSkill.safeParse(name).success;
}

type Priced = {
  readonly checks: readonly CheckData[];
  readonly costs: CostRules;
  readonly meters: MeterRules;
  readonly resolution: Resolution;
};

/** Returns costs that nothing can pay: of meters that are not declared, of classes that do not exist or that no check uses. */
export function findCostFaults({ checks, costs, meters, resolution }: Priced): readonly CheckFault[] {
  const classes = listCostClasses(costs);
  const published = listCostClasses({ classes: {} });
  const used = new Set([...Object.keys(published), ...checks.map((check) => check.costs)]);
  const known = Object.keys(meters).join(', ') || 'none yet';
  return [
    ...checks.flatMap((check, index) =>
      check.costs === undefined || Object.hasOwn(classes, check.costs)
        ? []
        : [
            {
              path: ['checks', index, 'costs'],
              message: `there is no class ${check.costs}; there are ${Object.keys(classes).join(', ')}`,
            },
          ],
    ),
    ...Object.entries(costs.classes).flatMap(([name, priced]) => [
      ...Object.keys(priced)
        .filter((kind) => kind !== 'time' && !Object.hasOwn(meters, kind))
        .map((kind) => ({
          path: ['costs', 'classes', name, kind],
          message: `no meter ${kind} is declared; declare it under meters (there: ${known})`,
        })),
      ...(used.has(name) || ['rulebook', 'none'].includes(resolution.kind)
        ? []
        : [
            {
              path: ['costs', 'classes', name],
              message: `no action is of class ${name}; name it in costs: of a check, or remove it`,
            },
          ]),
    ]),
    ...Object.entries(meters)
      .filter(([, { money }], at, all) => money && all.findIndex(([, other]) => other.money) < at)
      .map(([name]) => ({ path: ['meters', name, 'money'], message: 'only one meter can be money' })),
  ];
}
