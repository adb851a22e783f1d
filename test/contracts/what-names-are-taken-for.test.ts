import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createStoryInput, type TurnRecord } from '#engine/domain/turn.ts';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay } from '../support/quay.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../support/step-script.ts';

const PROSE = 'The lamp by the door gutters and comes back. Somebody on the stairs coughs twice.';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let actions = 0;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
  sessionId = await beginAtQuay(engine);
});
afterEach(() => script.clear());
afterAll(() => engine.close());

const wait = async (): Promise<TurnRecord> => {
  actions += 1;
  const taken = await engine.turns.submit({
    sessionId,
    actionId: `a${actions}`,
    input: createStoryInput('I wait.'),
  });
  if (!('submission' in taken)) throw new Error(taken.claim);
  return engine.turns.finished(taken.turn.id);
};
const askedOf = (from: number, step: string) =>
  engine.asked.slice(from).filter((request) => request.step === step).length;
const memoriesOf = async (characterId: string) => {
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  return JSON.stringify(
    await engine.store.memories.recallable(lineage, [characterId], { newest: 9, heaviest: 9 }),
  );
};

it.each([
  ['her name', 'Marit Sund'],
  ['her name in other letters', 'MARIT SUND'],
  ['part of her name', 'Marit'],
  ['her id in capitals', 'NPC_MARIT_001'],
  ['her id without its number', 'npc_marit'],
  ['the id of the pack', 'lantern_quay:marit'],
])('takes %s for her, without asking again', async (_what, said) => {
  const from = engine.asked.length;
  const content = `The lamp went out while ${said} was being called.`;
  const observation = { character_id: said, content, importance: 3 };
  script.set('narrate', inTurn(telling(PROSE, { observations: [observation] })));
  expect(await wait()).toMatchObject({ status: 'committed' });
  expect(askedOf(from, 'record')).toBe(1);
  expect(await memoriesOf('npc_marit_001')).toContain(content);
});

it('takes whom a narrator has only just brought in for nobody it must know', async () => {
  const from = engine.asked.length;
  const outcome = {
    introduced_npcs: [{ name: 'Ilse Brandt', description: 'A girl with a lantern.', role: 'runner' }],
    scene_characters: ['npc_marit_001', 'npc_ilse_brandt_001'],
    observations: [{ character_id: 'Ilse Brandt', content: 'It was dark.', importance: 2 }],
  };
  script.set('narrate', inTurn(telling(PROSE, outcome)));
  expect(await wait()).toMatchObject({ status: 'committed' });
  expect(askedOf(from, 'record')).toBe(1);
});

it('drops what is said of a name nobody here bears, without asking again', async () => {
  const from = engine.asked.length;
  const observations = [
    { character_id: 'Gudrun', content: 'A wolf was heard.', importance: 2 },
    { character_id: 'npc_marit_001', content: 'An owl was heard.', importance: 2 },
  ];
  script.set('narrate', inTurn(telling(PROSE, { observations })));
  expect(await wait()).toMatchObject({ status: 'committed' });
  expect(askedOf(from, 'record')).toBe(1);
  const memories = await memoriesOf('npc_marit_001');
  expect(memories).toContain('An owl was heard.');
  expect(memories).not.toContain('A wolf was heard.');
});
