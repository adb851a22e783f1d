import { formatSigned } from '#engine/util/format-signed.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { type Advantage, type Roll, RollTarget, type SeedPosition } from '../roll.ts';
import { applyAdvantage, checkRecordable, type Dice, parseDice, writeDice } from './dice-notation.ts';
import { sumThrow, type ThrownDie, type ThrownTerm } from './throw-dice.ts';

type RollVerdict = 'Success' | 'Failure' | 'Hit' | 'Critical hit' | 'Miss';

/**
 * Judges a total against its target. Reaching the number is enough. Only attacks heed the bare d20: a 20 always hits
 * and is critical, a 1 always misses.
 */
function judgeRoll(target: RollTarget, thrown: readonly ThrownTerm[], total: number): RollVerdict {
  const reached = total >= target.value;
  if (target.kind === 'DC') return reached ? 'Success' : 'Failure';
  const natural = naturalD20(thrown);
  if (natural === 20) return 'Critical hit';
  if (!reached || natural === 1) return 'Miss';
  return natural !== null && natural >= (target.criticalFrom ?? 20) ? 'Critical hit' : 'Hit';
}

function naturalD20(thrown: readonly ThrownTerm[]): number | null {
  const first = thrown[0];
  if (first === undefined || first.term.sides !== 20) return null;
  const counting = first.dice.filter(({ counts }) => counts);
  return counting.length === 1 ? (counting[0]?.face ?? null) : null;
}

const TOOK = { NONE: null, ADVANTAGE: 'took higher', DISADVANTAGE: 'took lower' } as const;

type Told = Pick<Roll, 'purpose' | 'damageType' | 'target' | 'result'>;

/** Writes `Attack (advantage): 1d20+5 = [14, 8]+5 = 19 (took higher) vs AC 15 (Hit)`. */
function writeRollLine(dice: Dice, thrown: readonly ThrownTerm[], total: number, told: Told): string {
  const expression = writeDice(dice);
  const sum = breakdown(dice, thrown);
  const steps = sum === String(total) ? [expression, sum] : [expression, sum, String(total)];
  const parts = [`${heading(dice, told.purpose)}: ${steps.join(' = ')}`];
  if (told.damageType !== undefined) parts.push(told.damageType);
  const choice = whatCounted(dice, thrown);
  if (choice !== null) parts.push(`(${choice})`);
  if (told.target !== undefined) parts.push(`vs ${told.target.kind} ${told.target.value}`);
  if (told.result !== undefined) parts.push(`(${told.result})`);
  return parts.join(' ');
}

function heading(dice: Dice, purpose: string): string {
  if (dice.advantage === 'NONE') return purpose;
  return `${purpose.replace(/ roll$/i, '')} (${dice.advantage.toLowerCase()})`;
}

function breakdown(dice: Dice, thrown: readonly ThrownTerm[]): string {
  const terms = thrown.map(({ term, dice: faces }) => `${term.sign === 1 ? '+' : '-'}${facesShown(faces)}`);
  const sum = `${terms.join('')}${formatSigned(dice.modifier)}`;
  return sum.startsWith('+') ? sum.slice(1) : sum;
}

function facesShown(faces: readonly ThrownDie[]): string {
  const [only] = faces;
  if (faces.length === 1 && only !== undefined && only.face >= 0) return String(only.face);
  return `[${faces.map(({ face, exploded }) => `${face}${exploded ? '!' : ''}`).join(', ')}]`;
}

function whatCounted(dice: Dice, thrown: readonly ThrownTerm[]): string | null {
  const took = TOOK[dice.advantage];
  const others = took === null ? thrown : thrown.slice(1);
  const dropped = others.flatMap(({ dice: faces }) => faces.filter(({ counts }) => !counts));
  const notes: string[] = took === null ? [] : [took];
  if (dropped.length > 0) notes.push(`dropped ${dropped.map(({ face }) => face).join(', ')}`);
  return notes.length === 0 ? null : notes.join('; ');
}

