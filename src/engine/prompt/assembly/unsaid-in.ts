import { remembered } from '#engine/kit/remembered.ts';

/**
 * What of a text another does not say already, sentence by sentence; nothing when it says all of it. Records, lore and authors' own words
 * tell much of the same about somebody, and a prompt pays for each word.
 */
export function unsaidIn(elsewhere: string): (text: string) => string {
  const said = plain(elsewhere);
  return (text) => {
    if (said === '') return text;
    return text
      .split(SENTENCE_ENDS)
      .filter((sentence) => !said.includes(plain(sentence)))
      .join(' ')
      .trim();
  };
}

const SENTENCE_ENDS = /(?<=[.!?…]["”’»]?)\s+/u;

/** As it reads aloud: one space between words, no quotation marks. What is known of people stays the same for many turns. */
const plain = remembered((text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .replace(/["“”«»]/gu, '')
    .trim(),
);
