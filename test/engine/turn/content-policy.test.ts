import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { PolicyDecision, PolicyQuestion } from '#engine/turn/content-policy.ts';
import { createHttpContentPolicy } from '../../../src/server/services/content-policy.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let decide: (question: PolicyQuestion) => PolicyDecision = () => ({ decision: 'pass' });
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
  expect(seen.at(-1)).toMatchObject({ kind: 'narration', sessionId, turnId: turn.id });
  expect(await narrationOf(turn.sceneId)).toBe(seen.at(-1)?.text);
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
