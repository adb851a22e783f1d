import { listBlocks, type WireBody } from './wire-body.ts';

/** How the system prompt of each step begins. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ["You are the game master's voice", 'narrate'],
  ['You read what a player', 'read'],
  ['You are the referee', 'resolve'],
  ['You are one character', 'react'],
  ['You plan one turn', 'plan'],
  ['You keep the records', 'record'],
  ['You check one passage', 'judge'],
  ['You edit a passage', 'check-repair'],
  ['You edit one passage', 'check-repair'],
  ['The player wants', 'mode-think'],
  ['The player has stepped out', 'mode-dm'],
  ['You keep the story so far', 'running-summary'],
  ['You keep the profile', 'profile-refresh'],
  ['You condense one chapter', 'chapter-summary'],
  // Steps of the first edition.
  ['You are the librarian', 'route'],
  ['You read what a player wrote', 'interpret'],
  ['You decide for one person', 'react'],
  ['A passage of a story has been told', 'outcome-repair'],
];

/** Names the step a system prompt belongs to; `other` when none is known by its beginning. */
export function recogniseStep(systemPrompt: string): string {
  const fitting = BEGINNINGS.filter(([beginning]) => systemPrompt.startsWith(beginning));
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0]?.[1] ?? 'other';
}

/** Returns the first system block of a request. */
export function readSystemPrompt(body: WireBody): string {
  return listBlocks(body.system)[0]?.text ?? '';
}
