import { Srd5eAbility, Srd5eSkill } from '#engine/rules/srd5e-ability.ts';
import { Srd5eAttack } from '#engine/rules/srd5e-attack.ts';
import type { Srd5eCheck } from '#engine/rules/srd5e-checks.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';

/** What a request for dice is for under the SRD. Only `other` is left to the expression that was asked for. */
export type Srd5eRequest =
  | { readonly kind: 'death-save' }
  | { readonly kind: 'initiative' }
  | { readonly kind: 'save'; readonly ability: Srd5eAbility }
  | { readonly kind: 'attack'; readonly attack: Srd5eAttack }
  | { readonly kind: 'damage' }
  | { readonly kind: 'check'; readonly check: Srd5eCheck }
  | { readonly kind: 'other' };

const SHORT_ABILITIES = new Map(Srd5eAbility.options.map((ability) => [ability.slice(0, 3), ability]));

const DEATH_SAVE = /\bdeath[ -]sav(?:e|es|ing)\b|\bsav(?:e|ing throw) against death\b/;
const SAVE = /\bsav(?:e|es|ing)\b/;

/** Reads what dice are for: by what the purpose names, and among attacks by those the stat block has. */
export function srd5eRequest(purpose: string, block: Srd5eStatBlock, playerText = ''): Srd5eRequest {
  const words = plain(purpose);
  if (DEATH_SAVE.test(words)) return { kind: 'death-save' };
  if (/\binitiative\b/.test(words)) return { kind: 'initiative' };
  if (/\bdamage\b/.test(words)) return { kind: 'damage' };
  const ability = abilityIn(words);
  if (SAVE.test(words)) return ability === null ? { kind: 'other' } : { kind: 'save', ability };
  const check = checkIn(words, ability);
  const isAttack = /\battacks?\b/.test(words) || named(block, words) !== null;
  if (isAttack && (check === null || !/\bcheck\b/.test(words))) {
    return { kind: 'attack', attack: attackFor(block, words, plain(playerText)) };
  }
  return check === null ? { kind: 'other' } : { kind: 'check', check };
}

/** Everybody has hands. */
const UNARMED = Srd5eAttack.parse({ name: 'Unarmed strike', damage: [{ dice: '1', type: 'bludgeoning' }] });

/** The attack that is named, by whoever asks for the dice or by the player; else the first of the stat block. */
function attackFor(block: Srd5eStatBlock, purpose: string, playerText: string): Srd5eAttack {
  return named(block, purpose) ?? named(block, playerText) ?? block.attacks[0] ?? UNARMED;
}

function named({ attacks }: Srd5eStatBlock, words: string): Srd5eAttack | null {
  const found = attacks.filter(({ name }) => ` ${words} `.includes(` ${plain(bareName(name))} `));
  // `Quarterstaff with Shillelagh` is meant where it is said, though `Quarterstaff` is said there too.
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}

/** `Toll-bar (morningstar)` is the toll-bar. */
export function bareName(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, '').trim() || name;
}

/** The ability that is named; short forms only where nothing else can be meant: `con save`, not `to con the guard`. */
function abilityIn(words: string): Srd5eAbility | null {
  const whole = Srd5eAbility.options.find((ability) => ` ${words} `.includes(` ${ability} `));
  const [, short = ''] = /\b(str|dex|con|int|wis|cha) (?:sav(?:e|es|ing)|check|modifier)\b/.exec(words) ?? [];
  return whole ?? SHORT_ABILITIES.get(short) ?? null;
}

/** A skill goes with another ability than its own only when the two are named together: `Strength (Intimidation)`. */
function checkIn(words: string, ability: Srd5eAbility | null): Srd5eCheck | null {
  const skill = Srd5eSkill.options.find((one) => ` ${words} `.includes(` ${spoken(one)} `));
  if (skill === undefined) return ability === null ? null : { ability };
  const areTogether = ability !== null && words.includes(`${ability} ${spoken(skill)}`);
  return areTogether ? { skill, ability } : { skill };
}

function spoken(skill: Srd5eSkill): string {
  return skill.replaceAll('_', ' ');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
