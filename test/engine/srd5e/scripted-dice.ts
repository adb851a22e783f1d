import type { RollDice } from '#engine/srd5e/checks.ts';

export type ScriptedDice = RollDice & {
  /** Every expression asked for, in order. */
  readonly asked: readonly string[];
  readonly purposes: readonly string[];
};

const EXPRESSION = /^(\d+)d(\d+)([+-]\d+)?(?: (advantage|disadvantage))?$/;

/** Dice that fall as told, face by face, and refuse to fall more often than that. */
export function scriptedDice(...faces: readonly number[]): ScriptedDice {
  const asked: string[] = [];
  const purposes: string[] = [];
  const left = [...faces];

  const roll: RollDice = (expression, purpose) => {
    asked.push(expression);
    purposes.push(purpose);
    const [, count = '', sides = '', bonus = '0', edge] = EXPRESSION.exec(expression) ?? [];
    if (count === '') throw new Error(`${expression} is not an expression these rules should ask for`);
    const thrown = left.splice(0, edge === undefined ? Number(count) : 2);
    if (thrown.length < Number(count)) throw new Error(`the script has no faces left for ${expression}`);
    if (thrown.some((face) => face > Number(sides))) throw new Error(`${expression} cannot show ${thrown}`);
    return { total: kept(thrown, edge) + Number(bonus), faces: thrown };
  };
  return Object.assign(roll, { asked, purposes });
}

function kept(faces: readonly number[], edge: string | undefined): number {
  if (edge === 'advantage') return Math.max(...faces);
  if (edge === 'disadvantage') return Math.min(...faces);
  return faces.reduce((sum, face) => sum + face, 0);
}
