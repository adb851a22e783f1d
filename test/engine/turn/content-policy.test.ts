import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { PolicyDecision, PolicyQuestion } from '#engine/turn/content-policy.ts';
import { createHttpContentPolicy } from '../../../src/server/services/content-policy.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
const pass: PolicyDecision = { decision: 'pass' };
let decide: (question: PolicyQuestion) => PolicyDecision = () => pass;
const seen: PolicyQuestion[] = [];
beforeAll(async () => {
  engine = await openEngine({
    contentPolicy: async (question) => {
      seen.push(question);
      return decide(question);
    },
  });
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
});
afterAll(() => engine.close());

const narrationOf = async (sceneId: string | null) =>
  (await engine.store.scenes.find(sceneId ?? ''))?.narration;
const proseOf = async (turnId: string) =>
  (await engine.store.events.after(sessionId, 0, 500))
    .filter((row) => row.turnId === turnId && row.type.startsWith('narration'))
    .map(({ payload }) => String(Object(payload).text))
    .join('');

it('shows a policy the whole prose before a player sees any of it', async () => {
  const turn = await played(engine, sessionId, 'pass', createStoryInput('I listen to the room.'));
  const prose = seen.findLast(({ kind }) => kind === 'narration');
  expect(prose).toMatchObject({ sessionId, turnId: turn.id });
  expect(await narrationOf(turn.sceneId)).toBe(prose?.text);
});

it('lets it replace a text, so that the first one is never shown', async () => {
  decide = () => ({ decision: 'replace', text: 'The evening goes on.' });
  const turn = await played(engine, sessionId, 'replace', createStoryInput('I listen to the room.'));
  expect(await narrationOf(turn.sceneId)).toBe('The evening goes on.');
  expect(await proseOf(turn.id)).toBe('The evening goes on.');
});

it('lets it refuse, and keeps nothing of the turn', async () => {
  decide = () => ({ decision: 'refuse', reason: 'Too grim.' });
  const turn = await played(engine, sessionId, 'refuse', createStoryInput('I listen to the room.'));
  expect(turn).toMatchObject({ status: 'failed', failure: { code: 'CONTENT_REFUSED' } });
  expect(turn.failure?.message).toContain('Too grim.');
  expect(await proseOf(turn.id)).toBe('');
});

it('shows it answers and thoughts as well', async () => {
  decide = ({ kind }) => ({ decision: 'replace', text: `A ${kind}.` });
  const asked = await played(engine, sessionId, 'dm', createStoryInput('How late is it?', { mode: 'DM' }));
  const thought = await played(engine, sessionId, 'think', createStoryInput('Hm.', { mode: 'THINK' }));
  expect(asked.answer).toEqual({ text: 'A answer.' });
  expect(await narrationOf(thought.sceneId)).toBe('A thought.');
});

it('shows it every choice, and offers none that it refuses', async () => {
  decide = ({ kind, text }) =>
    kind === 'choice' && text.startsWith('Wait') ? { decision: 'refuse', reason: '' } : pass;
  const turn = await played(engine, sessionId, 'choices', createStoryInput('I listen to the room.'));
  const { choices } = (await engine.snapshots.of(turn.sceneId ?? '')).planning;

  expect(seen.filter((one) => one.kind === 'choice' && one.turnId === turn.id).length).toBeGreaterThan(1);
  expect(choices.length).toBeGreaterThan(1);
  expect(choices.map(({ text }) => text).filter((text) => text.startsWith('Wait'))).toEqual([]);
});

it('shows it another telling before it is kept', async () => {
  decide = () => pass;
  const turn = await played(engine, sessionId, 'retold', createStoryInput('I listen to the room.'));
  decide = () => ({ decision: 'replace', text: 'The evening goes on.' });
  expect(await engine.tellings.regenerate(turn.id)).toMatchObject({ narration: 'The evening goes on.' });
  decide = () => ({ decision: 'refuse', reason: 'No.' });
  expect(await engine.tellings.regenerate(turn.id)).toMatchObject({ rejected: 'content-refused' });
  expect(await narrationOf(turn.sceneId)).toBe('The evening goes on.');
});

it('shows it recaps, and keeps none that it refuses', async () => {
  decide = ({ kind }) => (kind === 'recap' ? { decision: 'refuse', reason: '' } : pass);
  await engine.sittings.endSession(sessionId);
  await engine.tidy();
  const lineage = await engine.store.sessions.lineageOf(sessionId);

  expect(seen.filter(({ kind }) => kind === 'recap').map(({ turnId }) => turnId)).toContain(null);
  expect(await engine.store.summaries.latest(lineage, 'recap', null)).toBeNull();
});

it('fails a turn for a time when it cannot be asked', async () => {
  const other = await sitDownAt(engine, LANTERN_QUAY);
  decide = () => {
    throw new Error('connect ECONNREFUSED');
  };
  const turn = await played(engine, other, 'unreachable', createStoryInput('I listen to the room.'));
  expect(turn).toMatchObject({
    status: 'failed',
    failure: { code: 'CONTENT_POLICY_FAILED', retryable: true },
  });
});

it('is asked over HTTP where an operator names an address', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ decision: 'refuse', reason: 'No.' })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const policy = createHttpContentPolicy(`http://127.0.0.1:${Object(server.address()).port}/`);
  const question = { kind: 'narration', text: 'Rain.', sessionId: 's', turnId: 't' } as const;

  expect(await policy(question, new AbortController().signal)).toEqual({ decision: 'refuse', reason: 'No.' });
  server.close();
});