/** Purpose and position of a roll: everything about it except the faces. */
export type RollRequest = {
  readonly sceneIndex: number;
  /** Position of the scene's dice in the stream. Defaults to the scene's own index. */
  readonly diceIndex?: number;
  /** Number of this check within the turn, counted from 0. A check that is due always keeps its ordinal. */
  readonly ordinal: number;
  /** Beginning of the line: `Perception check`, `Attack roll`, `Damage`. */
  readonly purpose: string;
  /** Added to the expression's own numbers. */
  readonly modifier?: number;
  /** Combined with the advantage of the expression; advantage and disadvantage cancel out. */
  readonly advantage?: Advantage;
  readonly target?: RollTarget;
  /** Names the result of a total in a ruleset of bands. A target decides by itself. */
  readonly nameResult?: (total: number) => string;
  readonly damageType?: string;
  readonly characterId?: string;
};

const LONGEST_LABELS = { purpose: 120, damageType: 40, characterId: 160 } as const;

/** Returns the dice of a request, with its modifier and advantage, or a rejection. */
export function parseRequestedDice(expression: string, request: RollRequest): Dice | Rejection {
  const refused = labelFault(request) ?? targetFault(request.target);
  if (refused !== null) return refused;
  const parsed = parseDice(expression);
  if ('rejected' in parsed) return parsed;
  const { modifier } = request;
  const dice =
    modifier === undefined ? parsed : checkRecordable({ ...parsed, modifier: parsed.modifier + modifier });
  return 'rejected' in dice ? dice : applyAdvantage(dice, request.advantage ?? 'NONE');
}

// Labels come from models; one that held a line break could pretend to be another roll.
function labelFault(request: RollRequest): Rejection | null {
  for (const field of ['purpose', 'damageType', 'characterId'] as const) {
    const most = LONGEST_LABELS[field];
    const text = request[field];
    if (text === undefined || (text !== '' && text.length <= most && !/[\r\n]/.test(text))) continue;
    return reject('bad-label', `the ${field} of a roll is one line of 1 to ${most} characters`, [field]);
  }
  return null;
}

function targetFault(target: RollTarget | undefined): Rejection | null {
  if (target === undefined || RollTarget.safeParse(target).success) return null;
  const found = `${target.kind} ${target.value}`;
  return reject('bad-target', `${found} is no target; it is a DC or AC from 0 to 1000`, ['target']);
}

/** Returns the position of a roll. Omits the dice index when it is the scene's own index. */
function positionOf({ sceneIndex, ordinal, diceIndex = sceneIndex }: RollRequest): SeedPosition {
  return { sceneIndex, ordinal, ...(diceIndex !== sceneIndex && { diceIndex }) };
}

/** Writes the record of dice that fell. */
export function makeRoll(
  dice: Dice,
  thrown: readonly ThrownTerm[],
  source: Roll['source'],
  request: Omit<RollRequest, 'modifier' | 'advantage'> & { readonly result?: string },
): Roll {
  const { purpose, damageType, characterId, target } = request;
  const total = sumThrow(dice, thrown);
  const named = request.result ?? request.nameResult?.(total);
  const result = target === undefined ? named : judgeRoll(target, thrown, total);
  const told = {
    purpose,
    ...(damageType !== undefined && { damageType }),
    ...(target !== undefined && { target }),
    ...(result !== undefined && { result }),
  };
  const flat = thrown.flatMap(({ dice: faces }) => faces);
  return {
    expression: writeDice(dice),
    advantage: dice.advantage,
    faces: flat.map(({ face }) => face),
    dropped: flat.flatMap(({ counts }, position) => (counts ? [] : [position])),
    modifier: dice.modifier,
    total,
    position: positionOf(request),
    source,
    ...told,
    ...(characterId !== undefined && { characterId }),
    line: writeRollLine(dice, thrown, total, told),
  };
}
