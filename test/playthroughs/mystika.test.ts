import { afterEach, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { applyOperations } from '../support/apply-operations.ts';
import { openEngine } from '../support/engine.ts';
import { readSharedWords } from '../support/plain/shared-readings.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';
import { beginAt, cameTo } from '../support/story.ts';
import { type PlayedTurn, playTurn } from '../support/story-turn.ts';

const MINUTES = 60_000;
const STROKE = 'I attack Jossamy with my longsword';
type Engine = Awaited<ReturnType<typeof openEngine>>;
const engines: Engine[] = [];

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function tableFor(): Promise<{ readonly engine: Engine; readonly sessionId: string }> {
  const provider = createPlainProvider({
    read: ({ input }) => {
      const given = ReadInput.parse(input);
      return given.playerText.startsWith(STROKE)
        ? readSharedWords({ ...given, playerText: STROKE })
        : undefined;
    },
  });
  const engine = await openEngine({ writePacks: copyShippedPacks, provider });
  engines.push(engine);
  return { engine, sessionId: await beginAt(engine.url, 'The Quiet Road') };
}

async function hesperAt({ engine, sessionId }: Awaited<ReturnType<typeof tableFor>>) {
  const { snapshot } = await cameTo(engine.store, sessionId);
  const [personaId] = snapshot.personas;
  const hesper = personaId === undefined ? undefined : snapshot.entities[personaId];
  return Srd5eStatBlock.parse(hesper?.kind === 'character' ? hesper.stats : null);
}

/** Hesper fights on Penny Bridge until she falls, lies between life and death, wakes, and sleeps in the toll-hut. */
async function playStory(table: Awaited<ReturnType<typeof tableFor>>) {
  const { engine, sessionId } = table;
  const turns: PlayedTurn[] = [];
  const say = async (text: string): Promise<PlayedTurn> => {
    const { turn, message } = await playTurn(engine.url, sessionId, `turn ${turns.length}`, {
      action: { text },
    });
    if (turn === undefined) throw new Error(message);
    turns.push(turn);
    return turn;
  };
  // The companions wait under the first trees: one persona against three, and with these dice she falls and lives.
  const companions = ['imre_candlewright', 'zephine_aldoury', 'tuva_marl'];
  await applyOperations(
    engine.url,
    sessionId,
    companions.map((name) => ({ leaveScene: { characterId: `npc_${name}_001` } })),
  );
  for (let round = 0; round < 12; round += 1) {
    await say(`${STROKE}, stroke ${round}.`);
    if ((await hesperAt(table)).status !== 'conscious') break;
  }
  const fallen = await hesperAt(table);
  const fought = turns.length;
  for (let breath = 0; breath < 8 && (await hesperAt(table)).status === 'unconscious'; breath += 1) {
    await say('I try to get up.');
  }
  const saved = turns.length;
  if ((await hesperAt(table)).status === 'stable') await say('I lie still.');
  const woken = await hesperAt(table);
  // The game master rules that the toll-hut will do for a night.
  await applyOperations(engine.url, sessionId, [{ set: { path: 'rest', value: 'safe' } }]);
  await say('I take a long rest.');
  return { turns, fallen, woken, fight: turns.slice(0, fought), breaths: turns.slice(fought, saved) };
}

it(
  'fights on Penny Bridge to death saves, wakes, rests, and comes to the same when played again',
  async () => {
    const table = await tableFor();
    const { turns, fallen, woken, fight, breaths } = await playStory(table);

    expect(turns.every(({ status }) => status === 'COMMITTED')).toBe(true);
    const lines = fight.flatMap(({ rolls }) => rolls.map(({ line }) => line));
    // Hesper, Jossamy, the reaper, who means to kill and fights beside him, and the drover, who comes from behind.
    expect(lines.filter((line) => line.startsWith('Initiative'))).toHaveLength(4);
    expect(lines.some((line) => /^Longsword attack roll: 1d20\+5 = .* vs AC 8 /.test(line))).toBe(true);
    expect(lines.some((line) => /^Toll-bar .* attack roll: 1d20\+6 = .* vs AC 19 /.test(line))).toBe(true);
    expect(lines.some((line) => /^Toll-bar .* damage: .* bludgeoning/.test(line))).toBe(true);
    expect(fight[0]?.scene?.combat).not.toBeNull();
    expect(fight.at(-1)?.scene?.combat).toBeNull();

    expect(fallen).toMatchObject({ status: 'unconscious', hit_points: { current: 0 } });
    expect(breaths.length).toBeGreaterThanOrEqual(1);
    for (const { rolls } of breaths) {
      expect(rolls).toHaveLength(1);
      expect(rolls[0]?.line).toMatch(/^Death saving throw: 1d20 = \d+ vs DC 10 \((Success|Failure)\)$/);
    }
    expect(woken).toMatchObject({ status: 'conscious', hit_points: { current: 1 } });

    const rested = await hesperAt(table);
    expect(rested).toMatchObject({ status: 'conscious', hit_points: { current: 28, max: 28 } });
    expect(rested.last_long_rest).not.toBeNull();
    const told = await cameTo(table.engine.store, table.sessionId);
    expect(told.snapshot.rulesetState).toMatchObject({ rest: 'safe' });
    expect(told.snapshot.combat).toBeNull();
    expect(told.rolls).toHaveLength(turns.flatMap(({ rolls }) => rolls).length);

    const again = await tableFor();
    await playStory(again);
    expect(await cameTo(again.engine.store, again.sessionId)).toEqual(told);
  },
  10 * MINUTES,
);
