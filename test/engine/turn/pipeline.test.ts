import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ContextPacket, GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { PlanInput, ReflectInput } from '#engine/llm/step-inputs.ts';
import { PIPELINES } from '#engine/turn/turn.ts';
import type { TurnStart, TurnTools } from '#engine/turn/turn-tools.ts';
import type { HiddenLore, VisibleLore } from '#retrieval/scene-lore.ts';
import { Pipeline } from '../../../src/engine/turn/pipeline.ts';
import { defineStep } from '../../../src/engine/turn/step.ts';
import { apply } from '../../../src/engine/turn/steps/apply.ts';
import { check } from '../../../src/engine/turn/steps/check.ts';
import { commit } from '../../../src/engine/turn/steps/commit.ts';
import { intake } from '../../../src/engine/turn/steps/intake.ts';
import { interpret } from '../../../src/engine/turn/steps/interpret.ts';
import { narrate } from '../../../src/engine/turn/steps/narrate.ts';
import { plan } from '../../../src/engine/turn/steps/plan.ts';
import { reflect } from '../../../src/engine/turn/steps/reflect.ts';
import { resolve } from '../../../src/engine/turn/steps/resolve.ts';
import { route } from '../../../src/engine/turn/steps/route.ts';
import { validate } from '../../../src/engine/turn/steps/validate.ts';
import { Suspended } from '../../../src/engine/turn/suspended.ts';

const WATCHER = { started: () => {}, finished: () => {} };
const begin = Pipeline.from<TurnStart, TurnTools>().step(intake);
const read = begin.together(route, interpret);
const planned = read.step(validate).step(plan);
const decided = planned.step(resolve);
const told = decided.step(reflect).step(narrate);

/** Each of these is an order that the compiler refuses: were one of them allowed, it would complain of the mark above it. */
const wrongOrders = () => [
  // @ts-expect-error nothing is routed before the moment is laid out
  Pipeline.from<TurnStart, TurnTools>().step(route),
  // @ts-expect-error what nobody has interpreted cannot be judged
  begin.step(route).step(validate),
  // @ts-expect-error a plan is made of actions that were judged
  read.step(plan),
  // @ts-expect-error the rules decide on actions that were judged
  read.step(resolve),
  // @ts-expect-error nobody reacts to what the rules have not decided
  planned.step(reflect),
  // @ts-expect-error nobody narrates before everybody present has acted
  decided.step(narrate),
  // @ts-expect-error prose that was not checked does not change the world
  told.step(apply),
  // @ts-expect-error what was not applied cannot be committed
  told.step(check).step(commit),
  // @ts-expect-error of two steps at the same time neither finds what the other gives
  begin.together(interpret, validate),
];

/** Nor does anything hidden fit where something open is asked for. */
const misplaced = {
  // @ts-expect-error secrets are no packet
  packet: (secrets: GameMasterSecrets): NarrateInput['packet'] => secrets,
  // @ts-expect-error a plan has no room for secrets
  plan: (secrets: GameMasterSecrets): Partial<PlanInput> => ({ secrets }),
  // @ts-expect-error a character decides from itself, not from what is laid out for everybody
  reflection: (packet: ContextPacket): Partial<ReflectInput> => ({ packet }),
  // @ts-expect-error what only the game master may read is not what players read
  lore: (hidden: HiddenLore): VisibleLore => hidden,
};

it('marks wrong orders and misplaced secrets that the compiler must refuse', () => {
  const refused = readFileSync(import.meta.filename, 'utf8').match(/^ +\/\/ @ts-expect-error/gm);
  expect(refused).toHaveLength(wrongOrders().length + Object.keys(misplaced).length);
});

it.each([
  ['duet', ['intake', 'route', 'settle-roll', 'narrate', 'check', 'apply', 'commit']],
  ['ensemble', ['intake', 'route', 'resolve', 'reflect', 'narrate', 'check', 'apply', 'commit']],
  [
    'full',
    [
      'intake',
      'route',
      'interpret',
      'validate',
      'plan',
      'resolve',
      'reflect',
      'narrate',
      'check',
      'apply',
      'commit',
    ],
  ],
] as const)('is, as %s, these steps and no others', (name, steps) => {
  expect(PIPELINES[name].names).toEqual(steps);
});

const giving = <Name extends string>(name: Name, run: () => Promise<{ readonly [key in Name]: number }>) =>
  defineStep<object, { readonly [key in Name]: number }, object>({ name, run });

it('runs two steps at the same time: each begins before the other has ended', async () => {
  let oneBegan = () => {};
  const one = new Promise<void>((settled) => {
    oneBegan = settled;
  });
  let otherBegan = () => {};
  const other = new Promise<void>((settled) => {
    otherBegan = settled;
  });
  const pipeline = Pipeline.from<object, object>().together(
    giving('one', async () => {
      oneBegan();
      await other;
      return { one: 1 };
    }),
    giving('other', async () => {
      otherBegan();
      await one;
      return { other: 2 };
    }),
  );
  expect(await pipeline.run({ start: 0 }, {}, WATCHER)).toEqual({ start: 0, one: 1, other: 2 });
});

it('has nothing of a turn still running when it fails', async () => {
  let isDone = false;
  const pipeline = Pipeline.from<object, object>().together(
    giving('one', async () => {
      throw new Error('gone');
    }),
    giving('other', async () => {
      await new Promise((settled) => setImmediate(settled));
      isDone = true;
      return { other: 2 };
    }),
  );
  await expect(pipeline.run({}, {}, WATCHER)).rejects.toThrow('gone');
  expect(isDone).toBe(true);
});

it('stops where a step waits for the player', async () => {
  const waiting = new Suspended({ kind: 'clarification', question: 'Which door?', kept: null });
  const never: string[] = [];
  const pipeline = Pipeline.from<object, object>()
    .step(defineStep<object, object, object>({ name: 'ask', run: async () => waiting }))
    .step(
      giving('later', async () => {
        never.push('later');
        return { later: 1 };
      }),
    );
  expect(await pipeline.run({}, {}, WATCHER)).toBe(waiting);
  expect(never).toEqual([]);
});
