import { expect, it } from 'vitest';
import type { ModeInput } from '#engine/llm/step-inputs.ts';
import { dmOffline } from '../../../../src/engine/llm/offline/answer-question.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const SHEET = [
  'abilities: charisma 11, constitution 15, dexterity 13, intelligence 9, strength 16, wisdom 14',
  'armor: base 16, bonus 1, kind heavy, mage armor false, name chain_mail, proficient true, shield true, stealth disadvantage true, strength required 13',
  'attacks: (ability strength, adds modifier true, bonus 0, damage (dice 1d8, type slashing), kind melee_weapon, name Longsword, proficient true); (ability dexterity, adds modifier true, bonus 0, damage (dice 1d8, type piercing), kind ranged_weapon, name Light crossbow, proficient true)',
  'classes: (class fighter, level 3, subclass champion)',
  'experience: 900',
  'features: Human; Fighting Style: Defense (+1 AC in armor); Second Wind (1d10 + 3); Action Surge; Improved Critical (19-20); and a long line about nothing',
  'hit points: current 28, max 28, temporary 0',
  'resources: class features (action surge (recovery short_rest, total 1, used 0)), consumables (bolts 20, javelins 4, potions of healing 1), gold 14, hit dice (d10 (total 3, used 0))',
];
const RULEBOOK = [
  'SRD 5.1: d20 + modifier against a difficulty (5 to 30) or Armor Class; advantage and disadvantage; death saves at 0 hit points; short rests of an hour,',
  'long rests of eight. The engine rolls and keeps all numbers; narrate only what it reports. Small askings of household things need no roll.',
].join('\n');

/** Ines asks the game master, with a fighter's whole sheet before her. */
function asked(playerText: string): string {
  const { packet, personaId } = nightAtThePierHouse({ playerText });
  const personas = [{ id: personaId, name: 'Ines Varga', profile: '', sheet: SHEET }];
  const input: ModeInput = {
    playerText,
    personaId,
    packet: { ...packet, personas },
    rulebook: RULEBOOK,
    operations: [],
  };
  return dmOffline(input).split('\n').slice(1).join('\n');
}

it.each([
  ['how many hit points do I have?', 'Ines Varga: hit points: current 28, max 28, temporary 0.'],
  ['what is my HP', 'Ines Varga: hit points: current 28, max 28, temporary 0.'],
  ['What is my strength?', 'Ines Varga: strength 16.'],
  ['how much gold do I have?', 'Ines Varga: gold 14.'],
  ['how many bolts are left?', 'Ines Varga: bolts 20.'],
  [
    'what is my armor class?',
    'Ines Varga: armor: base 16, bonus 1, kind heavy, name chain mail, proficient, shield, stealth disadvantage, strength required 13.',
  ],
  ['what are my attacks?', 'Ines Varga: attacks: Longsword (1d8 slashing), Light crossbow (1d8 piercing).'],
  ['what level am I?', 'Ines Varga: level 3.'],
  ['how do death saves work?', 'The rules: Death saves at 0 hit points.'],
  ['what are the rules for a long rest?', 'The rules: Short rests of an hour, long rests of eight.'],
])('answers %j with that and nothing else', (question, answer) => {
  expect(asked(question)).toBe(answer);
});

it('tells of a whole sheet its short lines, and what else may be asked for', () => {
  const answer = asked('show me my character sheet');
  expect(answer).toContain('hit points: current 28');
  expect(answer).toContain('experience: 900');
  expect(answer).toMatch(/more to ask for by its name: .*features/);
  expect(answer).not.toContain('adds modifier');
  expect(answer.length).toBeLessThan(500);
});

it('says so when the rules are silent, instead of reading all of them out', () => {
  expect(asked('how does grappling work?')).toMatch(/^The rules at hand say nothing of that/);
});

it('begins with the rules as such, without what is written for a narrator', () => {
  const answer = asked('what are the rules?');
  expect(answer).toContain('d20 + modifier');
  expect(answer).not.toContain('narrate');
});

it('says where things stand when nothing on record was asked for, and no rules with it', () => {
  expect(asked('banana?')).toMatch(/^It is /);
  expect(asked('banana?')).not.toContain('d20');
});
