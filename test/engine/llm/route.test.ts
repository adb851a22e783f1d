import { expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { runRoute } from '#engine/llm/route.ts';
import { NO_SEARCH } from '#engine/llm/route-reply.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { type Line, scriptedProvider } from '../../support/wire/scripted-provider.ts';

const route = (line: Line | string, signal = new AbortController().signal) => {
  const { step: _step, ...question } = aRequest({ signal });
  return runRoute(question, scriptedProvider(line));
};

it('reads what to search for, and fills in the rest', async () => {
  const reply =
    '```json\n{"needs_search": true, "call_type": "persuasion", "character_search": {"ids": ["npc_luna_001"]}}\n```';
  expect(await route(reply)).toEqual({
    skipped: null,
    reply: {
      ...NO_SEARCH,
      needs_search: true,
      call_type: 'persuasion',
      character_search: { keywords: [], ids: ['npc_luna_001'], categories: [], locations: [], status: [] },
    },
  });
});

it('takes a plain no for a no', async () => {
  expect(await route('{"needs_search": false}')).toEqual({ reply: NO_SEARCH, skipped: null });
});

it.each([
  ['words', 'You should look at the treasurer.'],
  ['broken JSON', '{"needs_search": tru'],
  ['the wrong form', '{"needs_search": "maybe"}'],
  ['silence', ''],
])('searches for nothing when the router answers with %s', async (_what, reply) => {
  const routed = await route(reply);
  expect(routed.reply).toEqual(NO_SEARCH);
  expect(routed.skipped).not.toBeNull();
});

it.each([
  ['fails', { fails: new ProviderError('gone', { retryable: true }) }],
  ['declines', { pieces: ['No.'], reason: 'refused' as const }],
])('goes on without new knowledge when the router %s', async (_what, line) => {
  expect(await route(line)).toMatchObject({ reply: NO_SEARCH });
});

it('stops when the turn is cancelled', async () => {
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(route('{}', signal)).rejects.toThrow('cancelled');
});
