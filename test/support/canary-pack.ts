import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTwoPersonas } from './accounts.ts';

/** A word that stands in one hidden place and nowhere else: whoever reads it has been shown the place. */
export const canary = (place: string): string => `zq${place}`;

/** Where each canary sits: the file, the words it stands behind, and its name. */
const PLACES: readonly (readonly [string, string, string])[] = [
  ['characters/marit.md', 'current_task: Hiding the second ledger', 'task'],
  ['characters/marit.md', 'Answers a question with what it costs', 'speech'],
  ['characters/marit.md', 'disposition: Wary tonight', 'disposition'],
  ['characters/marit.md', '- Keep the pier house out of the Guild', 'goal'],
  ['characters/marit.md', '- She will not name a debtor', 'redline'],
  ['characters/marit.md', 'capabilities: Knows every boat', 'capabilities'],
  ['characters/marit.md', 'alignment: neutral good', 'alignment'],
  ['characters/marit.md', 'mbti: ISTJ', 'mbti'],
  ['characters/marit.md', '- Tomas Rell rowed out', 'knows'],
  ['characters/marit.md', '- She copied the Guild', 'withholds'],
  ['characters/marit.md', 'text: Tomas came back that night', 'memory'],
  ['characters/marit.md', 'goal: Get the copied ledger', 'agenda'],
  ['characters/marit.md', 'description: The ledger leaves', 'milestone'],
  ['characters/marit.md', 'notes: He owes her eleven weeks', 'relationship'],
  ['characters/marit.md', 'text: The ink on Marit', 'discoverable'],
  ['characters/marit.md', '- If she is threatened', 'note'],
  ['characters/marit.md', 'Marit tests people', 'prompt'],
  ['characters/marit.md', 'essentials: Innkeeper, dry', 'essentials'],
  ['characters/marit.md', 'That the ledger proves', 'fear'],
  ['characters/tomas.md', 'withholds: [Tomas was paid', 'paid'],
  ['characters/tomas.md', 'text: Tomas Rell', 'oars'],
  ['characters/tomas.md', 'goals: [Pay what he owes', 'debt'],
  ['factions/ropewalk_guild.md', 'goals: [Keep the insurance money', 'guildgoal'],
  ['factions/ropewalk_guild.md', 'withholds: [The Guild keeps', 'guildsecret'],
  ['factions/ropewalk_guild.md', 'text: The Guild writes', 'violet'],
  ['items/brass_key.md', 'text: The brass key opens', 'chest'],
  ['worlds/quay.md', 'The Quay is a northern harbour', 'worldprompt'],
  ['worlds/quay.md', 'The bell of the old chapel', 'bell'],
  ['entry_points/the_second_ledger.yaml', 'stakes: If the ledger burns', 'stakes'],
  ['entry_points/the_second_ledger.yaml', '- The Guild sank the Adeline itself', 'truth'],
  ['entry_points/the_second_ledger.yaml', 'Ines Varga audits the loss', 'entry'],
  ['entry_points/the_second_ledger.yaml', 'Open in the common room', 'opening'],
  ['entry_points/the_second_ledger.yaml', 'essentials: Insurance audit', 'entryessentials'],
  ['entry_points/the_second_ledger.yaml', 'title: The second ledger', 'threadtitle'],
  ['entry_points/the_second_ledger.yaml', 'stakes: Whoever holds it', 'thread'],
  ['entry_points/the_second_ledger.yaml', 'name: The Guild loses patience', 'clock'],
  ['entry_points/the_second_ledger.yaml', 'description: The chain on the ropewalk gate', 'trigger'],
  ['entry_points/the_second_ledger.yaml', 'consequences: Whoever is not aboard', 'deadline'],
  ['entry_points/the_second_ledger.yaml', 'notes: Eleven weeks', 'standing'],
];

const LURKER = `---
id: lurker
name: ${canary('lurkername')}
summary: Somebody under the mole, ${canary('lurkersummary')}.
location: pier_house
visibility: gm
---

# ${canary('lurkername')}

Nobody has seen ${canary('lurkertext')}.
`;

const FACTS = `facts:
  - { id: buried, subject: marit, predicate: buried, object: a box ${canary('gmfact')}, visibility: gm }
  - { id: sunk, subject: tomas, predicate: saw, object: a light ${canary('hiddenfact')}, visibility: hidden }
`;

/** What a model is made to write where only the game master looks. */
export const WRITTEN = ['thinking', 'thought', 'beat', 'observed', 'gmnote', 'rationale'];

export const CANARIES: readonly string[] = [
  ...PLACES.map(([, , place]) => place),
  ...['lurkername', 'lurkersummary', 'lurkertext', 'gmfact', 'hiddenfact'],
  ...WRITTEN,
].map(canary);

/** Lantern Quay for two players, with a canary in every hidden place. */
export const writeCanaryPack =
  (pipeline: 'full' | 'duet') =>
  (folder: string): void => {
    writeTwoPersonas(folder);
    const change = (file: string, find: string, by: string) => {
      const path = join(folder, 'lantern_quay', file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(find)) throw new Error(`${file} does not say "${find}"`);
      writeFileSync(path, text.replace(find, by));
    };
    for (const [file, words, place] of PLACES) change(file, words, `${words} ${canary(place)}`);
    change('entry_points/the_second_ledger.yaml', 'facts:\n', FACTS);
    change('pack.yaml', '  characters: 3', '  characters: 4');
    if (pipeline !== 'full') change('rulesets/tide_dice.yaml', 'pipeline: full ', `pipeline: ${pipeline} `);
    writeFileSync(join(folder, 'lantern_quay', 'characters', 'lurker.md'), LURKER);
  };
