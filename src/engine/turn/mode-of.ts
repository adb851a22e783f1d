import type { TurnMode } from '#engine/store/turns.ts';

const GOD = /^\s*GOD MODE:\s*/i;
/** A block of assignments as it is offered to be pasted: nobody says that in a story. */
const BLOCK = /^\s*GOD_MODE_SET:/;
/** Out of character, in the words players have for it: `DM: how many are left?`, `OOC: ...`. In capitals it needs no colon. */
const DM = /^\s*(?:(?:DM|OOC)(?: MODE)?\s*[:,-]\s*|(?:dm|ooc)(?: mode)?\s*:\s*|(?:DM|OOC)\s+)/;
/** Only at the very beginning: whoever says in the middle of a sentence that they think so is talking. */
const THINK =
  /^\s*(?:(?:let me|i(?: want to| need to|'d like to)?|time to)\s+)?(?:think(?:ing)?(?: (?:about|it|this|through|over|for)|[.:,…]|$)|consider\b(?! (?:it|this|that|yourself|yourselves|me|us) )|options?[?.!:…]*$|strategi[sz]e\b|plan(?: (?:out|how|what|my|our|the|for|ahead)|[.:,…]|$)|weigh (?:my|our|the) options|what are (?:my|our) options)/i;
/** In capitals it is no word of the story. */
const CAPITALS = /^\s*THINK\b/;

/** How words are meant, and the words without the prefix that says so. What is asked for goes before what is read from words. */
export function modeOf(
  text: string,
  asked: TurnMode | null,
): { readonly mode: TurnMode; readonly text: string } {
  if (GOD.test(text) && (asked === null || asked === 'GOD')) {
    return { mode: 'GOD', text: text.replace(GOD, '') };
  }
  if (BLOCK.test(text) && asked === null) return { mode: 'GOD', text };
  if (DM.test(text) && (asked === null || asked === 'DM')) return { mode: 'DM', text: text.replace(DM, '') };
  if (asked !== null) return { mode: asked, text };
  return { mode: THINK.test(text) || CAPITALS.test(text) ? 'THINK' : 'STORY', text };
}
