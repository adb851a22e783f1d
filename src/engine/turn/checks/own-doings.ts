const SOMEBODY = String.raw`(?:him|her|them|it|everyone|(?:the|that|this|my|our) \w+|\p{Lu}[\p{L}’']+(?: \p{Lu}[\p{L}’']+)?)`;
const OTHERS_DO = new RegExp(
  String.raw`\b(?:let|make|have|hear|watch|see)s? ${SOMEBODY} \p{L}+|(?<=\b(?:for|ask|asks|asked|tell|tells|told|beg|order|orders|want|wants|expect) )${SOMEBODY} (?:not )?to \p{L}+|(?<=\b(?:what|if|whether|that|why|how|where) )${SOMEBODY} \p{L}+`,
  'gu',
);

const QUOTED = /["“][^"“”]*["”]|«[^»]*»|„[^“”]*[“”]|「[^」]*」/gu;

const ANNOUNCES = /\b(?:(?:I|we)['’]ll|(?:I|we) will|let['’]s|let me)\b[^,.;!?"”]*/giu;

/** Of what is said only what the speaker is about to do: `"Fine. I'll open it."` */
function announced(speech: string): string {
  return ` “…” ${(speech.match(ANNOUNCES) ?? []).join(', ')} `;
}

/** What a player wrote that their own character does: without what they say, and what somebody else is let, told or expected to do. */
export function ownDoings(text: string): string {
  return text.replace(QUOTED, announced).replace(OTHERS_DO, ' ');
}
