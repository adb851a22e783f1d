const SOMEBODY = String.raw`(?:him|her|them|he|she|they|it|everyone|(?:the|that|this|my|our) \w+|\p{Lu}[\p{L}’']+(?: \p{Lu}[\p{L}’']+)?)`;
const OTHERS_DO = new RegExp(
  String.raw`\b(?:[Ll]et|[Mm]ake|[Hh]ave|[Hh]ear|[Ww]atch|[Ss]ee)s? ${SOMEBODY} \p{L}+|(?<=\b(?:for|ask|asks|asked|tell|tells|told|beg|order|orders|want|wants|expect) )${SOMEBODY} (?:not )?to \p{L}+|(?<=\b(?:what|if|whether|that|why|how|where) )${SOMEBODY} \p{L}+`,
  'gu',
);

/** `ask what time the train comes`, `tell her that he has raised it`: what is asked or told is done by nobody now. */
const REPORTED =
  /(?<=\b[Aa]sk(?:s|ed|ing)?\b[^,.;!?]{0,40} )(?:what|when|where|how|why|who|which|whether|if) [^,.;!?]*?(?= (?:and|then) |[,.;!?]|$)|(?<=\b(?:[Tt]ells?|told) (?:\p{L}+ ){1,3}?)(?:that )?(?:he|she|they|it|his|her|their) (?:\p{L}+ )?(?:is|are|was|were|has|have|had) [^,.;!?]*?(?= (?:and|then) |[,.;!?]|$)/gu;

/** `until the moon sets`, `while he turns`: by when something is done, somebody else does something. */
const BY_THE_TIME =
  /(?<=\b(?:until|till|when|while|before|after|once|as|because) )(?:he|she|they|it|everyone|nobody|(?:the|that|this|an?) [\p{L}-]+) \p{L}+/gu;

/** To keep still in words of doing, and to look at something in words of going. */
const KEEPS_STILL =
  /\b(?:hold|keep|stay|stand)s? (?:(?:my|his|her|their|our) )?(?:position|still|steady|fire|back|put|quiet|ground|tongue|breath|peace)\b/giu;
const GOES_OVER =
  /\b(?:go(?:es)?|run(?:s)?) (?:over|through) (?=(?:my|the|our|his|her|their) (?:sums|notes|figures|accounts|numbers|plans?|lists?|letters?|papers|options|events|facts)\b)/giu;

const QUOTED = /["“][^"“”]*["”]|«[^»]*»|„[^“”]*[“”]|「[^」]*」/gu;

const ANNOUNCES = /\b(?:(?:I|we)['’]ll|(?:I|we) will|let['’]s|let me)\b[^,.;!?"”]*/giu;

/** Of what is said only what the speaker is about to do: `"Fine. I'll open it."` */
function announced(speech: string): string {
  return ` “…” ${(speech.match(ANNOUNCES) ?? []).join(', ')} `;
}

/** What a player wrote that their own character does: without what they say, and what somebody else is let, told or expected to do. */
export function ownDoings(text: string): string {
  return text
    .replace(QUOTED, announced)
    .replace(REPORTED, ' ')
    .replace(OTHERS_DO, ' ')
    .replace(BY_THE_TIME, ' ')
    .replace(KEEPS_STILL, 'wait')
    .replace(GOES_OVER, 'study ');
}
