import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { LANTERN_QUAY, openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin, takeTurn } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

it('lists the catalogue with prices that are dated, free or unknown, never zero', async () => {
  type Listed = {
    key: string;
    isUsable: boolean;
    priceKind: string;
    prices: { input: number; date: string } | null;
  };
  const { models } = await ask<{ models: Listed[] }>(
    engine.url,
    '{ models { key isUsable priceKind isOffline defaultFor prices { input output date } } }',
  );
  const by = (key: string) => models.find((model) => model.key === key);

  expect(by('offline')).toMatchObject({
    isUsable: true,
    isOffline: true,
    priceKind: 'FREE',
    prices: null,
    defaultFor: ['LARGE'],
  });
  expect(by('claude-haiku')).toMatchObject({
    isUsable: false,
    priceKind: 'LISTED',
    prices: { date: expect.stringMatching(/^\d{4}-/) },
  });
  expect(models.every(({ priceKind, prices }) => (priceKind === 'LISTED') === (prices !== null))).toBe(true);
});

const SET = `mutation ($id: ID!, $large: String!) { setSessionModels(input: { sessionId: $id, largeModel: $large }) {
  __typename ... on SessionPayload { session { smallModel largeModel } } ... on Failure { message } } }`;

it('sets a session’s models, and refuses one that cannot be used by naming those that can', async () => {
  const id = await begin(engine.url);

  expect(await ask(engine.url, SET, { id, large: 'offline' })).toMatchObject({
    setSessionModels: { session: { largeModel: 'offline' } },
  });
  expect(await ask(engine.url, SET, { id, large: 'claude-sonnet' })).toMatchObject({
    setSessionModels: {
      __typename: 'InvalidInput',
      message: expect.stringMatching(
        /^The model claude-sonnet needs ANTHROPIC_API_KEY.*Usable here: .*offline/,
      ),
    },
  });
});

it('starts a campaign with the models that are named, and refuses one that cannot be used', async () => {
  const listed = loadCatalogue();
  const offline = listed.get('offline');
  if (offline === undefined) throw new Error('the catalogue has no offline storyteller');
  const catalogue = new Map([...listed, ['second', offline], ['third', offline]]);
  const wired = { catalogue, credential: () => null, small: 'offline', large: 'offline' };
  const server = await openEngine({ wired });
  const START = `mutation ($id: ID!, $small: String, $large: String) {
    startCampaign(input: { entryPointId: $id, smallModel: $small, largeModel: $large }) {
      __typename ... on StartCampaignPayload { session { smallModel largeModel } } ... on Failure { message path } } }`;
  const start = (wish: object) => ask(server.url, START, { id: LANTERN_QUAY, ...wish });
  const [usual, chosen, narrated, refused] = [
    await start({}),
    await start({ small: 'second', large: 'third' }),
    await start({ large: 'third' }),
    await start({ large: 'claude-sonnet' }),
  ];
  await server.close();

  const playedBy = (smallModel: string, largeModel: string) => ({
    startCampaign: { __typename: 'StartCampaignPayload', session: { smallModel, largeModel } },
  });
  expect(usual).toEqual(playedBy('offline', 'offline'));
  expect(chosen).toEqual(playedBy('second', 'third'));
  expect(narrated).toEqual(playedBy('offline', 'third'));
  expect(refused).toEqual({
    startCampaign: {
      __typename: 'InvalidInput',
      path: ['input', 'largeModel'],
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    },
  });
});

it('previews the narrator’s prompt without asking a model or saving anything', async () => {
  const id = await begin(engine.url);
  const asked = engine.asked.length;
  type Preview = {
    promptPreview: {
      blocks: { role: string; text: string; isCacheBreakpoint: boolean }[];
      audit: { order: string[]; tokens: number; budget: number };
    };
  };
  const { promptPreview } = await ask<Preview>(
    engine.url,
    `query ($id: ID!) { promptPreview(sessionId: $id, text: "I ask Marit for a key.") {
      ... on PromptAssembly { blocks { role text isCacheBreakpoint } audit { order tokens budget decisions { type } summary } inputTokens maxOutputTokens leastCostUsd mostCostUsd tokenError } } }`,
    { id },
  );

  expect(promptPreview.audit.order.slice(0, 4)).toEqual(['core', 'ruleset', 'world', 'entry']);
  expect(promptPreview.audit.tokens).toBeLessThanOrEqual(promptPreview.audit.budget);
  expect(promptPreview.blocks.at(-1)).toMatchObject({
    role: 'user',
    text: expect.stringContaining('I ask Marit for a key.'),
  });
  expect(promptPreview.blocks.filter(({ isCacheBreakpoint }) => isCacheBreakpoint).length).toBeGreaterThan(1);
  expect(engine.asked.length).toBe(asked);
});

