import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { ReadingDraft } from '../plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable } from '../scripted-turns.ts';
import type { Texts } from './pack-variants.ts';

/** What an evening shows after each turn: to models in prompts, and to the game master in the committed world. */
export type Evening = {
  readonly prompts: readonly string[];
  readonly worlds: readonly string[];
  /** True when it was stopped because a turn differed from the evening it was compared with. */
  readonly differs: boolean;
};

/** Opens an engine with variants of the guide's pack beside each other, each under an id of its own. */
export async function openVariants(variants: ReadonlyMap<string, Texts>, promptTokens?: number) {
  const [first = ''] = variants.keys();
  const write = (folder: string) => {
    for (const [id, texts] of variants) {
      for (const [path, text] of texts) {
        const file = join(folder, id, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, path === 'pack.yaml' ? text.replace('id: lantern_quay', `id: ${id}`) : text);
      }
    }
  };
  const table = await openScriptedTable(
    `${first}:the_second_ledger`,
    write,
    undefined,
    undefined,
    promptTokens,
  );
  return {
    play: (id: string, other?: Evening) => playEvening(table, id, other ?? null),
    close: () => table.engine.close(),
  };
}

/** Meets the triggers whose conditions have one of the words. */
function meet({ triggers, playerText }: ReadInput, words: RegExp) {
  return triggers
    .flatMap(({ id, when }) => (words.test(when) ? [{ id, quote: playerText }] : []))
    .slice(0, 2);
}

const LORE = [
  'rope debts',
  'the bell',
  'the Adeline',
  'the Guild',
  'diving dress',
  'forms of address',
  'ropewalk',
];

type Turn = readonly [text: string, reading: (input: ReadInput) => ReadingDraft];

/** Turns that touch as much of the pack as they can. */
const TURNS: readonly Turn[] = [
  [
    // Keys bring their text before a search finds it.
    'look at the ink on her hands and offer Tomas a berth',
    (input) => ({
      call_type: 'persuasion',
      addressed: input.present.map((one) => one.id),
      actions: [{ kind: 'talk', does: 'ask', target: input.present[0]?.id ?? '' }],
      triggers: meet(input, /ink|hands/),
      needs: {
        characters: { keywords: ['ferryman'], categories: ['harbour_folk'] },
        laws: { keywords: ['weigh', 'catch'] },
        events: { keywords: ['adeline', 'bell'] },
      },
    }),
  ],
  [
    'search the barrels and ask for the brass key',
    (input) => ({
      actions: [{ kind: 'search', does: 'search', check: input.checks[0]?.id ?? '', risk: ['dangerous'] }],
      triggers: meet(input, /barrel|brass key/),
      needs: { lore: LORE },
    }),
  ],
  [
    'hold steady',
    (input) => ({
      actions: [{ kind: 'other', does: 'hold steady', check: input.checks[0]?.id ?? '', difficulty: 'easy' }],
    }),
  ],
  [
    'warm my hands, read the policies, look at the key',
    (input) => ({ triggers: meet(input, /warm|policies|key/), actions: [{ kind: 'look' }] }),
  ],
  [
    'go to the mole',
    ({ exits: [exit] }) => ({
      moves_to: exit?.to ?? '',
      actions: [{ kind: 'move', target: exit?.to ?? '' }],
    }),
  ],
  ['wait a day', () => ({ actions: [{ kind: 'wait', does: 'wait', minutes: 1440 }] })],
  [
    'ask Tomas about that night',
    (input) => ({ addressed: input.present.map((one) => one.id), triggers: meet(input, /night|ferry/) }),
  ],
  ['wait three days', () => ({ actions: [{ kind: 'wait', does: 'wait', minutes: 3 * 1440 }] })],
  [
    'offer Tomas a berth',
    (input) => ({ addressed: input.present.map((one) => one.id), triggers: meet(input, /berth/) }),
  ],
];

/** Plays the turns until the story ends, or until one differs from the other evening. */
async function playEvening(table: ScriptedTable, id: string, other: Evening | null): Promise<Evening> {
  const clean = (text: string) => text.replaceAll(id, 'lantern_quay');
  const prompts: string[] = [];
  const worlds: string[] = [];
  let from = table.engine.asked.length;
  /** Notes what the turns since the last time have shown; true when it is not what the other evening showed. */
  const differs = async (): Promise<boolean> => {
    const asked = table.engine.asked.slice(from);
    from = table.engine.asked.length;
    // Steps that run side by side may ask in any order.
    const texts = asked.map(({ step, system, messages }) => JSON.stringify({ step, system, messages }));
    prompts.push(clean(texts.toSorted().join('\n')));
    worlds.push(clean(JSON.stringify(await table.world())));
    const at = prompts.length - 1;
    return other !== null && (other.prompts[at] !== prompts[at] || other.worlds[at] !== worlds[at]);
  };
  await table.restart(`${id}:the_second_ledger`);
  if (await differs()) return { prompts, worlds, differs: true };
  for (const [text, reading] of TURNS) {
    if ((await table.world()).ending !== undefined) break;
    await table.say(text, { reading });
    if (await differs()) return { prompts, worlds, differs: true };
  }
  if ((await table.world()).ending === undefined) {
    await table.play(createStoryInput('What now?', { mode: 'THINK' }));
  }
  await table.engine.tidied();
  return { prompts, worlds, differs: await differs() };
}
