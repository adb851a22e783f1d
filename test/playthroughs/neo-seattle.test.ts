import { afterEach, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { createRollLedger } from '#engine/rules/verifiable-rolls.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { readAttempt } from '../support/plain/shared-readings.ts';
import { promptedNarrator } from '../support/prompted-provider.ts';
import { readPromptId } from '../support/prompts.ts';
import { rowIdOf } from '../support/row-id.ts';
import { copyShippedPack } from '../support/shipped-packs.ts';
import { act, beginAt, cameTo } from '../support/story.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

const TELLING = 'I tell Viktor what I found in the jukebox.';
const NARRATOR = {
  [TELLING]: {
    prose:
      'Viktor listens to the end with the cloth still in one hand. “I was afraid of that,” he says, and sets the glass down as if it were full. Mr. Ota stops counting.',
    outcome: {
      events: [
        {
          type: 'discovery',
          summary: 'Viktor heard what was taped into the jukebox.',
          characters: ['npc_viktor_001'],
        },
      ],
      observations: [
        {
          character_id: 'npc_viktor_001',
          content: 'Abdi found the handset and told me first.',
          importance: 4,
        },
      ],
      summary_update: 'Viktor was told of the handset.',
    },
  },
};

/** The trigger that is met by the words of a turn. */
const WORDS_OF_TRIGGERS: Readonly<Record<string, string>> = {
  'I read the slate by the till.': 'read the slate',
  'I sneak behind the bar and search the jukebox.': 'search the jukebox',
};

/** Meets the trigger of the slate and, with a check, the one of the jukebox. */
function read({ input }: ModelRequest) {
  const given = ReadInput.parse(input);
  const met = WORDS_OF_TRIGGERS[given.playerText];
  const triggers = given.triggers
    .filter(({ when }) => when === met)
    .map(({ id }) => ({ id, quote: given.playerText }));
  if (given.playerText.includes('sneak')) return { ...readAttempt(given, { kind: 'sneak' }), triggers };
  return triggers.length === 0 ? undefined : { triggers, actions: [{ kind: 'look' as const }] };
}

/** An evening in the Dragon: a slate is read, somebody is threatened, a jukebox searched, a friend told. */
async function investigate() {
  const engine = await openEngine({
    writePacks: copyShippedPack('neo_seattle'),
    provider: promptedNarrator(NARRATOR, { read }),
  });
  engines.push(engine);
  const sessionId = await beginAt(engine.url, 'Dead Drop');
  const say = (actionId: string, text: string) => act(engine.url, sessionId, actionId, { text });
  const slate = await say('slate', 'I read the slate by the till.');
  const around = await say('around', 'I look around.');
  const asked = await say('threat', 'I threaten somebody.');
  const question = (await engine.store.turns.find(rowIdOf(asked.id)))?.suspension;
  const answered = await act(engine.url, sessionId, 'answer', {
    answer: { promptId: await readPromptId(engine.url, sessionId), text: 'Mr. Ota.' },
  });
  const jukebox = await say('jukebox', 'I sneak behind the bar and search the jukebox.');
  const telling = await say('telling', TELLING);
  await engine.tidied();
  const turns = { slate, around, asked, answered, jukebox, telling };
  return { engine, sessionId, question, turns, story: await cameTo(engine.store, sessionId) };
}

it('finds what is hidden by doing the sensible thing, asks what is unclear, and is the same story when it is played again', async () => {
  const { engine, sessionId, question, turns, story } = await investigate();

  expect(question).toMatchObject({
    kind: 'clarification',
    question: expect.stringContaining('Whom do you mean to threaten'),
  });
  expect(turns.asked).toMatchObject({ status: 'AWAITING_CLARIFICATION', scene: null });
  expect(turns.answered).toMatchObject({
    id: turns.asked.id,
    status: 'COMMITTED',
    attempt: 2,
    scene: { index: 4 },
  });

  const knownFacts = Object.values(story.snapshot.facts).filter(({ knownTo }) =>
    knownTo.includes('pc_abdi_001' as never),
  );
  const known = JSON.stringify(knownFacts.map(({ object }) => object));
  expect(known).toContain('the chalk ghost still reads 11,400');
  expect(known).toContain('spare handset is taped inside the jukebox');
  expect(known).not.toContain('The beer cradle rolls aside');

  const seed = await engine.store.sessions.seedOf(rowIdOf(sessionId));
  expect(story.rolls.map(({ index }) => index)).toEqual([4, 5]);
  for (const { index, roll } of story.rolls) {
    // Anybody with the seed gets the same faces.
    const { expression, faces, total } = Object(roll);
    expect(createRollLedger(seed, { sceneIndex: index }).roll(expression, 'anything')).toMatchObject({
      faces,
      total,
    });
  }
  // The meters of the sheet are the only book.
  expect(story.snapshot.entities).toMatchObject({ pc_abdi_001: { stats: { cred: expect.any(Number) } } });
  expect(story.snapshot.time).not.toEqual({ day: 763430, microsecond: 73_800_000_000 });

  expect(story.memories).toContainEqual({
    row: 'observation',
    index: 6,
    characterId: 'npc_viktor_001',
    content: 'Abdi found the handset and told me first.',
    importance: 4,
  });
  expect(story.chronicle.at(-1)).toMatchObject({ id: 'evt_0004', type: 'discovery', scene: 6 });
  expect(story.snapshot.runningSummary).toContain('Viktor was told of the handset.');
  expect(story.narrations).toHaveLength(7);
  expect(await complaintsAbout(engine.store, rowIdOf(sessionId))).toEqual([]);

  const again = await investigate();
  expect(again.story).toEqual(story);
}, 400_000);
