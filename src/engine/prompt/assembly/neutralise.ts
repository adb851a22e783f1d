import { memoizeText } from '#engine/util/memoize.ts';

/**
 * Controls, invisible tag letters, byte order marks and marks that turn the reading direction. Their effect is invisible to
 * readers.
 */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
/** A bracket that a reader could take for the start of a tag: every one that is not plainly arithmetic, an arrow or a heart. */
const TAG_START = /[<\uFF1C\uFE64](?![\s\p{Cf}]*(?:[\d=-]|$))/gu;
const FENCE = /[`\uFF40]{3,}/g;

/**
 * Makes text from players, packs and models harmless inside a prompt: what could be taken for one of our own delimiters
 * keeps its look and loses its meaning. Everything else stays as it is, and doing it twice changes nothing more.
 */
export const neutralise: (text: string) => string = memoizeText((text) =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(INVISIBLE, '')
    .replace(TAG_START, '‹')
    .replace(FENCE, (ticks) => '\u2019'.repeat(ticks.length)),
);

/** Puts neutralised text between tags of our own. Empty text stays empty. */
export function writeMaterialTag(
  tag: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const inside = neutralise(text).trim();
  return inside === '' ? '' : writeTag(tag, inside, attributes);
}

/** Puts text we wrote ourselves between tags. */
export function writeTag(
  tag: string,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(value)}"`);
  return `<${tag}${written.join('')}>\n${text}\n</${tag}>`;
}

function attribute(value: string): string {
  return neutralise(value)
    .replaceAll(' > ', ': ')
    .replaceAll('"', "'")
    .replace(/[<>\n]/g, ' ')
    .trim();
}
