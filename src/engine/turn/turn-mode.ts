import type { TurnMode } from '#engine/domain/turn.ts';

const GOD = /^\s*GOD MODE:\s*/i;
/** A block of assignments, pasted as it was offered. */
const BLOCK = /^\s*GOD_MODE_SET:/;
/** Out of character: `DM: how many are left?`, `OOC: …`. In capitals it needs no colon. */
const DM = /^\s*(?:(?:DM|OOC)(?: MODE)?\s*[:,-]\s*|(?:dm|ooc)(?: mode)?\s*:\s*|(?:DM|OOC)\s+)/;
const THINK = /^\s*(?:THINK\b\s*[:,-]?\s*|think:\s*)/;

/** Settles the mode by the protocol's prefixes and the `mode` argument; returns the text without the prefix. */
export function parseTurnMode(
  text: string,
  asked: TurnMode | null,
): { readonly mode: TurnMode; readonly text: string } {
  if (GOD.test(text) && (asked === null || asked === 'GOD')) {
    return { mode: 'GOD', text: text.replace(GOD, '') };
  }
  if (BLOCK.test(text) && asked === null) return { mode: 'GOD', text };
  if (DM.test(text) && (asked === null || asked === 'DM')) return { mode: 'DM', text: text.replace(DM, '') };
  if (asked !== null) return { mode: asked, text };
  return { mode: THINK.test(text) ? 'THINK' : 'STORY', text };
}
