import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { LANTERN_QUAY } from '../../support/engine.ts';
import type { ReadingDraft } from '../../support/plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable } from '../../support/scripted-turns.ts';
import { judging, repairing } from '../../support/step-script.ts';

const MARIT = 'npc_marit_001';
const GARBAGE = { say: 'I would rather talk about the weather.' };
const PROSE = 'The lamp by the door gutters and comes back. Somebody on the stairs coughs twice.';
const SECRET = 'Under the salt in the third herring barrel lies a ledger wrapped in sailcloth.';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const askedSince = (from: number) => table.engine.asked.slice(from).map(({ step }) => step);

describe('an action whose outcome could not be recorded', () => {
  it('is retried with the prose that was read: neither reader nor narrator is asked again', async () => {
    table.script.set('record', () => GARBAGE);
    const failed = await table.play(createStoryInput('I wait.'), { prose: PROSE }, 'once');
    expect(failed.turn).toMatchObject({
      status: 'failed',
      failure: { code: 'MODEL_OUTPUT_INVALID', retryable: true },
    });
    table.script.delete('record');
    const from = table.engine.asked.length;
    const retried = await table.play(createStoryInput('I wait.'), {}, 'once');
    expect(retried.turn).toMatchObject({ id: failed.turn.id, status: 'committed', attempt: 2 });
    expect(retried.narration).toBe(PROSE);
    expect(askedSince(from).filter((step) => ['read', 'narrate'].includes(step))).toEqual([]);
    expect(askedSince(from)).toContain('record');
  });

  it('is told anew when the narration itself had failed', async () => {
    table.script.set('narrate', () => ({ say: '' }));
    const failed = await table.play(createStoryInput('I wait.'), {}, 'once');
    expect(failed.turn.status).toBe('failed');
    const from = table.engine.asked.length;
    const retried = await table.play(createStoryInput('I wait.'), { prose: PROSE }, 'once');
    expect(retried.turn).toMatchObject({ status: 'committed', attempt: 2 });
    // By the same seed a model may give the same reply again.
    const seedsOf = (requests: typeof table.engine.asked) =>
      requests.flatMap(({ step, seed }) => (step === 'narrate' ? seed : []));
    const again = seedsOf(table.engine.asked.slice(from));
    expect(again.length).toBeGreaterThan(0);
    expect(seedsOf(table.engine.asked.slice(0, from))).not.toEqual(expect.arrayContaining([again[0]]));
  });
});

describe('input that comes while an outcome is recorded', () => {
  it('waits, one of them; the next is refused', async () => {
    const { engine, script } = table;
    const sessionId = table.sessionId();
    let release = () => {};
    const held = new Promise<void>((settle) => {
      release = settle;
    });
    let begun = () => {};
    const recording = new Promise<void>((settle) => {
      begun = settle;
    });
    table.hold('record', async () => {
      begun();
      await held;
    });
    const submit = (actionId: string) =>
      engine.turns.submit({ sessionId, actionId, input: createStoryInput('I wait.') });
    const first = await submit('first');
    await recording;
    const waiting = submit('second');
    await new Promise((settle) => setTimeout(settle, 50));
    expect(await submit('third')).toMatchObject({ claim: 'busy' });
    table.hold('record', null);
    release();
    const second = await waiting;
    if (!('submission' in first && 'submission' in second)) throw new Error('it was refused');
    expect(await engine.turns.finished(first.turn.id)).toMatchObject({ status: 'committed' });
    expect(await engine.turns.finished(second.turn.id)).toMatchObject({ status: 'committed' });
    script.clear();
  });
});

describe('a question', () => {
  const asking = { question: { text: 'Which door do you mean?', options: ['The left', 'The right'] } };

  it('of the Reading suspends the turn with its options; the answer is read, once', async () => {
    const asked = await table.play(createStoryInput('I open the door.'), { reading: asking }, 'door');
    expect(asked.turn).toMatchObject({
      status: 'awaiting-clarification',
      suspension: { kind: 'clarification', question: asking.question.text, options: asking.question.options },
    });
    expect(asked.narrate).toBeNull();
    const answered = await table.play(
      { kind: 'clarification', text: 'The left.' },
      { reading: { ...asking, actions: [{ kind: 'other', does: 'open the left door' }] } },
      'door',
    );
    expect(answered.turn).toMatchObject({ id: asked.turn.id, status: 'committed' });
    expect(answered.read?.clarified).toEqual({ question: asking.question.text, answer: 'The left.' });
  });

  it('of the planner suspends the turn, once per action', async () => {
    const question = 'Do you mean to be seen?';
    table.script.set('plan', () => ({
      say: JSON.stringify({ beats: ['It goes on.'], clarification_question: question }),
    }));
    const asked = await table.play(createStoryInput('I cross the room.'), {}, 'cross');
    expect(asked.turn).toMatchObject({ status: 'awaiting-clarification', suspension: { question } });
    expect(asked.after).toEqual(asked.before);
    const answered = await table.play({ kind: 'clarification', text: 'Yes.' }, {}, 'cross');
    expect(answered.turn.status).toBe('committed');
  });
});

