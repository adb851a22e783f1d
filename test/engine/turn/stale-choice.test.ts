import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { beginAtQuay } from '../../support/quay.ts';
import { type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';
import { dice, played, rollsAlong } from '../../support/waiting-table.ts';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: askingQuay('full', 'resolution: { kind: banded, stats: [nerve, wits] }'),
    provider: scriptedSteps(script),
  });
});
afterEach(() => script.clear());
afterAll(() => engine.close());

const PROSE =
  'Rain drums on the quay roof. A page turns and nobody says anything for a while. A gull lands on the rail outside, looks in, and goes again. The lamp smokes a little and the ink in the open well has a skin on it.';
const DEED = 'I force the drawer open before anybody sees me';
const FORCE = createStoryInput('', { choiceKey: 'force_drawer' });
const choice = (key: string, text: string) => ({ key, text, description: '', risk: 'high' });
const INSTRUCTION: TurnInput = {
  kind: 'instruction',
  instructionType: 'scene_direction',
  text: 'Let it rain harder.',
};
/** Nothing of what was offered is offered any more. */
const OTHER_CHOICES: TurnInput = {
  kind: 'operations',
  asker: 'gm',
  proposals: [{ op: 'set_choices', choices: [choice('leave', 'Leave'), choice('stay', 'Stay')] }],
};

/** A choice that waits for its dice. */
async function atDice() {
  const sessionId = await beginAtQuay(engine);
  const choices = [choice('force_drawer', DEED), choice('wait_here', 'Wait'), choice('go_out', 'Leave')];
  script.set('narrate', () => telling(PROSE, { choices }));
  await played(engine, sessionId, 'a', createStoryInput('I wait.'));
  script.clear();
  script.set('read', ({ input }) => {
    const { checks } = ReadInput.parse(input);
    const action = { kind: 'tamper', does: 'force the drawer', check: checks[0]?.id, risk: ['contested'] };
    return { say: JSON.stringify({ actions: [action] }) };
  });
  const waiting = await played(engine, sessionId, 'c', FORCE);
  expect(waiting.status).toBe('awaiting-roll');
  return { sessionId, waiting };
}

it('plays a choice with its dice, though what is offered has changed since', async () => {
  const { sessionId, waiting } = await atDice();
  expect(await played(engine, sessionId, 'o', OTHER_CHOICES)).toMatchObject({ status: 'committed' });
  const before = engine.asked.length;
  const done = await played(engine, sessionId, 'c', dice(waiting, [6, 6]));
  // The dice were thrown at a scene that has passed: they may be asked for once more.
  const settled =
    done.status === 'awaiting-roll' ? await played(engine, sessionId, 'c', dice(done, [6, 6])) : done;

  expect(settled.status).toBe('committed');
  expect(await rollsAlong(engine, sessionId)).toMatchObject([{ source: 'PLAYER', faces: [6, 6] }]);
  const told = engine.asked.slice(before).filter(({ step }) => step === 'narrate');
  expect(JSON.stringify(told)).toContain(DEED);
});

it('takes a choice that is sent again for the same, and one that is not offered for none', async () => {
  const { sessionId, waiting } = await atDice();
  await played(engine, sessionId, 'o', OTHER_CHOICES);
  expect(await played(engine, sessionId, 'c', FORCE)).toMatchObject({ id: waiting.id, attempt: 1 });
  await engine.turns.cancel(waiting.id);

  expect(await engine.turns.submit({ sessionId, actionId: 'again', input: FORCE })).toEqual({
    claim: 'choice-gone',
  });
});

it('tells nothing by instruction while dice are in the air', async () => {
  const { sessionId, waiting } = await atDice();
  const told = await engine.turns.submit({ sessionId, actionId: 'i', input: INSTRUCTION });

  expect(told).toMatchObject({ claim: 'roll-awaited', turn: { id: waiting.id } });
  expect(await played(engine, sessionId, 'c', dice(waiting, [6, 6]))).toMatchObject({ status: 'committed' });
});
