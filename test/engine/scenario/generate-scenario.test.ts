import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidReply } from '#engine/llm/structured.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { writeGuidePack } from '../../support/guide-pack.ts';
import { scenarioStage } from '../../support/scenarios.ts';
import { scriptedScenario } from '../../support/scripted-scenario.ts';
import { temporaryFolder } from '../../support/stores.ts';

const folder = temporaryFolder();
let stage: Awaited<ReturnType<typeof scenarioStage>>;
let sound: string;
beforeAll(async () => {
  writeGuidePack(folder.path);
  stage = await scenarioStage(`${folder.path}/lantern_quay`, 'lantern_quay');
  sound = toCanonicalJson((await stage.make({}).made).pack);
});
afterAll(() => folder.remove());

it('tells of every chunk when it is asked for and when it is done', async () => {
  const { made, steps } = stage.make({});
  await made;

  expect(steps.map(({ chunk, state }) => `${chunk} ${state}`)).toEqual([
    'outline asked',
    'outline done',
    'cast asked',
    'cast done',
    'clocks asked',
    'clocks done',
    'scene asked',
    'scene done',
  ]);
});

it('gives the wish to the outline, and the place of the opening to the first scene', async () => {
  const { provider, asked } = scriptedScenario();
  const { parts } = await stage.make({ brief: 'a sealed letter changes hands', provider }).made;
  const textFor = (step: string) => JSON.stringify(asked.find((request) => request.step === step)?.messages);

  expect(textFor('scenario-outline')).toContain('a sealed letter changes hands');
  const place = stage.lore.places.find(({ id }) => id === parts.outline.location);
  expect(textFor('scenario-scene')).toContain(place?.summary);
  expect(textFor('scenario-scene')).toContain(place?.atmosphere[0]);
});

type Reply = Record<string, unknown>;
const first = (reply: Reply, list: string) => (reply[list] as Reply[])[0] ?? {};
const withFirst = (reply: Reply, list: string, change: Reply) => {
  const [, ...rest] = reply[list] as Reply[];
  return { ...reply, [list]: [{ ...first(reply, list), ...change }, ...rest] };
};

const FAULTS = [
  ['words that are no JSON', 'scenario-outline', () => 'Once upon a time.', 'JSON'],
  ['a missing title', 'scenario-outline', ({ title: _title, ...reply }: Reply) => reply, 'title'],
  [
    'a place nobody knows',
    'scenario-outline',
    (reply: Reply) => ({ ...reply, location: 'lantern_quay:the_moon' }),
    'there is no place',
  ],
  [
    'a person nobody knows',
    'scenario-outline',
    (reply: Reply) => withFirst(reply, 'cast', { from: 'lantern_quay:nobody' }),
    'there is nobody lantern_quay:nobody',
  ],
  [
    'a secret of somebody absent',
    'scenario-outline',
    (reply: Reply) => withFirst(reply, 'secrets', { holder: 'Zed' }),
    'there is nobody Zed',
  ],
  [
    'a stat block the rules refuse',
    'scenario-cast',
    (reply: Reply) => withFirst(reply, 'characters', { stat_block: { wits: 'many' } }),
    'stat_block',
  ],
  ['somebody left out', 'scenario-cast', () => ({ characters: [] }), 'is missing'],
  [
    'a clock that threatens nothing',
    'scenario-clocks',
    (reply: Reply) => withFirst(reply, 'clocks', { thread: 'The weather' }),
    'there is no thread The weather',
  ],
  [
    'a clock that never ends',
    'scenario-clocks',
    (reply: Reply) => withFirst(reply, 'clocks', { steps: [{ at: 1, happens: 'A noise.' }] }),
    'when it is full',
  ],
  [
    'a day the calendar does not have',
    'scenario-scene',
    (reply: Reply) => ({ ...reply, time: 'the day before always' }),
    'time',
  ],
  [
    'a witness who is not in the cast',
    'scenario-scene',
    (reply: Reply) => ({ ...reply, present: ['Zed'] }),
    'there is nobody Zed',
  ],
] as const;

describe.each(FAULTS)('with %s', (_fault, step, spoil, told) => {
  it('tells the model what is wrong and goes on with what it mends', async () => {
    const { provider, asked } = scriptedScenario({ step, spoil });
    const { made, steps } = stage.make({ provider });
    const { pack } = await made;
    const repair = asked.find(({ purpose }) => purpose === 'repair');

    expect(repair?.messages[0]?.text).toContain(told);
    expect(steps.filter(({ state }) => state === 'repairing')).toHaveLength(1);
    expect(toCanonicalJson(pack)).toBe(sound);
  });
});

it('hears the pack checker: what players read must not say what somebody hides', async () => {
  const spoil = (reply: Reply) => ({ ...reply, summary: String(first(reply, 'secrets').secret) });
  const { provider, asked } = scriptedScenario({ step: 'scenario-outline', spoil });
  await stage.make({ provider }).made;

  expect(asked.find(({ purpose }) => purpose === 'repair')?.messages[0]?.text).toContain('hides');
});

it('gives up after one repair', async () => {
  const spoil = (reply: Reply) => withFirst(reply, 'characters', { stat_block: { wits: 'many' } });
  const { provider, asked } = scriptedScenario({ step: 'scenario-cast', spoil, always: true });

  await expect(stage.make({ provider }).made).rejects.toThrow(InvalidReply);
  expect(asked.filter(({ step }) => step === 'scenario-cast')).toHaveLength(2);
  expect(asked.some(({ step }) => step === 'scenario-clocks')).toBe(false);
});