describe('a plan', () => {
  const stepsOf = async (text: string, reading: ReadingDraft) => {
    const from = table.engine.asked.length;
    expect((await table.play(createStoryInput(text), { reading })).turn.status).toBe('committed');
    return askedSince(from).toSorted();
  };

  it('is not made of plain talk that a character answers: five calls', async () => {
    const five = ['judge', 'narrate', 'react', 'read', 'record'];
    expect(await stepsOf('"Good evening."', { kind: 'speak', addressed: [MARIT] })).toEqual(five);
    const talk = { kind: 'talk', does: 'greet Marit', target: MARIT } as const;
    expect(await stepsOf('"Hello."', { actions: [talk], addressed: [MARIT] })).toEqual(five);
  });

  it('is made where nobody answers, and of every deed', async () => {
    expect(await stepsOf('"Is anybody there?"', { kind: 'speak' })).toContain('plan');
    const look = { kind: 'look', does: 'look at Marit', target: MARIT } as const;
    expect(await stepsOf('I look at Marit.', { actions: [look], addressed: [MARIT] })).toContain('plan');
  });

  it('is made where the rules refused what was tried', async () => {
    const talk = { kind: 'talk', does: 'greet Marit', target: MARIT } as const;
    const give = { kind: 'give' as const, does: 'give her a ship', target: MARIT, items: ['a ship'] };
    expect(await stepsOf('I give her a ship.', { actions: [talk, give], addressed: [MARIT] })).toContain(
      'plan',
    );
  });
});

describe('a Reading', () => {
  it('of a question outside the story is answered as DM: no scene, no time', async () => {
    table.script.set('mode-dm', () => ({ say: 'Yes, you may.' }));
    const { turn, before, after, narrate } = await table.play(createStoryInput('Can I swim at all?'), {
      reading: { kind: 'ask' },
    });
    expect(turn).toMatchObject({ status: 'answered', sceneId: null, answer: { text: 'Yes, you may.' } });
    expect(after).toEqual(before);
    expect(narrate).toBeNull();
  });

  it('of a thought is played as THINK: nothing but a microsecond passes', async () => {
    const { turn, before, after, narrate } = await table.play(createStoryInput('Whom can I trust?'), {
      reading: { kind: 'think' },
    });
    expect(turn).toMatchObject({ status: 'committed' });
    expect(narrate).toBeNull();
    expect(after.time).toEqual({ ...before.time, microsecond: before.time.microsecond + 1 });
    expect(after.entities).toEqual(before.entities);
  });

  it('that nobody can use leaves a plain act', async () => {
    table.script.set('read', () => GARBAGE);
    const { turn, recording } = await table.play(createStoryInput('I wait.'));
    expect(turn.status).toBe('committed');
    expect(recording).toContain('unusable');
  });
});

it('keeps the notes of a narration one of whose sentences was repaired', async () => {
  const isFault = (sentence: string) => (sentence.includes('coughs') ? 'contradiction' : null);
  table.script.set('judge', judging(isFault));
  table.script.set('check-repair', () => repairing({ 2: 'Nobody is on the stairs.' }));
  const { narration } = await table.say('I wait.', { prose: PROSE, parts: { notes: 'Marit waits too.' } });
  expect(narration).toContain('Nobody is on the stairs.');
  const next = await table.say('I wait on.');
  expect(next.narrate?.notes).toEqual(['Marit waits too.']);
});

