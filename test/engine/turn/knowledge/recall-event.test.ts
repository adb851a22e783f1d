import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { openEngine } from '../../../support/engine.ts';
import { beginAtQuay } from '../../../support/quay.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../../../support/step-script.ts';
import { played } from '../../../support/waiting-table.ts';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let actions = 0;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
  sessionId = await beginAtQuay(engine);
});
afterAll(() => engine.close());

async function take(input: TurnInput): Promise<void> {
  actions += 1;
  const turn = await played(engine, sessionId, `a${actions}`, input);
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
}
const byHand = (...proposals: readonly object[]) =>
  take({ kind: 'operations', asker: 'god', proposals } as TurnInput);
const tell = (words: string, prose: string, outcome: object = {}) => {
  script.set('narrate', inTurn(telling(prose, outcome)));
  return take(createStoryInput(words));
};
const lastEvent = async () =>
  (await engine.store.chronicle.last(await engine.store.sessions.lineageOf(sessionId), 1))[0];

/** The passage the narrator is given when the Reading asks to recall an event. */
async function recalledFor(eventId: string): Promise<string | undefined> {
  script.set('read', () => ({ say: JSON.stringify({ needs: { recall: [eventId] } }) }));
  await tell('I try to remember what happened.', 'Rain falls on the quay.');
  script.delete('read');
  const scene = (await engine.store.sessions.find(sessionId))?.currentSceneId ?? '';
  const lore = (await engine.store.scenes.sceneLore([scene])).get(scene);
  const pulls: readonly { readonly id: string; readonly text: string }[] = Object(lore).visible.pulls;
  return pulls.find(({ id }) => id === `${eventId}:told`)?.text;
}

it('recalls the exchange an event came of with what the player said, and nothing else', async () => {
  const event = { type: 'npc_action', summary: 'The lamp went out.', characters: [] };
  await tell('I wait by the lamp.', 'The lamp burns low.');
  await tell('I blow on the lamp.', 'The lamp goes out.', { events: [event] });
  const { id = '' } = Object(await lastEvent());
  expect(await recalledFor(id)).toBe('> I blow on the lamp.\nThe lamp goes out.');
}, 60_000);

it('recalls the last three exchanges of its day for an event that nobody told, and none of the days around it', async () => {
  await byHand({ op: 'advance_time', days: 1 });
  for (const at of [1, 2]) await tell(`I count ${at}.`, `The bell rings ${at}.`);
  await byHand({
    op: 'log_event',
    visibility: 'public',
    type: 'npc_action',
    summary: 'A boat came in.',
    characterIds: [],
  });
  const { id = '' } = Object(await lastEvent());
  for (const at of [3, 4]) await tell(`I count ${at}.`, `The bell rings ${at}.`);
  await byHand({ op: 'advance_time', days: 1 });
  await tell('I sleep late.', 'The quay is empty.');
  const spoken = [2, 3, 4].map((at) => `> I count ${at}.\nThe bell rings ${at}.`);
  expect(await recalledFor(id)).toBe(spoken.join('\n\n'));
}, 60_000);

it('looks up an absent person the words refer to, by name and without a search', async () => {
  await byHand({
    op: 'introduce_entity',
    kind: 'character',
    name: 'Ilse Brandt',
    description: 'Keeps the ferry books.',
    role: 'ferry clerk',
    visibility: 'public',
    present: false,
  });
  script.set('read', () => ({ say: JSON.stringify({ kind: 'speak', refers_to: ['Ilse', 'Nobody Known'] }) }));
  await tell('I wonder aloud what Ilse would say.', 'The rain has no answer.');
  script.delete('read');
  const scene = (await engine.store.sessions.find(sessionId))?.currentSceneId ?? '';
  const lore = (await engine.store.scenes.sceneLore([scene])).get(scene);
  const pulls: readonly { readonly id: string; readonly text: string }[] = Object(lore).visible.pulls;
  expect(pulls.find(({ id }) => id === 'npc_ilse_brandt_001')?.text).toContain('ferry books');
}, 60_000);
