import { afterAll, beforeAll, expect, it } from 'vitest';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { writeTwoPersonas } from '../../../support/accounts.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { played } from '../../../support/waiting-table.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
afterAll(() => table.engine.close());

const MARIT = 'pc_marit_001';
const MOLE = 'loc_mole_001';
const WAR = 'War is declared in the capital.';

it('takes a story up again with lore of the session before and the events that moved the world, once', async () => {
  const { engine } = table;
  await table.say('I wait for news.', {
    prose: 'A boy runs down the stairs, shouting. War is declared in the capital.',
    record: { events: [{ type: 'arrival', summary: WAR, scope: 'world_affecting', sentence: 2 }] },
  });
  await table.say('I look around.', {
    record: { events: [{ type: 'arrival', summary: 'A cat comes in.' }] },
  });
  const before = await engine.store.sessions.find(table.sessionId());
  await engine.sittings.endSession(table.sessionId());
  await engine.tidy();
  const started = await engine.sittings.startSession(before?.campaignId ?? '');
  if (isRejection(started)) throw new Error(started.reason);
  const sessionId = started.session.id;

  const told = async (words: string) => {
    const from = engine.asked.length;
    const turn = await played(engine, sessionId, words, createStoryInput(words));
    expect(turn).toMatchObject({ status: 'committed' });
    const input = engine.asked.slice(from).find(({ step }) => step === 'narrate')?.input;
    const events = await engine.store.events.after(sessionId, 0, 1000);
    const resets = events.filter(({ type, turnId }) => type === 'context-reset' && turnId === turn.id);
    return {
      input: NarrateInput.parse(input),
      lore: await engine.snapshots.loreOf(turn.sceneId ?? ''),
      causes: resets.map(({ payload }) => Object(payload).cause),
    };
  };
  const first = await told('Where were we?');
  expect(first.input.fallsDue.join(' ')).toContain(WAR);
  expect(first.input.fallsDue.join(' ')).not.toContain('cat');
  expect(first.causes).toEqual(['session-start']);
  expect(first.lore?.visible.session?.length).toBeGreaterThan(0);
  const sessionIds = first.lore?.visible.session?.map(({ id }) => id) ?? [];
  expect(first.input.packet.lore.map(({ id }) => id)).toEqual(expect.arrayContaining(sessionIds));

  const second = await told('I listen.');
  expect(second.input.fallsDue.join(' ')).not.toContain(WAR);
  expect(second.causes).toEqual([]);
});

it.each([
  ['the table of no event that one player alone knows of', true, /lit the beacon/],
  ['a player nothing of what another did apart', false, /Zabulon|bribed/],
])('tells %s, when a story is taken up again', async (_what, meets, secret) => {
  const two = await openScriptedTable(LANTERN_QUAY, writeTwoPersonas, undefined, ['auditor', 'marit']);
  const { engine } = two;
  const go = { moves_to: MOLE, actions: [{ kind: 'move' as const, target: MOLE }] };
  const asMarit = (text: string) => ({ ...createStoryInput(text), personaId: MARIT });
  const ALONE = 'Zabulon lit the beacon for a war.';
  await two.say('I walk to the mole, alone.', {
    reading: { ...go, alone: true },
    prose: `The lamp burns. ${ALONE}`,
    record: {
      people: [{ name: 'Zabulon', description: 'A stranger.' }],
      summary: 'The lamp was bribed.',
      events: [
        { type: 'arrival', summary: ALONE, scope: 'world_affecting', characters: ['Zabulon'], sentence: 2 },
      ],
    },
  });
  await two.change({ op: 'leave_scene', characterId: 'npc_zabulon_001', toPlaceId: 'loc_ropewalk_001' });
  await two.play(asMarit('I go.'), meets ? { reading: go } : {});
  let sessionId = two.sessionId();
  const resume = async () => {
    const campaignId = (await engine.store.sessions.find(two.sessionId()))?.campaignId ?? '';
    await engine.sittings.endSession(sessionId);
    await engine.tidy();
    const started = await engine.sittings.startSession(campaignId);
    if (isRejection(started)) throw new Error(started.reason);
    sessionId = started.session.id;
    return async (input: ReturnType<typeof createStoryInput>, reading: object = {}) => {
      const from = engine.asked.length;
      two.script.set('read', () => ({ say: JSON.stringify(reading) }));
      const turn = await played(engine, started.session.id, JSON.stringify(input), input);
      expect(turn).toMatchObject({ status: 'committed' });
      const prompts = engine.asked.slice(from).filter(({ step }) => step === 'narrate' || step === 'record');
      return JSON.stringify(prompts.map(({ system, messages }) => [system, messages]));
    };
  };

  const asked = await resume();
  expect(await asked(meets ? createStoryInput('Where were we?') : asMarit('Where was I?'))).not.toMatch(
    secret,
  );
  await engine.close();
});
