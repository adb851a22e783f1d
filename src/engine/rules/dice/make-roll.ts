import { type Rejection, reject } from '#engine/kit/rejection.ts';
import {
  type Advantage,
  type Roll,
  type RollTarget,
  type SeedPosition,
  RollTarget as TargetSchema,
} from '../roll.ts';
import type { Dice } from './dice-terms.ts';
import { judgeRoll } from './judge-roll.ts';
import { advantageOn, parseDice, recordable } from './parse-dice.ts';
import { rollLine } from './roll-line.ts';
import { type ThrownTerm, totalOf } from './throw-dice.ts';
import { writeDice } from './write-dice.ts';

/** What a roll is for and where it stands; everything about it except the faces. */
export type RollRequest = {
  readonly sceneIndex: number;
  /** Where in the stream the dice of the scene stand; its own index unless said. */
  readonly diceIndex?: number;
  /** Which check of the turn this is, counted from 0. A check that is due keeps its ordinal for ever. */
  readonly ordinal: number;
  /** `Perception check`, `Attack roll`, `Damage`: how the line begins. */
  readonly purpose: string;
  /** Added to the expression's own numbers. */
  readonly modifier?: number;
  /** Joined with what the expression says; advantage and disadvantage cancel out. */
  readonly advantage?: Advantage;
  readonly target?: RollTarget;
  /** What a total means in a ruleset of bands. A target decides by itself. */
  readonly nameResult?: (total: number) => string;
  readonly damageType?: string;
  readonly characterId?: string;
};

const LONGEST_LABELS = { purpose: 120, damageType: 40, characterId: 160 } as const;

/** The dice a request asks for, with its modifier and advantage, or why there are none. */
export function requestedDice(expression: string, request: RollRequest): Dice | Rejection {
  const refused = labelFault(request) ?? targetFault(request.target);
  if (refused !== null) return refused;
  const parsed = parseDice(expression);
  if ('rejected' in parsed) return parsed;
  const { modifier } = request;
  const dice =
    modifier === undefined ? parsed : recordable({ ...parsed, modifier: parsed.modifier + modifier });
  return 'rejected' in dice ? dice : advantageOn(dice, request.advantage ?? 'NONE');
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
  if (target === undefined || TargetSchema.safeParse(target).success) return null;
  const found = `${target.kind} ${target.value}`;
  return reject('bad-target', `${found} is no target; it is a DC or AC from 0 to 1000`, ['target']);
}

/** A position in the stream that is the scene's own is not said. */
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
  const total = totalOf(dice, thrown);
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
    line: rollLine(dice, thrown, total, told),
  };
}
