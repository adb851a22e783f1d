import type { Manner } from '../telling/reply-phrases.ts';

const WARY =
  /\b(?:wary|suspicious|hostile|cold|guarded|distrust\w*|resent\w*|contempt\w*|afraid|frightened|nervous|evasive|hates?|careful|closed|curt|enemy|watchful|unwilling|impatient)\b/i;
const WARM =
  /\b(?:warm|friendly|kind|glad|relieved|fond|welcom\w*|grateful|cheerful|eager|trusts?|hospitable|curious|delighted|generous|pleased|affection\w*)\b/i;

/** How somebody meets the player, from what is said of their disposition: whichever is said first. */
export function mannerOf(disposition: string): Manner {
  const [wary, warm] = [disposition.search(WARY), disposition.search(WARM)];
  if (wary === -1 && warm === -1) return 'plain';
  return warm !== -1 && (wary === -1 || warm < wary) ? 'warm' : 'wary';
}
