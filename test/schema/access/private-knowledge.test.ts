import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { type Accounts, openAccounts, rawId } from '../../support/accounts.ts';
import { fillingsFor } from '../../support/campaign-fillings.ts';
import { canary, PRIVATE_PLACES, writePrivateCanaryPack } from '../../support/canary-pack.ts';
import { walkFilled } from '../../support/filled-walk.ts';
import { STRUCTURED_ANSWERS } from '../../support/plain/plain-answers.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { everyLeaf, type Fillings } from '../../support/schema-walk.ts';
import { AUDITOR, MARIT } from '../../support/table-of-two.ts';
import { played } from '../../support/waiting-table.ts';

const limits = {
  ...DEFAULT_LIMITS,
  aliases: 100_000,
  rootFields: 1_000,
  repeats: 100_000,
  tokens: 1_000_000,
  complexity: 1e9,
  bodyBytes: 8_000_000,
  querySeconds: 120,
};

/** What only the auditor (Ann) and only Marit (Bob) know, or wrote to the game master alone. */
const PLACES = [...PRIVATE_PLACES, 'asked', 'mused', 'alone'];
const ANNS = PLACES.map((place) => canary(`ann${place}`));
const BOBS = PLACES.map((place) => canary(`bob${place}`));

/** Prompts by the persona whose turn asked for them. */
const prompts = new Map<string, string[]>();
let acting = AUDITOR;

const CANARY = /zq(?:ann|bob)[a-z]+/g;
/** Words a model repeats as soon as it reads them, wherever it may write. */
const echo = (request: ModelRequest): string => {
  const text = JSON.stringify([request.system, request.messages, request.input]);
  prompts.set(acting, [...(prompts.get(acting) ?? []), text]);
  return [...new Set(text.match(CANARY) ?? [])].join(' ');
};
const plainly = (request: ModelRequest): object => ({ ...STRUCTURED_ANSWERS[request.step]?.(request) });
const choicesOf = (words: string) =>
  ['look_around', 'go_on', 'wait'].map((key) => ({
    key,
    text: `${key} ${words}`,
    description: words,
    risk: 'low' as const,
  }));

/** A model that keeps nothing to itself. */
const talkative: Provider = createPlainProvider({
  read: (request) => void echo(request),
  react: (request) => void echo(request),
  plan: (request) => void echo(request),
  narrate: (request) => {
    const words = echo(request);
    return { prose: `The rain goes on. ${words} The lamp smokes.`, choices: choicesOf(words) };
  },
  record: (request) => {
    const words = echo(request);
    return JSON.stringify({
      ...plainly(request),
      summary: `They talk. ${words}`,
      context: `It rains. ${words}`,
      events: [{ type: 'talk', summary: `Talk of the rain. ${words}`, characters: [acting] }],
      observations: [{ character_id: acting, content: `The rain. ${words}`, importance: 3 }],
    });
  },
  'mode-dm': (request) => `You know of ${echo(request)}.` as never,
  'mode-think': (request) => {
    const words = echo(request);
    return {
      thinking: `I weigh ${words}.`,
      analysis: { pros: [words], cons: [words], confidence: 'low' },
      choices: choicesOf(words),
    };
  },
});

