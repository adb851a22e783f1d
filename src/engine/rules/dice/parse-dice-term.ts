import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import { type DiceTerm, keptCount, type Selection } from './dice-terms.ts';

const DICE = /^(\d*)d(\d+|%|f)(!?)(?:(kh|kl|dh|dl)(\d*))?$/i;
const FORMS = '2d6, d20, d%, 4dF, 3d6!, 4d6kh3, 2d20kl1, 4d6dl1';

/** Reads one term, like `4d6kh3`. Counts nobody wrote are 1. */
export function parseDiceTerm(text: string, sign: 1 | -1): DiceTerm | Rejection {
  const match = DICE.exec(text);
  if (match === null) {
    return reject('unreadable-dice', `"${text}" is neither dice nor a whole number; dice look like ${FORMS}`);
  }
  const [, count = '', sides = '', bang, rule, kept = ''] = match;
  const fate = sides.toLowerCase() === 'f';
  return sensible(
    {
      sign,
      count: count === '' ? 1 : Number(count),
      sides: sidesNamed(sides),
      fate,
      exploding: bang === '!',
      selection: selectionNamed(rule, kept),
    },
    text,
  );
}

function sidesNamed(text: string): number {
  if (text === '%') return 100;
  return text.toLowerCase() === 'f' ? 3 : Number(text);
}

function selectionNamed(rule: string | undefined, count: string): Selection | null {
  if (rule === undefined) return null;
  // The pattern admits these four pairs of letters and no others.
  return { rule: rule.toLowerCase() as Selection['rule'], count: count === '' ? 1 : Number(count) };
}

function sensible(term: DiceTerm, text: string): DiceTerm | Rejection {
  const { fewestSides, mostSides, dice } = DICE_LIMITS;
  if (term.count < 1) return reject('no-dice', `"${text}" throws no dice; throw at least one, like 1d6`);
  if (term.count > dice) {
    return reject('too-many-dice', `"${text}" throws ${term.count} dice; one roll throws at most ${dice}`);
  }
  if (term.sides < fewestSides || term.sides > mostSides) {
    return reject(
      'bad-sides',
      `"${text}" has dice of ${term.sides} sides; a die has ${fewestSides} to ${mostSides}`,
    );
  }
  if (term.exploding && term.fate) {
    return reject('fate-dice-do-not-explode', `"${text}" explodes Fate dice; they have no highest face`);
  }
  return sensibleSelection(term, text);
}

function sensibleSelection(term: DiceTerm, text: string): DiceTerm | Rejection {
  if (term.selection === null) return term;
  const kept = keptCount(term);
  if (kept >= 1 && term.selection.count >= 1 && term.selection.count <= term.count) return term;
  const keeps = term.selection.rule.startsWith('k');
  const most = keeps ? term.count : term.count - 1;
  const verb = keeps ? 'keeps' : 'drops';
  const right =
    most === 0 ? 'the only die must count' : `with ${term.count} dice write a number from 1 to ${most}`;
  return reject('bad-selection', `"${text}" ${verb} ${term.selection.count} of ${term.count} dice; ${right}`);
}
