import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Srd5eStatBlockInput } from '#engine/srd5e/stat-block.ts';

export const ROAD = 'fight_night:the_road';

const SCORES = { strength: 16, dexterity: 14, constitution: 14, intelligence: 16, wisdom: 14, charisma: 12 };
const SWORD = { name: 'Longsword', damage: [{ dice: '1d8', type: 'slashing' }] };
const PLATE = { kind: 'heavy', name: 'plate', base: 18, shield: true };

const fighter = {
  abilities: SCORES,
  classes: [{ class: 'fighter', level: 2 }],
  armor: PLATE,
  attacks: [SWORD, { name: 'Javelin', damage: [{ dice: '1d6', type: 'piercing' }], ammunition: 'javelins' }],
  hit_points: { current: 60, max: 80 },
  experience: 780,
  resources: { consumables: { potion_of_healing: 2, javelins: 1 } },
};
const wizard = {
  ...fighter,
  classes: [{ class: 'wizard', level: 2 }],
  attacks: [{ name: 'Staff', damage: [{ dice: '1d6', type: 'bludgeoning' }] }],
  spells_known: ['Fire Bolt', 'Magic Missile', 'Burning Hands', 'Sleep'],
};

type Person = {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly block?: object;
  readonly escalation?: 'lethal';
};

const PEOPLE: readonly Person[] = [
  { id: 'kira', at: 'camp', title: 'Sword of the road', block: fighter },
  { id: 'pip', at: 'camp', title: 'Reader of small books', block: wizard },
  { id: 'holm', at: 'camp', title: 'Friend', block: { ...fighter, experience: 0 } },
  { id: 'wren', at: 'camp', title: 'Friend', block: { ...fighter, experience: 0 } },
  // Stat blocks of these come from the bestiary, by their title.
  ...['ash', 'birch', 'cedar', 'drift', 'elder'].map((id) => ({
    id,
    at: 'crossroads',
    title: 'Bandit',
    escalation: 'lethal' as const,
  })),
  { id: 'grunth', at: 'cave', title: 'Hill Giant', escalation: 'lethal' },
  { id: 'vesper', at: 'tower', title: 'Cult Fanatic', escalation: 'lethal' },
];

const WAYS: Readonly<Record<string, readonly string[]>> = {
  camp: ['crossroads'],
  crossroads: ['camp', 'cave', 'tower'],
  cave: ['crossroads'],
  tower: ['crossroads'],
};

/** Writes the SRD pack, and a pack of three fights on a road: bandits, a giant, a caster. */
export function writeFightPack(folder: string): void {
  cpSync('content_packs/srd_5e', join(folder, 'srd_5e'), { recursive: true });
  const root = join(folder, 'fight_night');
  const write = (path: string, data: object, text = '') => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    const json = JSON.stringify(data, null, 1);
    writeFileSync(join(root, path), path.endsWith('.md') ? `---\n${json}\n---\n\n${text}\n` : json);
  };
  write('pack.yaml', {
    format: 1,
    id: 'fight_night',
    name: 'Fight night',
    version: '1.0.0',
    summary: 'Three fights on a road.',
    genre: 'fantasy',
    layer: 'setting',
    license: { type: 'cc-by' },
    depends_on: [{ id: 'srd_5e', version: '>=1.0.0' }],
  });
  write(
    'worlds/road.md',
    { id: 'road', tone: 'plain', calendar: 'harptos', prompt: 'A road.' },
    '# The road\n\nA road.',
  );
  write('rulesets/srd5e.yaml', {
    id: 'srd5e',
    name: 'SRD 5e',
    summary: 'A d20.',
    rulebook: 'Roll a d20.',
    rulebook_summary: 'Roll a d20.',
    stat_block_schema: 'srd5e',
    mechanics: { pipeline: 'full', resolution: { kind: 'srd5e' } },
  });
  for (const [id, ways] of Object.entries(WAYS)) {
    const exits = ways.map((to) => ({ to, label: `to ${to}`, minutes: 5 }));
    write(`locations/${id}.md`, { id, name: `The ${id}`, summary: 'A place.', exits }, `# ${id}\n\nA place.`);
  }
  for (const { id, at, title, block, escalation } of PEOPLE) {
    const name = id.charAt(0).toUpperCase() + id.slice(1);
    write(
      `characters/${id}.md`,
      {
        id,
        name,
        title,
        summary: `${name} of the road.`,
        location: at,
        ...(block === undefined ? {} : { stat_blocks: { srd5e: block as Srd5eStatBlockInput } }),
        ...(escalation === undefined ? {} : { escalation }),
      },
      `# ${name}\n\n${name} walks the road.`,
    );
  }
  write('entry_points/the_road.yaml', {
    id: 'the_road',
    name: 'The road',
    type: 'scenario',
    summary: 'Walk the road.',
    world: 'road',
    rulesets: ['srd5e'],
    stakes: 'Everything.',
    goals: ['Walk'],
    prologue: 'You set out.',
    entry: 'They walk the road.',
    entry_start: 'Open at the camp.',
    max_personas: 2,
    opening: { location: 'camp', time: '1490-07-01 08:00' },
    cast: PEOPLE.map(({ id }, at) => ({
      character: id,
      role: at < 2 ? 'persona' : 'npc',
      ...(at === 2 || at === 3 ? { party: true } : {}),
    })),
    missions: [
      { id: 'the_way', title: 'The way', status: 'accepted', objective: 'Clear the road.', experience: 40 },
    ],
  });
}