describe('text outside the story', () => {
  it('for the player loses sentences that tell what is hidden', async () => {
    table.script.set('mode-dm', () => ({ say: `It is late. ${SECRET}` }));
    const asked = await table.play(createStoryInput('What is in the barrel?', { mode: 'DM' }));
    expect(asked.turn.answer).toEqual({ text: 'It is late.' });
    expect(asked.recording).toContain('"check":"secrets"');
  });

  it('of a thought too', async () => {
    table.script.set('mode-think', () => ({
      say: JSON.stringify({ thinking: `It is late. ${SECRET}`, choices: ['Go', 'Stay'] }),
    }));
    const thought = await table.play(createStoryInput('What is in the barrel?', { mode: 'THINK' }));
    expect(thought.turn.status).toBe('committed');
    expect(thought.narration).toBe('It is late.');
    expect(JSON.stringify(thought.after.planning)).not.toContain('herring barrel');
  });

  it('loses what the judge finds, in points and choices as well', async () => {
    const isHint = (sentence: string) => (sentence.includes('paid twice') ? 'secrets' : null);
    table.script.set('judge', judging(isHint));
    table.script.set('mode-dm', () => ({ say: 'It is late. Somebody here is paid twice.' }));
    const asked = await table.play(createStoryInput('Who is it?', { mode: 'DM' }));
    expect(asked.turn.answer).toEqual({ text: 'It is late.' });

    table.script.set('mode-think', () => ({
      say: JSON.stringify({
        thinking: 'It is late. Somebody here is paid twice.',
        analysis: { pros: ['One clerk is paid twice.'], cons: ['It is cold.'] },
        choices: ['Ask who is paid twice', 'Stay', 'Go'],
      }),
    }));
    const from = table.engine.asked.length;
    const thought = await table.play(createStoryInput('Who is it?', { mode: 'THINK' }));
    expect(thought.narration).toBe('It is late.');
    const [own] = Object.values(thought.after.planning.own ?? {});
    expect(own?.analysis).toMatchObject({ pros: [], cons: ['It is cold.'] });
    expect(JSON.stringify(thought.after.planning)).not.toContain('paid twice');
    expect(askedSince(from)).toEqual(['mode-think', 'judge']);
  });

  it('is held by the judge to what is hidden from the one who asks, not to agency', async () => {
    table.script.set(
      'judge',
      judging(() => 'agency'),
    );
    table.script.set('mode-dm', () => ({ say: 'You think of going home.' }));
    const from = table.engine.asked.length;
    const asked = await table.play(createStoryInput('May I go?', { mode: 'DM' }));
    expect(asked.turn.answer).toEqual({ text: 'You think of going home.' });
    const judged = table.engine.asked.slice(from).find(({ step }) => step === 'judge');
    expect(JSON.stringify(judged?.input)).toContain('herring');
  });

  it('for the game master is checked, recorded and left whole', async () => {
    table.script.set('mode-god', () => ({
      say: JSON.stringify({
        god_mode_response: SECRET,
        choices: [{ key: 'god:return_story', text: SECRET }],
      }),
    }));
    const ruled = await table.play(createStoryInput('What is in the barrel?', { mode: 'GOD' }));
    expect(ruled.turn.status).toBe('committed');
    expect(ruled.recording).toMatch(/"check":"secrets"[^}]*"of":"report"/);
    const events = await table.events(ruled.turn.id);
    const telling = events.filter((event) => JSON.stringify(event).includes(SECRET.slice(0, 20)));
    expect(telling.map(({ type, audience }) => [type, audience])).toEqual([['command-reported', 'gm']]);
    expect(ruled.after.planning.commands).toContainEqual(
      expect.objectContaining({ key: 'god:return_story', text: 'Return to the story' }),
    );
  });
});

describe('a character', () => {
  it('keeps the goals it names, acts in the open and thinks to itself', async () => {
    table.script.set('react', () => ({
      say: JSON.stringify({
        action: 'Marit locks the drawer.',
        thought: 'He must not see it.',
        goals: ['Get rid of the auditor'],
      }),
    }));
    const { after, narrate, record, turn } = await table.say('Good evening, Marit.', {
      reading: { kind: 'speak', addressed: [MARIT] },
    });
    expect(Object(after.entities[MARIT as never]).internal.goals).toEqual(['Get rid of the auditor']);
    expect(narrate?.actions).toMatchObject([{ characterId: MARIT, action: 'Marit locks the drawer.' }]);
    // What somebody does in the story was not booked by the rules: `record` has to read it out of the prose.
    expect(record?.done).toEqual([]);
    expect(JSON.stringify([narrate, record])).not.toContain('must not see it');
    expect(JSON.stringify(await table.events(turn.id))).not.toContain('must not see it');
  });

  it('who is not concerned is not asked', async () => {
    const from = table.engine.asked.length;
    await table.say('I look at the stove.', { reading: { actions: [{ kind: 'look' }] } });
    expect(askedSince(from)).not.toContain('react');
  });
});

describe('a repaired narration', () => {
  it('replaces the sentence, takes back what was recorded of it, and is announced', async () => {
    const faulty = 'You burn the ledger and laugh.';
    table.script.set('judge', () => ({
      say: JSON.stringify({ findings: [{ kind: 'agency', quote: faulty }] }),
    }));
    table.script.set('check-repair', () => ({
      say: JSON.stringify({ sentences: [{ n: 2, text: 'The stove ticks.' }] }),
    }));
    const { after, narration, turn } = await table.say('I wait.', {
      prose: `Rain runs down the pane. ${faulty}`,
      record: {
        facts: [
          { subject_id: MARIT, predicate: 'hears', detail: 'the rain', sentence: 1 },
          { subject_id: MARIT, predicate: 'sees', detail: 'the fire', sentence: 2 },
        ],
        events: [{ summary: 'The ledger burnt.', sentence: 2 }],
      },
    });
    expect(narration).toBe('Rain runs down the pane. The stove ticks.');
    const objects = Object.values(after.facts).map(({ object }) => object);
    expect(objects).toContain('the rain');
    expect(objects).not.toContain('the fire');
    const events = await table.events(turn.id);
    expect(events.filter(({ type }) => type === 'narration-repaired')).toMatchObject([
      { payload: { text: narration } },
    ]);
    const lineage = await table.engine.store.sessions.lineageOf(table.sessionId());
    expect(JSON.stringify(await table.engine.store.chronicle.last(lineage, 20))).not.toContain('burnt');
  });
});
