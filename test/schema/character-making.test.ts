import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';

let server: Accounts;
let owner: string;
let guest: string;

beforeAll(async () => {
  server = await openAccounts({
    writePacks: (folder) => {
      for (const pack of ['mystika', 'srd_5e', 'neo_seattle']) {
        cpSync(join('content_packs', pack), join(folder, pack), { recursive: true });
      }
    },
  });
  owner = (await server.makeToken('owner', ['gm'])).token;
  guest = (await server.makeToken('guest', ['player'])).token;
});
afterAll(() => server.close());

async function ask<Answer>(token: string, query: string, variables: object = {}): Promise<Answer> {
  const { data, text } = await server.ask(token, query, variables);
  if (data === null) throw new Error(text);
  return data.answer as Answer;
}

type Guide = {
  readonly characterGuide: {
    readonly steps: readonly {
      readonly key: string;
      readonly questions: readonly {
        readonly key: string;
        readonly options: readonly { readonly value: string }[];
      }[];
    }[];
    readonly problems: readonly { readonly question: string; readonly message: string }[];
    readonly sheet: Sheet | null;
  };
};
type Sheet = {
  readonly groups: readonly {
    readonly title: string;
    readonly fields: readonly { readonly key: string; readonly label: string; readonly value: string }[];
  }[];
};

const GUIDE = `characterGuide(draft: $draft) {
  steps { key title questions { key label kind required min max options { value label note } preset } }
  problems { question message }
  sheet { groups { title fields { key label value } } }
}`;
const guideOf = (entryPointId: string, draft: object) =>
  ask<Guide>(
    guest,
    `query ($id: ID!, $draft: JSON) { answer: node(id: $id) { ... on EntryPoint { ${GUIDE} } } }`,
    { id: globalId('EntryPoint', entryPointId), draft },
  );

const VESTA = {
  name: 'Vesta Quick',
  role: 'a cleric on the road',
  race: 'human',
  class: 'cleric',
  background: 'soldier',
  method: 'array',
  strength: 12,
  dexterity: 10,
  constitution: 14,
  intelligence: 8,
  wisdom: 15,
  charisma: 13,
  skills: ['medicine', 'religion'],
  equipment: 'chain_mail_and_mace',
  cantrips: ['Light', 'Sacred Flame', 'Thaumaturgy'],
  spells: ['Bless', 'Cure Wounds', 'Guiding Bolt', 'Healing Word', 'Aid', 'Spiritual Weapon'],
};
const JAX = { name: 'Jax', role: 'a courier', edge: 1, wire: 0, tongue: 1, legs: 2, eyes: 0 };

type Started = {
  readonly code?: string;
  readonly message?: string;
  readonly campaign: { readonly id: string };
  readonly session: { readonly id: string; readonly currentScene: Scene };
};
type Scene = {
  readonly persona: {
    readonly name: string;
    readonly sheet: Sheet;
  };
};

const start = (entryPointId: string, newPersonas: readonly object[], calibration: object = {}) =>
  ask<Started>(
    owner,
    `mutation ($input: StartCampaignInput!) { answer: startCampaign(input: $input) {
      ... on Failure { code message path }
      ... on StartCampaignPayload {
        campaign { id }
        session { id currentScene { persona { name sheet { groups { title fields { key label value } } } } } }
      }
    } }`,
    { input: { entryPointId: globalId('EntryPoint', entryPointId), newPersonas, calibration } },
  );

type Taken = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly turn?: { readonly status: string; readonly scene: { readonly index: number } };
};

const takeTurn = (token: string, sessionId: string, text: string, personaId?: string) =>
  ask<Taken>(
    token,
    `mutation ($input: TakeTurnInput!) { answer: takeTurn(input: $input) {
      __typename ... on Failure { code message } ... on TurnPayload { turn { status scene { index } } }
    } }`,
    {
      input: {
        sessionId,
        actionId: text,
        action: { text },
        ...(personaId === undefined ? {} : { personaId }),
      },
    },
  );

type CreatedPersona = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly problems?: readonly { readonly question: string; readonly message: string }[];
  readonly personaId?: string;
  readonly member?: { readonly personaId: string };
};
const createPersona = (token: string, sessionId: string, actionId: string, draft: object) =>
  ask<CreatedPersona>(
    token,
    `mutation ($input: CreatePersonaInput!) { answer: createPersona(input: $input) {
      __typename
      ... on Failure { code message path }
      ... on CharacterIncomplete { problems { question message } }
      ... on CreatePersonaPayload { personaId member { personaId } }
    } }`,
    { input: { sessionId, actionId, draft } },
  );

const fieldOf = ({ groups }: Sheet, key: string) =>
  groups.flatMap(({ fields }) => fields).find((field) => field.key === key)?.value;

