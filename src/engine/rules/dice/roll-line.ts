import type { Roll } from '../roll.ts';
import type { Dice } from './dice-terms.ts';
import type { ThrownDie, ThrownTerm } from './throw-dice.ts';
import { signed, writeDice } from './write-dice.ts';

const TOOK = { NONE: null, ADVANTAGE: 'took higher', DISADVANTAGE: 'took lower' } as const;

type Told = Pick<Roll, 'purpose' | 'damageType' | 'target' | 'result'>;

/** `Attack (advantage): 1d20+5 = [14, 8]+5 = 19 (took higher) vs AC 15 (Hit)` */
export function rollLine(dice: Dice, thrown: readonly ThrownTerm[], total: number, told: Told): string {
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
  const sum = `${terms.join('')}${signed(dice.modifier)}`;
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
