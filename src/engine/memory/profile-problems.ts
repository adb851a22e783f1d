import { type Rejection, reject } from '#engine/kit/rejection.ts';

export const MOST_PROFILE_WORDS = 500;

const NUMBER = String.raw`(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)`;

/** What may follow an age but not a count of things. */
const END = String.raw`(?=[.,;]|$| (?:who|and|this|last|next|in|on)\b)`;

/** The ways a text tells an age. */
const AGES = [
  new RegExp(String.raw`\b${NUMBER}[- ](?:years?|months?)[- ](?:old|of age)\b`, 'giu'),
  new RegExp(String.raw`\b(?:aged|at (?:the )?age(?: of)?) ${NUMBER}\b`, 'giu'),
  /\bage:? \d{1,3}\b/giu,
  new RegExp(String.raw`\b(?:boy|girl|child|infant|youth|lad|man|woman|widow) of ${NUMBER}${END}`, 'giu'),
  new RegExp(String.raw`\b(?:turns|turned|turning) ${NUMBER}${END}`, 'giu'),
  /\bin (?:his|her|their) (?:(?:early|mid|late)[- ]?)?(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties)\b/giu,
  /(?<=\p{Lu}\p{L}+), \d{1,2},(?= \p{Ll})/gu,
];

/** Everything a new profile must not be: empty, longer than 500 words, or true only until the next birthday. */
export function profileProblems(text: string): Rejection[] {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  const problems: Rejection[] = [];
  if (words === 0) problems.push(reject('profile-empty', 'the profile has no words'));
  if (words > MOST_PROFILE_WORDS) {
    problems.push(
      reject('profile-too-long', `the profile has ${words} words; write at most ${MOST_PROFILE_WORDS}`),
    );
  }
  const ages = AGES.flatMap((pattern) => text.match(pattern) ?? []).map(
    (age) => `"${age.replace(/^, |,$/g, '')}"`,
  );
  if (ages.length > 0) {
    const found = [...new Set(ages)].join(', ');
    problems.push(reject('profile-tells-age', `write birth dates (born 1425-01-05), never ages: ${found}`));
  }
  return problems;
}