it('guides a player through the questions of a story, and shows the sheet when all are answered', async () => {
  const empty = (await guideOf('mystika:the_quiet_road', {})).characterGuide;
  const whole = (await guideOf('mystika:the_quiet_road', VESTA)).characterGuide;

  expect(empty.steps.map(({ key }) => key)).toEqual(['person', 'origin', 'abilities']);
  expect(empty.problems).toContainEqual({ question: 'class', message: 'Class is missing.' });
  expect(empty.sheet).toBeNull();
  expect(whole.problems).toEqual([]);
  expect(fieldOf(whole.sheet ?? { groups: [] }, 'armor_class')).toBe('18');
});

it('plays an SRD story with a new persona, rolled by the engine and verifiable', async () => {
  const { strength, dexterity, constitution, intelligence, wisdom, charisma, spells, ...rest } = VESTA;
  const order = ['wisdom', 'constitution', 'strength', 'charisma', 'dexterity', 'intelligence'];
  const draft = { ...rest, method: 'roll', order, spells: spells.slice(0, 4) };
  const { session, campaign, message } = await start('mystika:the_quiet_road', [draft]);
  expect(message).toBeUndefined();

  expect(session.currentScene.persona.name).toBe('Vesta Quick');
  expect(fieldOf(session.currentScene.persona.sheet, 'class.cleric')).toBe('Level 3');
  for (const text of ['I look around.', 'I say "good evening".', 'I wait.']) {
    expect(await takeTurn(owner, session.id, text)).toMatchObject({ turn: { status: 'COMMITTED' } });
  }
  const rolls = await ask<{ rolls: { nodes: readonly { purpose: string }[] } }>(
    owner,
    'query ($id: ID!) { answer: session(id: $id) { rolls(first: 6) { nodes { purpose } } } }',
    { id: session.id },
  );
  expect(rolls.rolls.nodes.map(({ purpose }) => purpose)).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `Ability score ${number} of 6`),
  );
  expect(campaign.id).not.toBe('');
});

it('plays a story without SRD with a new persona', async () => {
  const { session } = await start('neo_seattle:dead_drop', [JAX]);

  expect(session.currentScene.persona.name).toBe('Jax');
  expect(fieldOf(session.currentScene.persona.sheet, 'legs')).toBe('2');
  for (const text of ['I look around.', 'I wait.']) {
    expect(await takeTurn(owner, session.id, text)).toMatchObject({ turn: { status: 'COMMITTED' } });
  }
});

it('refuses to start with a draft that is not complete, in sentences', async () => {
  expect(await start('neo_seattle:dead_drop', [{ ...JAX, name: '', edge: 9 }])).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('Name is missing. Edge is at most 3.'),
  });
});

it('lets a player bring a persona where the game master allows it, once', async () => {
  const { session, campaign } = await start('mystika:the_quiet_road', [VESTA], { allowsOwnPersonas: true });
  await server.store.members.add({
    campaignId: Buffer.from(campaign.id, 'base64').toString('utf8').replace(/^\w+:/, ''),
    viewerId: 'guest',
    name: 'Guest',
    role: 'player',
    personaId: null,
    createdAt: new Date(),
  });
  const mira = { ...VESTA, name: 'Mira' };
  const { characterGuide } = await ask<Guide>(
    guest,
    `query ($id: ID!, $draft: JSON) { answer: campaign(id: $id) { ${GUIDE} } }`,
    { id: campaign.id, draft: mira },
  );
  expect(characterGuide.problems).toEqual([]);

  const incomplete = await createPersona(guest, session.id, 'one', { ...mira, race: 'ghost' });
  expect(incomplete).toMatchObject({ __typename: 'CharacterIncomplete', code: 'CHARACTER_INCOMPLETE' });
  expect(incomplete.problems?.[0]?.message).toMatch(/^Race is one of Hill Dwarf, /);
  const made = await createPersona(guest, session.id, 'two', mira);
  expect(made).toMatchObject({ personaId: 'pc_mira_001', member: { personaId: 'pc_mira_001' } });
  expect(await createPersona(guest, session.id, 'two', mira)).toEqual(made);
  expect(await createPersona(guest, session.id, 'three', { ...mira, name: 'Ann' })).toMatchObject({
    code: 'OWN_PERSONA_REFUSED',
  });
  expect(await createPersona(owner, session.id, 'four', mira)).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await takeTurn(guest, session.id, 'I greet the others.')).toMatchObject({
    turn: { status: 'COMMITTED' },
  });
});

it('refuses a persona of a player where the game master has not allowed it', async () => {
  const { session, campaign } = await start('neo_seattle:dead_drop', [JAX]);
  await server.store.members.add({
    campaignId: Buffer.from(campaign.id, 'base64').toString('utf8').replace(/^\w+:/, ''),
    viewerId: 'guest',
    name: 'Guest',
    role: 'player',
    personaId: null,
    createdAt: new Date(),
  });

  expect(await createPersona(guest, session.id, 'one', { ...JAX, name: 'Kit' })).toMatchObject({
    code: 'OWN_PERSONA_REFUSED',
    message: 'The game master has not allowed personas of one’s own in this campaign.',
  });
  expect(await createPersona(owner, session.id, 'two', { ...JAX, name: 'Kit' })).toMatchObject({
    personaId: 'pc_kit_001',
  });
});
