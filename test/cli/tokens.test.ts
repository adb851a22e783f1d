import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTokens } from '#cli/tokens.ts';
import { hashOpaqueToken } from '#engine/store/api-tokens.ts';
import { openSqliteStore, openSqliteTokenService } from '#engine/store/open-store.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { NOON, someCampaign } from '../support/campaigns.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function run(...words: string[]) {
  let [out, wrong] = ['', ''];
  const code = await runTokens(words, {
    print: (text) => {
      out += text;
    },
    printError: (text) => {
      wrong += text;
    },
    open: () => openSqliteTokenService(folder.path),
    clock: () => NOON,
    newId: createTimeOrderedIds(() => NOON),
    randomBytes,
  });
  return {
    code,
    out,
    wrong,
    token: /^swt_\S+$/m.exec(out)?.[0] ?? null,
    id: /Token (\S+)/.exec(out)?.[1] ?? '',
  };
}

it('makes a token, shows it once and keeps its hash alone', async () => {
  const { code, token } = await run('create', '--viewer', 'ada', '--name', 'Ada', '--roles', 'player, gm');
  const listed = await run('list');

  expect(code).toBe(0);
  expect(token).toMatch(/^swt_[\w-]{43}$/);
  expect(listed.out).toContain('ada (Ada)  player,gm  all their campaigns  good until 2027-02-14');
  expect(listed.out).not.toContain(String(token));
  const desk = await openSqliteTokenService(folder.path);
  expect(await desk.tokens.findByHash(hashOpaqueToken(String(token)))).toMatchObject({ viewerId: 'ada' });
  await desk.close();
});

it('revokes a token once and says so', async () => {
  const { id } = await run('create', '--viewer', 'ada', '--roles', 'author', '--days', '1');

  expect(await run('revoke', id)).toMatchObject({ code: 0, out: `Token ${id} is revoked.\n` });
  expect(await run('revoke', id)).toMatchObject({
    code: 1,
    wrong: expect.stringContaining('not revoked already'),
  });
  expect((await run('list')).out).toContain('revoked 2026-11-16');
});

it('works while a server holds the data folder, and the server sees what was done', async () => {
  const store = await openSqliteStore(folder.path);
  const { campaignId } = await someCampaign(store);
  const globalId = Buffer.from(`Campaign:${campaignId}`).toString('base64');
  const { token, id } = await run('create', '--viewer', 'ada', '--roles', 'player', '--campaign', globalId);

  expect(await store.tokens.findByHash(hashOpaqueToken(String(token)))).toMatchObject({
    campaignIds: [campaignId],
  });
  await run('revoke', id);
  expect(await store.tokens.findMany([id])).toMatchObject([{ revokedAt: NOON }]);
  await store.close();
});

it.each([
  ['no viewer', ['create', '--roles', 'gm'], 2, 'say for whom: --viewer ada'],
  [
    'a viewer with white space',
    ['create', '--viewer', 'a b', '--roles', 'gm'],
    2,
    '--viewer: an id has 1 to 128',
  ],
  ['no roles', ['create', '--viewer', 'ada'], 2, 'say what they may do: --roles player,gm,author,admin'],
  [
    'a role there is not',
    ['create', '--viewer', 'ada', '--roles', 'king'],
    2,
    '--roles: there are only player',
  ],
  ['no days', ['create', '--viewer', 'ada', '--roles', 'gm', '--days', '0'], 2, '--days: is below 1'],
  [
    'too many days',
    ['create', '--viewer', 'ada', '--roles', 'gm', '--days', '999'],
    2,
    '--days: is above 366',
  ],
  [
    'a campaign there is not',
    ['create', '--viewer', 'a', '--roles', 'gm', '--campaign', 'x'],
    1,
    'no campaign x',
  ],
  ['an option there is not', ['create', '--king'], 2, '--king'],
  ['no token to revoke', ['revoke'], 2, 'Say which token'],
  ['a command there is not', ['crown'], 2, 'There is no command crown.'],
])('refuses %s with a sentence', async (_case, words, code, sentence) => {
  expect(await run(...words)).toMatchObject({ code, wrong: expect.stringContaining(sentence), token: null });
});
