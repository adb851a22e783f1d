import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { rowIdOf } from '../support/row-id.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';
import { beginAt } from '../support/story.ts';

type Told = {
  readonly words: string;
  readonly narration: string;
  readonly choices: readonly { readonly key: string; readonly text: string }[];
  readonly present: readonly string[];
  readonly iso: string;
  readonly learnt: readonly { readonly object: string; readonly method: string }[];
};

/** What a person might do of an evening, in any story; `{who}` is somebody who is there. */
const EVENING = [
  'I look around.',
  '{who}, what do you want?',
  'I ask {who} about the weather.',
  '{who}, who are you?',
  'I try to persuade {who} to help me.',
  'I wait for an hour.',
  'I sing a song and juggle three oranges.',
  'I ask {who} what is going on here.',
  'What time is it?',
  'I search the place thoroughly.',
  'I ask {who} about the price of bread.',
  'I ask {who} about the price of bread.',
];

const STORIES = {
  'Dead Drop': [
    'Viktor',
    'I ask Viktor about Jin.',
    'I read the slate.',
    'I confront Viktor with the slate.',
  ],
  'The Royal Banner': [
    'Luna',
    'I ask Luna about the Infante Enrique.',
    'Who is Álvaro de Luna?',
    '¿Dónde está?',
  ],
  'Whispercross at Dusk': ['Dzara', 'What is the Hush?', 'I ask Dzara about bellwort.', 'I go to Eelrow.'],
  'Night Shift': [
    'Gordon',
    'I ask Gordon how many cars he has counted.',
    'I check the register.',
    'I make a coffee.',
  ],
} as const;
type Story = keyof typeof STORIES;

let engine: Awaited<ReturnType<typeof openEngine>>;
const evenings = new Map<Story, readonly Told[]>();
const sessions = new Map<Story, string>();

beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
  // The keys of that very object.
  const stories = Object.keys(STORIES) as Story[];
  await Promise.all(stories.map(async (story) => evenings.set(story, await played(story))));
}, 120_000);
afterAll(() => engine.close());

async function played(story: Story): Promise<readonly Told[]> {
  const [who, ...own] = STORIES[story];
  const sessionId = await beginAt(engine.url, story);
  sessions.set(story, rowIdOf(sessionId));
  const told: Told[] = [];
  for (const [at, words] of [...own, ...EVENING].map((each) => each.replace('{who}', who)).entries())
    told.push(await turn(sessionId, `turn ${at}`, words));
  return told;
}

type Answer = {
  readonly takeTurn: {
    readonly turn: {
      readonly status: string;
      readonly scene: {
        readonly narration: string;
        readonly choices: Told['choices'];
        readonly time: { readonly iso: string };
        readonly present: readonly { readonly name: string }[];
        readonly pendingRoll: { readonly purpose: string } | null;
        readonly facts: readonly {
          readonly object: string;
          readonly discovery: { readonly method: string } | null;
        }[];
      };
    };
  };
};

async function turn(sessionId: string, actionId: string, words: string): Promise<Told> {
  // What the last turn left to be indexed is there for this one, however busy the machine is.
  await engine.tidied();
  const scene = await sceneOf(sessionId, actionId, { text: words });
  // A table that lies open is thrown on, and its row belongs to what was told.
  const rolled =
    scene.pendingRoll === null ? null : await sceneOf(sessionId, `${actionId} roll`, { roll: {} });
  const last = rolled ?? scene;
  return {
    words,
    narration: scene.narration,
    choices: last.choices,
    present: last.present.map(({ name }) => name),
    iso: last.time.iso,
    learnt: last.facts.flatMap(({ object, discovery }) =>
      discovery === null ? [] : { object, method: discovery.method },
    ),
  };
}

async function sceneOf(sessionId: string, actionId: string, action: object) {
  const { takeTurn } = await ask<Answer>(
    engine.url,
    /* GraphQL */ `
      mutation ($input: TakeTurnInput!) {
        takeTurn(input: $input) {
          ... on TakeTurnPayload {
            turn {
              status
              scene {
                narration
                choices { key text }
                time { iso }
                present { name }
                pendingRoll { purpose }
                facts { object discovery { method } }
              }
            }
          }
          ... on Failure { code message }
        }
      }
    `,
    { input: { sessionId, actionId, action } },
  );
  return takeTurn.turn.scene;
}

