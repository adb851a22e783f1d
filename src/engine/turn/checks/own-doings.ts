const SOMEBODY = String.raw`(?:him|her|them|it|everyone|(?:the|that|this|my|our) \w+|\p{Lu}[\p{L}’']+(?: \p{Lu}[\p{L}’']+)?)`;
const OTHERS_DO = new RegExp(
  String.raw`\b(?:let|make|have|hear|watch|see)s? ${SOMEBODY} \p{L}+|(?<=\b(?:for|ask|asks|asked|tell|tells|told|beg|order|orders|want|wants|expect) )${SOMEBODY} (?:not )?to \p{L}+|(?<=\b(?:what|if|whether|that|why|how|where) )${SOMEBODY} \p{L}+`,
  'gu',
);

/** What a player wrote that their own character does: without what somebody else is let, told or expected to do. */
export function ownDoings(text: string): string {
  return text.replace(OTHERS_DO, ' ');
}
