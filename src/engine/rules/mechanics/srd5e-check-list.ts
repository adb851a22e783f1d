import type { CheckData } from '../declared-check.ts';
import { SKILL_ABILITY } from '../srd5e/skills.ts';
import { titled } from '../srd5e/titled.ts';
import { Srd5eAbility, Srd5eSkill } from '../srd5e-ability.ts';

const ABILITY_COVERS: Readonly<Record<Srd5eAbility, string>> = {
  strength: 'Raw force: lifting, breaking, forcing a door, holding something shut.',
  dexterity:
    'Fine or quick hands without a skill of their own: tying, steering, disarming a trap with tools.',
  constitution: 'Enduring: marching on, holding the breath, going without sleep, keeping strong drink down.',
  intelligence:
    'Working something out or remembering it where no field of learning fits: a cipher, a sum, a cost.',
  wisdom: 'A hunch or plain good sense where nothing is seen, heard or read in a face.',
  charisma: 'Force of personality where nobody is lied to, asked, frightened or entertained.',
};

type Entry = { readonly covers: string; readonly opposed_by?: Srd5eSkill };

const SKILLS: Readonly<Record<Srd5eSkill, Entry>> = {
  athletics: {
    covers: 'Climbing, jumping, swimming, and wrestling, shoving or dragging somebody.',
    opposed_by: 'athletics',
  },
  acrobatics: { covers: 'Keeping balance, tumbling, rolling, slipping through or landing on the feet.' },
  sleight_of_hand: {
    covers: 'Picking a pocket, palming, planting or hiding a thing on oneself unseen.',
    opposed_by: 'perception',
  },
  stealth: {
    covers: 'Hiding, sneaking past, following or slipping away unnoticed.',
    opposed_by: 'perception',
  },
  arcana: { covers: 'Knowing about spells, magic items, symbols, planes and their creatures.' },
  history: { covers: 'Knowing about past events, lost realms, wars, families and old law.' },
  investigation: { covers: 'Searching closely, reading clues, working out how a thing was done or is made.' },
  nature: { covers: 'Knowing about land, weather, plants, animals and the cycles of nature.' },
  religion: { covers: 'Knowing about gods, rites, prayers, holy signs and cults.' },
  animal_handling: {
    covers: 'Calming, reading, guiding or riding an animal that is frightened or stubborn.',
  },
  insight: {
    covers: 'Telling what somebody really means: a lie, a fear, a next move.',
    opposed_by: 'deception',
  },
  medicine: { covers: 'Keeping the dying alive, tending wounds, telling an illness or a cause of death.' },
  perception: {
    covers: 'Noticing with eyes, ears or nose: an ambush, a whisper, a trace.',
    opposed_by: 'stealth',
  },
  survival: { covers: 'Tracking, hunting, finding the way, reading signs of weather and wild country.' },
  deception: {
    covers: 'Making somebody believe what is not true: lying, bluffing, disguise, double talk.',
    opposed_by: 'insight',
  },
  intimidation: { covers: 'Making somebody yield by threat, hostility or a show of force.' },
  performance: { covers: 'Holding an audience with music, dance, acting or a tale.' },
  persuasion: {
    covers: 'Winning somebody over honestly: asking, bargaining, pleading, calming, making friends.',
  },
};

/** The checks every srd5e ruleset has: 18 skills, then the 6 abilities for what no skill covers. */
export const SRD5E_CHECKS: readonly CheckData[] = [
  ...Srd5eSkill.options.map((skill) => ({
    id: skill,
    label: titled(skill),
    stat: SKILL_ABILITY[skill],
    skill,
    ...SKILLS[skill],
  })),
  ...Srd5eAbility.options.map((ability) => ({
    id: ability,
    label: titled(ability),
    stat: ability,
    covers: ABILITY_COVERS[ability],
  })),
];