it('shows the prompt the next turn sends, up to what only its own steps can add', async () => {
  const id = await begin(engine.url);
  type Preview = { promptPreview: { blocks: { text: string }[] } };
  const query =
    'query ($id: ID!) { promptPreview(sessionId: $id, text: "I wait.") { ... on PromptAssembly { blocks { text } } } }';
  const { promptPreview } = await ask<Preview>(engine.url, query, { id });
  await takeTurn(engine.url, id, { text: 'I wait.' });
  const sent = engine.asked.findLast(({ step }) => step === 'narrate');
  const shown = promptPreview.blocks.map(({ text }) => text);
  const told = [...(sent?.system ?? []), ...(sent?.messages ?? [])].map(({ text }) => text);
  // A message of which only the beginning is cached is shown as two blocks.
  const join = (texts: readonly string[]) => texts.join('\n\n').replace(/\n{2,}/g, '\n\n');

  // What is planned and what others do is known only once models were asked; it stands in the last message.
  expect(join(told.slice(0, -1))).toBe(join(shown.slice(0, -1)));
  expect(told.at(-1)).toContain('I wait.');
  expect(shown.at(-1)).toContain('I wait.');
});

const PIN = `mutation ($id: ID!, $prompt: ID!, $version: Int) { pinPromptVersion(input: { campaignId: $id, promptId: $prompt, version: $version }) {
  __typename ... on CampaignPayload { campaign { promptPins { promptId version } } } ... on Failure { message } } }`;

it('holds a campaign to a prompt version, lets go of it, and refuses one nobody wrote', async () => {
  await begin(engine.url);
  const { campaigns } = await ask<{ campaigns: { nodes: { id: string }[] } }>(
    engine.url,
    '{ campaigns(first: 1) { nodes { id } } }',
  );
  const id = campaigns.nodes[0]?.id;
  const pin = (prompt: string, version: number | null) => ask(engine.url, PIN, { id, prompt, version });

  expect(await pin('narrate', 3)).toMatchObject({
    pinPromptVersion: { campaign: { promptPins: [{ promptId: 'narrate', version: 3 }] } },
  });
  expect(await pin('narrate', null)).toMatchObject({ pinPromptVersion: { campaign: { promptPins: [] } } });
  expect(await pin('narrate', 99)).toMatchObject({
    pinPromptVersion: { message: 'Narrate has no version 99; there are 3, 4, 5, 6.' },
  });
  expect(await pin('rhyme', 1)).toMatchObject({
    pinPromptVersion: {
      message: expect.stringMatching(/^There is no prompt rhyme; there are .*narrate/),
    },
  });
});

it('lists prompts with their text and hash', async () => {
  const { prompts } = await ask<{ prompts: { promptId: string; hash: string; full: string }[] }>(
    engine.url,
    '{ prompts(promptId: "narrate") { promptId version hash about full essentials variables } }',
  );

  expect(prompts[0]).toMatchObject({
    promptId: 'narrate',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    full: expect.stringContaining('{{input}}'),
  });
});

it('adds up what a turn, a session and a campaign asked of models', async () => {
  const id = await begin(engine.url);
  await takeTurn(engine.url, id);
  const figures = '{ calls costUsd unpricedCalls cacheReadShare lines { step modelKey calls } }';
  type Used = { session: { usage: object; turns: { nodes: { usage: object }[] } } };
  const { session } = await ask<Used>(
    engine.url,
    `query ($id: ID!) { session(id: $id) { usage ${figures} turns(last: 1) { nodes { usage ${figures} } } } }`,
    { id },
  );

  expect(session.usage).toMatchObject({
    costUsd: 0,
    unpricedCalls: 0,
    lines: expect.arrayContaining([{ step: 'narrate', modelKey: 'offline', calls: 2 }]),
  });
  expect(session.turns.nodes[0]?.usage).toMatchObject({
    lines: expect.arrayContaining([{ step: 'narrate', modelKey: 'offline', calls: 1 }]),
  });
});
