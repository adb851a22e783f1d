import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LAST_TIDE, writeEndingStory } from '../../../support/ending-story.ts';
import { meets, openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const EPILOGUE = 'The bell rings once, and every lamp on the Quay goes out.';

const PULL = 'I pull the rope behind the stove.';
const pullRope = { reading: meets('pull the rope behind the stove', 'pull the rope') };
const ASK = 'I ask Marit for the brass key.';
const askForKey = { reading: meets('ask Marit for the brass key', 'ask Marit for the brass key') };

const named = (world: Snapshot, packId: string) =>
  Object.values(world.entities).find(({ packEntityId }) => packEntityId === `lantern_quay:${packId}`)?.id ??
  '';
describe.each(['duet', 'ensemble', 'full'] as const)('a story that ends, in %s', (pipeline) => {
  let table: ScriptedTable;
  beforeAll(async () => {
    table = await openScriptedTable(LAST_TIDE, writeEndingStory(pipeline));
  }, 60_000);
  afterAll(() => table.engine.close());
  beforeEach(() => table.restart());

  it('ends by what the rules do, tells the narrator before and gives players the epilogue', async () => {
    const found = await table.say(PULL, pullRope);
    expect(found.after.threads.bell?.status).toBe('resolved');
    expect(found.after.missions.audit?.status).toBe('completed');
    expect(found.after.ending).toBeUndefined();
    expect(found.narrate?.ending).toBeUndefined();

    const { after, narrate, record, turn } = await table.say(ASK, askForKey);
    expect(after.ending).toMatchObject({ id: 'the_bell', title: 'The Bell Is Rung', epilogue: EPILOGUE });
    expect(narrate?.ending).toEqual({ title: 'The Bell Is Rung', epilogue: EPILOGUE });
    expect(record?.needsChoices).toBe(false);
    expect(after.planning.choices).toEqual([]);
    const events = await table.events(turn.id);
    expect(events.find(({ type }) => type === 'story-ended')).toMatchObject({
      audience: 'player',
      payload: { endingId: 'the_bell', title: 'The Bell Is Rung', epilogue: EPILOGUE },
    });
    expect(events.some(({ type }) => type === 'choices-offered')).toBe(false);
  });
});

describe('the end of a story', () => {
  let table: ScriptedTable;
  beforeAll(async () => {
    table = await openScriptedTable(LAST_TIDE, writeEndingStory('full'));
  }, 60_000);
  afterAll(() => table.engine.close());
  beforeEach(() => table.restart());

  const end = async () => {
    await table.say(PULL, pullRope);
    return table.say(ASK, askForKey);
  };
  const submit = (input: TurnInput, actionId: string) =>
    table.engine.turns.submit({ sessionId: table.sessionId(), actionId, input });

  it('comes by what the prose made true', async () => {
    const prose = 'Tomas puts the oars down. He says they were dry because he never rowed that night.';
    const told = await table.say('I wait for Tomas to speak.', {
      reading: {},
      prose,
      record: (input) => ({
        fulfilled: [
          {
            id: input.conditions?.find(({ when }) => when.includes('oars'))?.id ?? '',
            quote: 'they were dry because he never rowed that night',
            sentence: 2,
          },
        ],
      }),
    });
    expect(told.after.threads.oars?.status).toBe('resolved');
    expect(told.after.ending?.id).toBe('the_truth');
    expect(told.after.planning.choices).toEqual([]);
  });

  it('does not come by words that only the player said', async () => {
    const quote = 'Tomas says why his oars were dry';
    const told = await table.say(`${quote}, and I believe him.`, {
      reading: {},
      prose: `You say it aloud: ${quote}. Nobody answers.`,
      record: { fulfilled: [{ id: 'thread:oars', quote, sentence: 1 }] },
    });
    expect(told.after.threads.oars?.status).toBe('active');
    expect(told.after.ending).toBeUndefined();
  });

  it('completes a mission by plain words without ending the story', async () => {
    const told = await table.say('I eat the herring.', {
      reading: {},
      prose: 'You eat the herring to the last bone.',
      record: {
        fulfilled: [{ id: 'mission:supper', quote: 'You eat the herring to the last bone', sentence: 1 }],
      },
    });
    expect(told.record?.conditions).toEqual([
      { id: 'thread:oars', when: 'Tomas has said why his oars were dry.' },
      { id: 'mission:supper', when: 'The auditor has eaten supper.' },
    ]);
    expect(told.after.missions.supper?.status).toBe('completed');
    expect(told.after.ending).toBeUndefined();
  });

  it('comes by time that passes', async () => {
    const told = await table.say('I wait until midnight.', {
      reading: { actions: [{ kind: 'wait', minutes: 400 }] },
    });
    expect(told.after.ending?.id).toBe('the_packet');
    expect(told.narrate?.ending?.title).toBe('The Packet Boat');
  });

  it('comes by a change the game master makes', async () => {
    const keyless = await table.world();
    const after = await table.change(
      { op: 'upsert_mission', missionId: 'audit', status: 'completed' },
      {
        op: 'transfer_item',
        fromId: named(keyless, 'marit'),
        toId: keyless.personas[0] ?? '',
        itemId: named(keyless, 'brass_key'),
      },
    );
    expect(after.ending?.id).toBe('the_bell');
  });

  it('refuses the story to go on, and answers questions and commands', async () => {
    const { turn } = await end();
    for (const input of [
      createStoryInput('I go home.'),
      createStoryInput('I think it over.', { mode: 'THINK' }),
      { kind: 'instruction', instructionType: 'scene_direction', text: 'Rain.' } as const,
    ])
      expect(await submit(input, `after-${JSON.stringify(input).length}`)).toEqual({
        claim: 'story-ended',
        title: 'The Bell Is Rung',
      });
    // The last action sent again is the turn it was.
    expect(await submit(createStoryInput(ASK), turn.actionId)).toMatchObject({ submission: 'existing' });
    const asked = await table.play(createStoryInput('Who rang it?', { mode: 'DM' }));
    expect(asked.turn.status).toBe('answered');
    const commanded = await table.play({
      kind: 'operations',
      asker: 'god',
      proposals: [{ op: 'advance_time', minutes: 5 }],
    });
    expect(commanded.turn.status).toBe('committed');
    expect(commanded.after.ending?.id).toBe('the_bell');
  });

  it('is undone by going back to an earlier scene', async () => {
    const { turn } = await end();
    const { branches, store, turns, snapshots } = table.engine;
    const branch = await branches.rewindSession(table.sessionId(), turn.baseSceneId);
    if (isRejection(branch)) throw new Error(branch.reason);
    expect((await snapshots.of(branch.currentSceneId)).ending).toBeUndefined();
    const submission = await turns.submit({
      sessionId: branch.id,
      actionId: 'on',
      input: createStoryInput('I keep quiet.'),
    });
    if (!('submission' in submission)) throw new Error(submission.claim);
    const next = await turns.finished(submission.turn.id);
    expect(next.status).toBe('committed');
    expect((await store.sessions.find(branch.id))?.sceneIndex).toBe(3);
  });
});
