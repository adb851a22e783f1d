import { expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidReply, runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const Id = z.string().regex(/^npc_[a-z]+$/);
const Event = z.object({
  summary: z.string().min(1),
  weight: z.int().min(1).max(5).optional(),
  who: z.array(Id).min(1),
});
const Outcome = z.object({
  minutes: z.int().min(0),
  events: z.array(Event).default([]),
  mood: z.object({ word: z.string(), strength: z.number() }).optional(),
  extra: z.strictObject({ note: z.string() }).optional(),
});
type Outcome = z.infer<typeof Outcome>;

const KNOWN = ['npc_ada', 'npc_bo'];
const checks: NonNullable<StructuredStep<Outcome>['checks']> = [
  ({ events }) =>
    events.flatMap(({ who }, event) =>
      who.flatMap((id, at) =>
        KNOWN.includes(id)
          ? []
          : [
              {
                path: ['events', event, 'who', at],
                message: `there is no ${id}. You were given npc_ada, npc_bo.`,
              },
            ],
      ),
    ),
  ({ minutes }) => (minutes > 600 ? ['minutes: at most 600.'] : []),
];

async function run(said: object, ...more: object[]) {
  const provider = scriptedProvider(...[said, ...more].map((reply) => JSON.stringify(reply)));
  const dropped: [string, string][] = [];
  const step: StructuredStep<Outcome> = {
    name: 'record',
    contract: Outcome,
    checks,
    dropInvalidItems: true,
    onDropped: (path, reason) => dropped.push([path.join('.'), reason]),
  };
  const writeRepair = ({ problems }: { problems: readonly string[] }) => {
    return { system: 'repair', user: problems.join('|'), prompts: [] };
  };
  const outcome = await runStructured(step, aRequest(), { provider, writeRepair }).catch(
    (error: unknown) => error,
  );
  const reply = outcome instanceof Error ? null : (outcome as { reply: Outcome }).reply;
  return { reply, outcome, dropped, asked: provider.asked };
}

const event = (fields: object) => ({ summary: 'He fell.', who: ['npc_ada'], ...fields });

it.each([
  [
    'a list item with a fault in a field it needs',
    { minutes: 5, events: [event({ summary: '' }), event({})] },
    { minutes: 5, events: [event({})] },
    ['events.0'],
  ],
  [
    'an optional field of an item, not the item',
    { minutes: 5, events: [event({ weight: 9.5 })] },
    { minutes: 5, events: [event({})] },
    ['events.0.weight'],
  ],
  [
    'one id out of a list of them',
    { minutes: 5, events: [event({ who: ['npc_ada', 'Ada!', 'npc_bo'] })] },
    { minutes: 5, events: [event({ who: ['npc_ada', 'npc_bo'] })] },
    ['events.0.who.1'],
  ],
  [
    'the item whose list has nothing left',
    { minutes: 5, events: [event({}), event({ who: ['Ada!'] })] },
    { minutes: 5, events: [event({})] },
    ['events.1'],
  ],
  [
    'an optional object with a fault inside',
    { minutes: 5, mood: { word: 'grim', strength: 'very' } },
    { minutes: 5, events: [] },
    ['mood'],
  ],
  [
    'a field nobody asked for',
    { minutes: 5, extra: { note: 'x', more: 1 } },
    { minutes: 5, events: [], extra: { note: 'x' } },
    ['extra.more'],
  ],
  [
    'what a check complains of by its path',
    { minutes: 5, events: [event({ who: ['npc_ada', 'npc_eve'] }), event({ who: ['npc_eve'] })] },
    { minutes: 5, events: [event({})] },
    ['events.0.who.1', 'events.1'],
  ],
])('removes %s', async (_what, said, kept, paths) => {
  const { reply, dropped, asked } = await run(said);
  expect(reply).toEqual(kept);
  expect(dropped.map(([path]) => path).sort()).toEqual([...paths].sort());
  expect(asked).toHaveLength(1);
});

it('says of a removed item what was wrong with it, by its place in the reply as written', async () => {
  const bad = event({ summary: '' });
  const { dropped } = await run({ minutes: 5, events: [bad, event({}), event({ who: ['Ada!'] }), bad] });
  const places = dropped.map(([path]) => path);
  expect(places).toEqual(expect.arrayContaining(['events.0', 'events.2', 'events.3']));
  const [, reason] = dropped.find(([path]) => path === 'events.0') ?? [];
  expect(reason).toMatch(/too small/i);
});

it('asks for one repair, with every complaint, when the rest still fails', async () => {
  const said = { minutes: 'long', events: [event({ summary: '' }), event({ who: ['npc_eve'] })] };
  const { reply, dropped, asked } = await run(said, {
    minutes: 5,
    events: [event({ who: ['npc_eve', 'npc_bo'] })],
  });
  expect(reply).toEqual({ minutes: 5, events: [event({ who: ['npc_bo'] })] });
  expect(dropped).toEqual([['events.0.who.0', expect.stringContaining('there is no npc_eve')]]);
  expect(asked).toHaveLength(2);
  expect(asked[1]?.messages[0]?.text).toMatch(/minutes: .*events\.0\.summary: /);
});

it('does not remove anything for a check that names no place', async () => {
  const { outcome, dropped, asked } = await run(
    { minutes: 601, events: [event({ who: ['npc_eve'] })] },
    { minutes: 601 },
  );
  expect(outcome).toBeInstanceOf(InvalidReply);
  expect(dropped).toEqual([]);
  expect(asked[1]?.messages[0]?.text).toBe(
    'events.0.who.0: there is no npc_eve. You were given npc_ada, npc_bo.|minutes: at most 600.',
  );
});

it('takes time in proportion to the reply', async () => {
  const timed = async (count: number) => {
    const events = Array.from({ length: count }, (_, at) => event(at % 2 === 0 ? { summary: '' } : {}));
    const start = performance.now();
    const { reply } = await run({ minutes: 5, events });
    expect(reply?.events).toHaveLength(count / 2);
    return performance.now() - start;
  };
  await timed(2000);
  const small = await timed(4000);
  const large = await timed(40_000);
  expect(large).toBeLessThan(40 * Math.max(small, 5));
});
