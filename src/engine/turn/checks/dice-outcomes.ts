import { matchesOf } from '#engine/kit/matches-of.ts';

export const SKILL =
  'Acrobatics|Animal Handling|Arcana|Athletics|Deception|History|Insight|Intimidation|Investigation|Medicine|Nature|Perception|Performance|Persuasion|Religion|Sleight of Hand|Stealth|Survival|Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma';
const THROW = '(?:check|save|saving throw|roll|attack roll|skill check|death save)s?';
const WHOSE = '(?:the|your|his|her|their|a|an|that|this|my)';
const ENDED =
  '(?:succeeds?|succeeded|fails?|failed|pass(?:es|ed)?|beats?|miss(?:es|ed)|hits?|falls? short|fell short|comes? up short|(?:is|was) (?:a |an )?(?:(?:critical|near|clear|bare) )?(?:success|failure|miss|hit))';

const PATTERNS = [
  // `Stealth check succeeds`
  new RegExp(`\\b(?:${SKILL}) ${THROW} ${ENDED}`, 'g'),
  // `Dexterity save: success!`
  new RegExp(`\\b(?:${SKILL})(?: ${THROW})?:? (?:an? )?(?:success|failure|passed|failed)\\b`, 'g'),
  // `the roll fails by three`; other things that roll or are checked do not end so
  new RegExp(
    `\\b(?:the|your|his|her|their) (?:dice |die |saving |attack |skill )?(?:roll|throw|save) ${ENDED}\\b`,
    'gi',
  ),
  // `you fail your Constitution save`
  new RegExp(
    `\\b(?:fail|pass|make|beat|succeed|blow|ace|fumble)(?:s|es|ed)?(?: on| at)? ${WHOSE} (?:(?:${SKILL}|death|attack|saving|skill|dice) )+(?:check|save|throw|roll)\\b`,
    'gi',
  ),
  // `Stealth 19 beats her Perception`
  new RegExp(`\\b(?:${SKILL})(?: of)? \\d{1,2} (?:beats?|meets?|clears?|against|vs\\.?|versus)`, 'g'),
  /\broll (?:comes|came) up\b/gi,
  /\b(?:critical (?:hit|success|failure|miss|fumble)|crits?\b(?! of)|critted)/gi,
  /\bwith (?:dis)?advantage on the (?:roll|check|save)\b/gi,
] as const;

/** Where it only might be: `if you fail the save`, `make a Stealth check`. */
const OPEN =
  /\b(?:if|unless|whether|should|must|may|might|can|could|would|will|to|when|please|need|needs|let's|before|until)\b[^.!?\n]*$/i;
const REQUEST = /(?:^|[.!?:;,—]\s*|\b(?:and|then|so)\s+)(?:please\s+|now\s+)?$/i;

/** What the prose says dice decided, without any number: `you crit`, `the roll fails`. */
export function outcomesOfDice(prose: string): readonly string[] {
  return PATTERNS.flatMap((pattern) =>
    matchesOf(pattern, prose)
      .filter(({ 0: text, index }) => {
        const before = prose.slice(Math.max(0, index - 80), index);
        return !OPEN.test(before) && !(/^make /i.test(text) && REQUEST.test(before));
      })
      .map(([text]) => text),
  );
}