describe.each(['full', 'duet'] as const)(
  'two players of the pipeline %s, each with private knowledge',
  (pipeline) => {
    let server: Accounts;
    let begun: Awaited<ReturnType<Accounts['begin']>>;
    let fillings: Fillings;
    const tokens = { owner: '', ann: '', bob: '' };
    let count = 0;

    const byHand = async (proposals: readonly object[]) => {
      count += 1;
      // Operations are JSON.
      const turn = await played(server, begun.session, `hand ${count}`, {
        kind: 'operations',
        asker: 'gm',
        proposals: JSON.parse(JSON.stringify(proposals)),
      });
      expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
    };
    const act = async (who: 'ann' | 'bob', text: string, mode?: 'DM' | 'THINK') => {
      acting = who === 'ann' ? AUDITOR : MARIT;
      const input = {
        sessionId: begun.sessionId,
        actionId: randomUUID(),
        action: { text },
        personaId: acting,
        mode,
      };
      const { text: answer } = await server.ask(
        tokens[who],
        'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename ... on TurnPayload { turn { id status answer scene { narration choices { text } planning { context } } } } ... on Failure { message } } }',
        { input },
      );
      expect(answer).toContain('TurnPayload');
      return answer;
    };
    beforeAll(async () => {
      prompts.clear();
      server = await openAccounts({
        writePacks: writePrivateCanaryPack(pipeline, { ann: 'auditor', bob: 'marit' }),
        provider: talkative,
        protection: { limits },
      });
      for (const [viewerId, role] of [
        ['owner', 'gm'],
        ['ann', 'player'],
        ['bob', 'player'],
      ] as const)
        tokens[viewerId] = (await server.makeToken(viewerId, [role])).token;
      begun = await server.begin(tokens.owner);
      await server.turns.finished(rawId(begun.turnId));
      for (const [viewerId, personaId] of [
        ['ann', AUDITOR],
        ['bob', MARIT],
      ] as const)
        await server.store.members.add({
          campaignId: begun.campaign,
          viewerId,
          name: viewerId,
          role: 'player',
          personaId,
          createdAt: new Date(),
        });
    }, 60_000);
    afterAll(() => server.close());

    it('answers a player from what only that player knows', async () => {
      const answers = [
        await act('ann', `What do I know of ${canary('annasked')}?`, 'DM'),
        await act('ann', `I think of ${canary('annmused')}.`, 'THINK'),
        await act('bob', `What do I know of ${canary('bobasked')}?`, 'DM'),
        await act('bob', `I think of ${canary('bobmused')}.`, 'THINK'),
      ];
      expect(answers[0]).toContain(canary('annfact'));
      expect(answers[1]).toContain(canary('annthread'));
      expect(answers[2]).toContain(canary('bobfact'));
      expect(answers[3]).toContain(canary('bobmused'));
    });

    it('leaves the choices of the other player where one has thought', async () => {
      const choices = async (who: 'ann' | 'bob') =>
        (
          await server.ask(
            tokens[who],
            `{ session(id: "${begun.sessionId}") { currentScene { narration choices { text } planning { context } } } }`,
          )
        ).text;
      expect(await choices('bob')).toContain(canary('bobmused'));
      expect(await choices('ann')).toContain(canary('annmused'));
      expect(await choices('ann')).not.toContain(canary('bobmused'));
    });

    it('tells the table from what both know', async () => {
      for (const who of ['ann', 'bob', 'ann'] as const)
        expect(await act(who, 'I listen to the room.')).not.toMatch(CANARY);
    });

    it('plays a turn of a persona elsewhere for its own player alone', async () => {
      await byHand([{ op: 'introduce_entity', kind: 'location', name: 'The far cellar' }]);
      const session = await server.store.sessions.find(begun.session);
      const world = await server.snapshots.of(session?.currentSceneId ?? '');
      const cellar = Object.values(world.entities).find(({ name }) => name === 'The far cellar')?.id;
      await byHand([{ op: 'leave_scene', characterId: MARIT, toPlaceId: cellar }]);
      expect(await act('bob', `I whisper ${canary('bobalone')} to the wall.`)).toContain(canary('bobalone'));
      expect(await act('ann', `I whisper ${canary('annalone')} to the rain.`)).toContain(canary('annalone'));
      fillings = await fillingsFor(server, tokens.owner, begun);
    }, 60_000);

    it.each(['ann', 'bob'] as const)(
      'shows %s nothing of the other in any field or event',
      async (who) => {
        const others = who === 'ann' ? BOBS : ANNS;
        const own = who === 'ann' ? ANNS : BOBS;
        const asking = async (query: string) => {
          const { text, data, errors } = await server.ask(tokens[who], query);
          expect(
            errors.map(({ extensions }) => extensions.code),
            text,
          ).not.toContain('INTERNAL_SERVER_ERROR');
          return { data, text, errors };
        };
        const { answers } = await walkFilled(asking, fillings);
        const events = await server.ask(
          tokens[who],
          `{ session(id: "${begun.sessionId}") { events(first: 100) { nodes ${everyLeaf('TurnEvent', 1)} } turns(first: 50) { nodes ${everyLeaf('Turn', 2, fillings)} } scenes(first: 50) { nodes ${everyLeaf('Scene', 2, fillings)} } } }`,
        );
        const all = [...answers, { way: 'events', text: events.text }];
        const leaks = all.flatMap(({ way, text }) =>
          others.filter((word) => text.includes(word)).map((word) => `${way}: ${word}`),
        );
        const found = own.filter((word) => all.some(({ text }) => text.includes(word)));

        expect(leaks).toEqual([]);
        expect(found.length).toBeGreaterThan(6);
        expect(events.data).not.toBeNull();
      },
      240_000,
    );

    it('puts nothing of one player before a model that answers the other', () => {
      const told = (persona: string, words: readonly string[]) =>
        words.filter((word) => (prompts.get(persona) ?? []).some((text) => text.includes(word)));

      expect(told(AUDITOR, BOBS)).toEqual([]);
      expect(told(MARIT, ANNS)).toEqual([]);
      expect(told(AUDITOR, ANNS).length).toBeGreaterThan(5);
    });

    it('gives a persona who is back a summary of its own', async () => {
      await byHand([{ op: 'enter_scene', characterId: MARIT }]);
      await act('ann', 'I greet Marit.');
      const heard = async (who: 'ann' | 'bob') =>
        (
          await server.ask(
            tokens[who],
            `{ session(id: "${begun.sessionId}") { events(last: 60) { nodes { ... on PersonaNotified { reason text } } } } }`,
          )
        ).text;
      expect(await heard('bob')).toContain(canary('annalone'));
      expect(await heard('bob')).toContain('"reason":"ABSENCE"');
      expect(await heard('ann')).toContain(canary('bobalone'));
      expect(await heard('ann')).not.toContain(canary('annalone'));
    }, 60_000);
  },
);
