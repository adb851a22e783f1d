import { afterAll, beforeAll, expect, it } from 'vitest';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { played } from '../../../support/waiting-table.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
afterAll(() => table.engine.close());

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