const evening = (story: Story): readonly Told[] => evenings.get(story) ?? [];
const spoken = (narration: string): string => (narration.match(/“[^”]*”/gu) ?? []).join('\n');
const unspoken = (narration: string): string => narration.replace(/“[^”]*”/gu, '“”');

describe.each(Object.keys(STORIES) as Story[])('An evening of %s with the offline storyteller', (story) => {
  it('is told in clean sentences', () => {
    for (const { narration, words } of evening(story)) {
      expect(narration.replaceAll('...', ''), words).not.toMatch(
        /[.,;:!?]\s*[,;:.]|[?!][?!]|\s[,.;!?]|\{|\}|\bundefined\b/,
      );
      expect(narration.split('“').length, `${words}: ${narration}`).toBe(narration.split('”').length);
      for (const paragraph of narration.split('\n\n')) expect(paragraph, words).toMatch(/^[\p{Lu}\d“"(‘]/u);
    }
  });

  it('never tells a paragraph twice within six turns', () => {
    const told = evening(story).map(({ narration }) => narration.split('\n\n'));
    for (const [at, paragraphs] of told.entries()) {
      const before = new Set(told.slice(Math.max(0, at - 6), at).flat());
      expect(
        paragraphs.filter((one) => one.length > 30 && before.has(one)),
        `turn ${at}`,
      ).toEqual([]);
    }
  });

  it('offers and keeps all that it tells: nothing of it gives anything away', async () => {
    const page = { limit: 60, from: 'start', after: null, before: null } as const;
    const { items } = await engine.store.turns.ofSession(sessions.get(story) ?? '', page);
    const recordings = await engine.store.turns.recordings(items.map(({ id }) => id));
    expect(recordings.length).toBeGreaterThan(15);
    const verdicts = recordings.flatMap(({ content }) => Object(content).verdicts);
    expect(verdicts.filter(({ of }) => of === 'outcome')).toEqual([]);
  });

  it('answers every question in somebody’s mouth, with the matter or a plain refusal', () => {
    const [who] = STORIES[story];
    const asked = evening(story).filter(({ words }) => words.includes(who) && /\?|\bask\b/.test(words));
    expect(asked.length).toBeGreaterThan(5);
    for (const { narration, words } of asked)
      expect(spoken(narration), `${words}: ${narration}`).not.toBe('');
  });

  it('lets what somebody was asked for be said by them, and by nobody else', () => {
    for (const [at, { narration, learnt }] of evening(story).entries()) {
      const before = new Set(evening(story)[at - 1]?.learnt.map(({ object }) => object));
      const asked = learnt.filter(
        ({ object, method }) => !before.has(object) && /^(?:ask|tell|confront)\b/.test(method),
      );
      for (const { object } of asked) expect(unspoken(narration)).not.toContain(object.slice(12, 60));
    }
  });

  it('moves on: time passes, an hour when one is waited, and the ways on change', () => {
    const told = evening(story);
    for (const [at, { iso }] of told.entries()) expect(iso >= (told[at - 1]?.iso ?? ''), iso).toBe(true);
    const waited = told.findIndex(({ words }) => words.startsWith('I wait'));
    const minutes = (at: number) => Date.parse(`${told[at]?.iso.slice(0, 19)}Z`) / 60_000;
    expect(minutes(waited) - minutes(waited - 1)).toBeGreaterThanOrEqual(60);
    expect(new Set(told.map(({ choices }) => choices.map(({ text }) => text).join())).size).toBeGreaterThan(
      8,
    );
  });
});

it('does not give away what Viktor did to whoever only asks about Jin, and lets him say it himself when he is confronted', () => {
  const [asking, , confronting] = evening('Dead Drop');
  expect(asking?.narration).toMatch(/Jin/);
  expect(asking?.learnt.some(({ object }) => object.includes('11,400'))).toBe(false);
  expect(spoken(confronting?.narration ?? '')).toContain("I sold Jin's timing");
});
