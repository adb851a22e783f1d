import { matchesOf } from '#engine/kit/matches-of.ts';
import { outcomesOfDice, SKILL } from './dice-outcomes.ts';
import type { NarrationFacts } from './narration-facts.ts';
import { NUMBER, numberOf } from './text/number-words.ts';
import { grave, type Verdict } from './verdict.ts';

type Claim = { readonly text: string; readonly holds: boolean };

const SUM = /(?<![\d.])(\d+)((?:\s*[+\-−]\s*\d+)+)\s*=\s*(\d+)(?!\d|\.\d)/g;
const NOTATION = /\b(\d*)d(4|6|8|10|12|20|100|%)(?:\s*[+\-−]\s*\d+)?\b/gi;
const AFTER_NOTATION = /^[^.!?\n]{0,30}?\b(\d{1,3})\b/;
const NATURAL = /\bnat(?:ural)?[ -](\d{1,2}|one|twenty)\b/gi;
const ROLLED =
  /\broll(?:s|ed|ing)?(?: of)?(?: an?| the)?(?: total of)?:? (\d{1,3})\b(?!\s*(?:feet|metres|meters|miles|yards|times|of|steps))/gi;
const DICE_SHOW =
  /\b(?:dice|die|(?:second|next|first|last) (?:throw|roll)) (?:show|shows|showed|read|reads|come up|comes up|came up|land on|lands on|landed on|give|gives)(?: an?)? (\d{1,3})\b/gi;
const TOTAL = /\btotal(?: of|:| is) (\d{1,3})\b(?=[^.!?]{0,60})/gi;
const TARGET = /\b(DC|AC)(?:\s*:?|\s+(?:was|is|of|being))\s*(\d{1,3})\b/g;
const DAMAGE = /\b(\d{1,3}) (?:points? of (?:\w+ )?damage|(?:\w+ )?damage\b|hit points?\b|HP\b)/g;
const CHECK_RESULT =
  /\b(?:check|save|saving throw|test)s?\b[^.!?\n]{0,30}?\b(?:with|of|:|for|gives?|is|was|came to|comes to|totals?|totall?ed|reads?|makes?) (?:an? )?(\d{1,3})\b/gi;
const ON_THE_DICE = new RegExp(
  `\\b(${NUMBER}) (?:up)?on (?:the|an?|your|his|her|their) (?:[\\w-]+-sided )?(?:dice|die|roll|check|save)\\b(?! (?:of|call)\\b)`,
  'gi',
);
const DIFFICULTY = new RegExp(
  `\\b(?:against|beats?|meets?|versus|vs\\.?) (?:an? |the )?(?:difficulty|target)(?: class| number| of|:| is)+ (${NUMBER})\\b`,
  'gi',
);
const SKILL_SHOWN = new RegExp(`\\b(?:${SKILL}):\\s*(\\d{1,2})\\b`, 'g');
const ON_A_SKILL = new RegExp(
  `\\b(\\d{1,2}) (?:up)?on (?:the|an?|your|his|her|their) (?:${SKILL})\\b(?! of)`,
  'g',
);
const TO_BEAT = /\ban? (\d{1,3}) to beat (?:that|the|an?|your|his|her|their) \d{1,3}\b/g;
const BEATS = /\b(\d{1,3}) (?:vs\.?|versus|against) (?:DC|AC)\b/g;

/** Finds dice nobody rolled, totals that are none, and targets nobody set. Numbers of the rolls made may be told. */
export function diceVerdicts(prose: string, facts: NarrationFacts): readonly Verdict[] {
  const claims = [
    ...sums(prose, facts),
    ...naturals(prose, facts),
    ...[ROLLED, DICE_SHOW, TOTAL, CHECK_RESULT, ON_THE_DICE, TO_BEAT, BEATS, SKILL_SHOWN, ON_A_SKILL].flatMap(
      (pattern) => numbers(prose, pattern, facts),
    ),
    ...notations(prose, facts),
    ...targets(prose, facts),
    ...difficulties(prose, facts),
    ...outcomesOfDice(prose).map((text) => ({ text, holds: facts.rolls.length > 0 })),
    ...damages(prose, facts),
  ];
  const [first] = claims.filter(({ holds }) => !holds);
  if (first === undefined) return [];
  return [
    grave(
      'dice',
      first.text,
      `The narration tells of dice that did not fall so: “${first.text.trim()}”.`,
      'Leave the numbers out and tell what they meant in the world.',
    ),
  ];
}

function isRolled(value: number, { rolls, numbers: other }: NarrationFacts): boolean {
  return other.includes(value) || rolls.some(({ total, faces }) => total === value || faces.includes(value));
}

function isTotal(value: number, { rolls, numbers: other }: NarrationFacts): boolean {
  return other.includes(value) || rolls.some(({ total }) => total === value);
}

function sums(prose: string, facts: NarrationFacts): readonly Claim[] {
  return matchesOf(SUM, prose).map(([text, first = '', rest = '', result = '']) => {
    const terms = [...rest.matchAll(/([+\-−])\s*(\d+)/g)];
    const sum = terms.reduce(
      (total, [, sign, term]) => total + (sign === '+' ? 1 : -1) * Number(term),
      Number(first),
    );
    return { text, holds: sum === Number(result) && isTotal(sum, facts) };
  });
}

function naturals(prose: string, { rolls }: NarrationFacts): readonly Claim[] {
  return matchesOf(NATURAL, prose).map(([text, shown = '']) => {
    const value = shown === 'one' ? 1 : shown === 'twenty' ? 20 : Number(shown);
    return { text, holds: rolls.some(({ faces }) => faces.includes(value)) };
  });
}

function numbers(prose: string, pattern: RegExp, facts: NarrationFacts): readonly Claim[] {
  return matchesOf(pattern, prose).map(([text, shown = '']) => ({
    text,
    holds: isRolled(numberOf(shown), facts),
  }));
}

function difficulties(prose: string, { rolls }: NarrationFacts): readonly Claim[] {
  return matchesOf(DIFFICULTY, prose).map(([text, shown = '']) => ({
    text,
    holds: rolls.some(({ target }) => target?.value === numberOf(shown)),
  }));
}

/** `1d20 gives 19`, `14 on the 2d6`: dice notation in prose must at least belong to a roll that was made. */
function notations(prose: string, facts: NarrationFacts): readonly Claim[] {
  return matchesOf(NOTATION, prose).map((match) => {
    const after = AFTER_NOTATION.exec(prose.slice(match.index + match[0].length));
    const before = /\b(\d{1,3}) on (?:the |an? )?$/.exec(prose.slice(0, match.index));
    const shown = before?.[1] ?? after?.[1];
    const text = `${before?.[0] ?? ''}${match[0]}${before === null ? (after?.[0] ?? '') : ''}`;
    if (facts.rolls.length === 0) return { text, holds: false };
    return { text, holds: shown === undefined || isRolled(Number(shown), facts) };
  });
}

function targets(prose: string, { rolls }: NarrationFacts): readonly Claim[] {
  return matchesOf(TARGET, prose).map(([text, kind = '', value = '']) => ({
    text,
    holds: rolls.some(({ target }) => target?.kind === kind && target.value === Number(value)),
  }));
}

function damages(prose: string, facts: NarrationFacts): readonly Claim[] {
  return matchesOf(DAMAGE, prose).map(([text, value = '']) => ({
    text,
    holds: isTotal(Number(value), facts),
  }));
}
