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
  ['characters/marit.md', 'and lifts the string over her head.', 'response'],
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

/** One ending the game master lets the story reach, and one it never reaches. */
const ENDINGS = `endings:
  - { id: quiet, title: A Quiet Night, when: { date: "1950-01-01" }, epilogue: The lamp burns on. }
  - { id: loud, title: Loud ${canary('endingtitle')}, when: { date: "1951-01-01" }, epilogue: Gone ${canary('epilogue')}. }
`;

/** What a model is made to write where only the game master looks. */
export const WRITTEN = ['thinking', 'thought', 'beat', 'observed', 'gmnote', 'rationale'];

export const CANARIES: readonly string[] = [
  ...PLACES.map(([, , place]) => place),
  ...['lurkername', 'lurkersummary', 'lurkertext', 'gmfact', 'hiddenfact'],
  ...['endingtitle', 'epilogue', 'resolved'],
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
    change(
      'entry_points/the_second_ledger.yaml',
      'status: active              # dormant',
      `resolved_when: The ledger burns ${canary('resolved')}.\n    status: active              # dormant`,
    );
    change('entry_points/the_second_ledger.yaml', 'custom: {} ', `${ENDINGS}custom: {} `);
    change(
      'rulesets/tide_dice.yaml',
      'properties:\n    nerve:',
      'properties:\n    harm: { type: integer }\n    nerve:',
    );
    change(
      'rulesets/tide_dice.yaml',
      '  consequences: ',
      '  meters: { harm: { name: Harm, max: 6 } }\n  consequences: ',
    );
    change('pack.yaml', '  characters: 3', '  characters: 4');
    if (pipeline !== 'full') change('rulesets/tide_dice.yaml', 'pipeline: full ', `pipeline: ${pipeline} `);
    writeFileSync(join(folder, 'lantern_quay', 'characters', 'lurker.md'), LURKER);
  };

/** The places of canaries that one persona alone knows from the start. */
export const PRIVATE_PLACES = ['fact', 'thread', 'mission', 'clock', 'deadline'] as const;

/** Canary that only the player called so knows of. */
export const privateCanary = (player: string, place: string): string => canary(`${player}${place}`);

/** The canary pack in which each player's persona alone knows of a fact, a thread, a mission, a clock and a deadline. */
export const writePrivateCanaryPack =
  (pipeline: 'full' | 'duet', players: Readonly<Record<string, string>>) =>
  (folder: string): void => {
    writeCanaryPack(pipeline)(folder);
    const path = join(folder, 'lantern_quay', 'entry_points', 'the_second_ledger.yaml');
    const records = (kind: string, line: (player: string) => string) => {
      const text = readFileSync(path, 'utf8');
      const own = Object.entries(players).map(
        ([player, persona]) => `  - { ${line(player)}, visibility: hidden, known_to: [${persona}] }\n`,
      );
      const key = new RegExp(`^${kind}:.*\\n`, 'm');
      if (!key.test(text)) throw new Error(`the entry point has no ${kind}`);
      writeFileSync(
        path,
        text.replace(key, (head) => `${head}${own.join('')}`),
      );
    };
    records(
      'facts',
      (player) =>
        `id: ${player}s, subject: ${players[player]}, predicate: hides, object: ${privateCanary(player, 'fact')}`,
    );
    records(
      'threads',
      (player) => `id: ${player}_thread, title: ${privateCanary(player, 'thread')}, stakes: Much.`,
    );
    records(
      'missions',
      (player) => `id: ${player}_mission, title: ${privateCanary(player, 'mission')}, objective: Do it.`,
    );
    records('clocks', (player) => `id: ${player}_clock, name: ${privateCanary(player, 'clock')}, max: 4`);
    records(
      'deadlines',
      (player) =>
        `id: ${player}_deadline, description: ${privateCanary(player, 'deadline')}, due_in: 3 days, consequences: None.`,
    );
  };
