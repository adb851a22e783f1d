import type { PersonaHold } from '#engine/state/persona-hold.ts';
import { type Happened, haveRulesSpoken, isCarriedOff, isHelpless, isRobbed } from './at-stake.ts';
import { partTakenIn, type Stance } from './checks/stance.ts';
import { YEAR_END } from './year-end.ts';

/**
 * What players' characters keep in this turn, whatever a model proposes. Whoever sets out may be taken anywhere, whoever acts may
 * pay for it; whoever keeps still or only talks stays, keeps and lives, unless the rules have spoken or something happens to them.
 */
export function personaHoldOf(happened: Happened): PersonaHold {
  const { personas, scene } = happened.standing;
  const absent = personas.filter((id) => id !== happened.persona.id && !scene.presentIds.includes(id));
  return {
    staying: mayBeMoved(happened) ? absent : personas,
    keeping: mayLose(happened) ? [] : personas,
    safe: mayDie(happened) ? [] : personas,
  };
}

const NOT_DONE =
  /\b(?:not|never|refuses? to|instead of|rather than|without)\b[^.,;:!?\n]*|\b\w+n['’]t\b[^.,;:!?\n]*/gi;
const YIELDS = /\b(?:not|never|without|\w+n['’]t)\s+(?:\w+\s+)?(?:resist|fight|struggl|object|protest)\w*/i;
const STAYS =
  /\b(?:stay|remain|wait|keep still|hold still|sit (?:down|still)|stand (?:still|here)|do nothing)\b/i;
const GOES =
  /\b(?:go(?:es|ing)?|come|comes|follow\w*|leav\w+|walk\w*|run|running|rid(?:e|ing)|travel\w*|head(?:s|ing)? (?:for|to|out|back|over|in|down|up|towards?|home)|(?:take|lead|bring|carry|show) (?:me|us)|take the|way|arriv\w+|return\w*|enter\w*|mov(?:e|es|ing)|march\w*|sail\w*|driv(?:e|ing)|fly|flee|cross|climb|board|depart\w*|journey|visit\w*|surrender\w*|yield\w*|submit\w*|obey\w*|comply|agree\w*|nod\w*|accept\w*|consent\w*|continue|happens next|skip|proceed|(?:press|carry) on)\b/i;
const PARTS_WITH =
  /\b(?:giv\w+|gave|hand\w*|pay\w*|paid|offer\w*|tak\w+|here|yours|trad\w+|buy\w*|bought|sell\w*|sold|price|cost\w*|coins?|drop\w*|throw\w*|us(?:e|ing)|drink\w*|eat\w*|lend\w*|show\w*|agree\w*|accept\w*|nod\w*|yes|deal|continue|keep (?:it|the change))\b/i;

function mayBeMoved(happened: Happened): boolean {
  const { words, lease, snapshot, lastTold, recent, operations = [] } = happened;
  // An opening, a continuation, a roll and a game master's instruction leave the way to the narrator.
  if (lease.turn.input.kind !== 'story' || words === '') return true;
  const { chapter } = snapshot;
  const isNewChapter = chapter.number > 1 && chapter.startedInScene >= lastTold;
  const isNewYear = recent.some(({ type, scene }) => type === YEAR_END && scene.index >= lastTold);
  const opensChapter = operations.some((operation) => 'op' in operation && operation.op === 'start_chapter');
  if (isNewChapter || isNewYear || opensChapter) return true;
  if (haveRulesSpoken(happened) || isHelpless(happened) || isCarriedOff(happened)) return true;
  return YIELDS.test(words) || setsOut(happened);
}

/** By their words: they go, or are ready to; whoever does something else may be led on by it, but not who says they stay. */
function setsOut(happened: Happened): boolean {
  const done = doneIn(happened.words);
  if (GOES.test(done) || isNamed(happened.destination ?? '', done)) return true;
  return stanceIn(happened, done) === 'acting' && !STAYS.test(done);
}

const SHORTEST_WORD = 4;

/** Whoever names the place has thought of going there. */
function isNamed(place: string, done: string): boolean {
  const said: readonly string[] = done.toLowerCase().match(/\p{L}+/gu) ?? [];
  const words = place.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => word.length >= SHORTEST_WORD && said.includes(word));
}

function mayLose(happened: Happened): boolean {
  const { words, lease } = happened;
  const { kind } = lease.turn.input;
  if (kind !== 'story') return kind !== 'opening' && kind !== 'continuation';
  if (haveRulesSpoken(happened) || isHelpless(happened) || isRobbed(happened)) return true;
  const done = doneIn(words);
  return PARTS_WITH.test(done) || stanceIn(happened, done) === 'acting';
}

function mayDie({ lease, resolved, rolled, rolls, effects, standing, persona }: Happened): boolean {
  if (lease.turn.input.kind === 'instruction' || rolled !== null || standing.combat !== null) return true;
  const now = standing.entities[persona.id];
  if (now?.kind === 'character' && now.status !== 'conscious') return true;
  if (effects.some(({ type }) => type === 'trigger-fired' || type === 'clock-filled')) return true;
  if (resolved === null) return false;
  const isClean = resolved.degree === 'success' || resolved.degree === 'critical';
  return rolls.length > 0 && !isClean;
}

function doneIn(words: string): string {
  return words.replace(NOT_DONE, ' ');
}

function stanceIn({ persona }: Happened, done: string): Stance {
  const self = { name: persona.name, aliases: [], pronouns: persona.pronouns ?? null };
  return partTakenIn({ playerWords: [done], settled: [], personas: [self] }).stance;
}
