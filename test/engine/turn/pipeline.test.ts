import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ContextPacket, GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { RecordInput } from '#engine/contracts/outcome.ts';
import type { PlanInput } from '#engine/contracts/plan.ts';
import type { ReactInput } from '#engine/contracts/reaction.ts';
import type { ReadInput } from '#engine/contracts/reading.ts';
import type { LeasedTurn, TurnTools } from '#engine/turn/engine-services.ts';
import { ASIDES, PIPELINES } from '#engine/turn/turn.ts';
import type { HiddenLore, VisibleLore } from '#retrieval/scene-lore.ts';
import type { Narrated } from '../../../src/engine/turn/context.ts';
import { defineStep, Pipeline, TurnSuspension } from '../../../src/engine/turn/pipeline.ts';
import { apply } from '../../../src/engine/turn/steps/apply.ts';
import { check } from '../../../src/engine/turn/steps/check.ts';
import { commit } from '../../../src/engine/turn/steps/commit.ts';
import { intake } from '../../../src/engine/turn/steps/intake.ts';
import { judge } from '../../../src/engine/turn/steps/judge.ts';
import { narrate } from '../../../src/engine/turn/steps/narrate.ts';
import { plan } from '../../../src/engine/turn/steps/plan.ts';
import { react, ruleReactions, skipPlan, skipReactions } from '../../../src/engine/turn/steps/react.ts';
import { read } from '../../../src/engine/turn/steps/read.ts';
import { recall } from '../../../src/engine/turn/steps/recall.ts';
import { record } from '../../../src/engine/turn/steps/record.ts';
import { resolve } from '../../../src/engine/turn/steps/resolve.ts';
import { rule } from '../../../src/engine/turn/steps/rule.ts';

const WATCHER = { started: () => {}, finished: () => {} };
const begun = Pipeline.from<LeasedTurn, TurnTools>().step(intake);
const understood = begun.step(read);
const recalled = understood.step(recall);
const ruled = recalled.step(rule);
const reacted = ruled.step(resolve).together(react, plan).step(ruleReactions);
const recorded = reacted.overlap(narrate, record, judge);
const countNotes = defineStep<Narrated, { readonly notes: number }, object>({
  name: 'count-notes',
  run: async ({ narration }) => ({ notes: narration.notes.length }),
});
const nothing = defineStep<object, object, object>({ name: 'nothing', run: async () => ({}) });

/** Each of these is an order the compiler must refuse. If it allowed one, the mark above it would be an error. */
const wrongOrders = () => [
  // @ts-expect-error words are read in the world that intake loads
  Pipeline.from<LeasedTurn, TurnTools>().step(read),
  // @ts-expect-error searches come from the Reading
  begun.step(recall),
  // @ts-expect-error the rules need a Reading
  begun.step(rule),
  // @ts-expect-error the rules need what is recalled
  understood.step(rule),
  // @ts-expect-error nobody reacts before the rules have spoken
  recalled.step(react),
  // @ts-expect-error a plan is made of validated actions
  recalled.step(plan),
  // @ts-expect-error the rulebook decides on validated actions
  recalled.step(resolve),
  // @ts-expect-error reactions are ruled after they were made
  ruled.step(ruleReactions),
  // @ts-expect-error the narrator needs the reactions, or their stand-in
  ruled.without(skipPlan).overlap(narrate, nothing, nothing),
  // @ts-expect-error the narrator needs the plan, or its stand-in
  ruled.without(skipReactions).overlap(narrate, nothing, nothing),
  // @ts-expect-error a step that gives a part early is not placed as if it did not
  reacted.step(narrate),
  // @ts-expect-error what stands behind the prose is not there while it is being written
  reacted.overlap(narrate, record, countNotes),
  // @ts-expect-error an outcome is read from prose
  reacted.step(record),
  // @ts-expect-error prose without an outcome is not checked
  reacted.overlap(narrate, nothing, judge).step(check),
  // @ts-expect-error prose without a judge's findings is not checked
  reacted.overlap(narrate, record, nothing).step(check),
  // @ts-expect-error unchecked prose does not change the world
  recorded.step(apply),
  // @ts-expect-error what was not applied cannot be committed
  recorded.step(check).step(commit),
  // @ts-expect-error of two steps at the same time neither finds what the other gives
  begun.together(read, recall),
];

/** Hidden things do not fit where open ones are asked for. */
const misplaced = {
  // @ts-expect-error secrets are no packet
  packet: (secrets: GameMasterSecrets): NarrateInput['packet'] => secrets,
  // @ts-expect-error a reader sees conditions, never secrets
  reading: (secrets: GameMasterSecrets): Partial<ReadInput> => ({ secrets }),
  // @ts-expect-error a plan has no room for secrets
  plan: (secrets: GameMasterSecrets): Partial<PlanInput> => ({ secrets }),
  // @ts-expect-error the recorder is told no secret
  record: (secrets: GameMasterSecrets): Partial<RecordInput> => ({ secrets }),
  // @ts-expect-error a character decides from itself, not from the table's packet
  reaction: (packet: ContextPacket): Partial<ReactInput> => ({ packet }),
  // @ts-expect-error the game master's lore is not the players'
  lore: (hidden: HiddenLore): VisibleLore => hidden,
};

it('marks wrong orders and misplaced secrets that the compiler must refuse', () => {
  const refused = readFileSync(import.meta.filename, 'utf8').match(/^ +\/\/ @ts-expect-error/gm);
  expect(refused).toHaveLength(wrongOrders().length + Object.keys(misplaced).length);
});

const TOLD = ['narrate', 'record', 'judge', 'check', 'apply', 'commit'];

it.each([
  ['duet', ['recall', 'rule', 'rule-reactions', ...TOLD]],
  ['ensemble', ['recall', 'rule', 'resolve', 'react', 'rule-reactions', ...TOLD]],
  ['full', ['recall', 'rule', 'resolve', 'react', 'plan', 'rule-reactions', ...TOLD]],
] as const)('is, as %s, these steps after the Reading and no others', (name, steps) => {
  expect(PIPELINES[name].names).toEqual(steps);
});

it.each([
  ['byHand', ['apply-given', 'commit']],
  ['god', ['command', 'commit']],
  ['think', ['ponder', 'commit']],
  ['dm', ['answer']],
] as const)('is, as the aside %s, these steps and no others', (name, steps) => {
  expect(ASIDES[name].names).toEqual(steps);
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

type Told = { readonly prose: string };
type Ended = { readonly choices: number };

it('begins the steps that need no more than the early part while the leading step finishes', async () => {
  const heard: string[] = [];
  const watcher = {
    started: (step: string) => heard.push(`${step} begins`),
    finished: (step: string) => heard.push(`${step} ends`),
  };
  const readBegan = Promise.withResolvers<void>();
  const pipeline = Pipeline.from<{ readonly start: number }, object>().overlap(
    {
      name: 'tell',
      run: async (_draft: object, _tools: object, giveEarly: (early: Told) => void): Promise<Ended> => {
        giveEarly({ prose: 'Rain.' });
        await readBegan.promise;
        return { choices: 3 };
      },
    },
    defineStep<Told, { readonly read: string }, object>({
      name: 'read',
      run: async ({ prose }) => {
        readBegan.resolve();
        return { read: prose };
      },
    }),
    giving('other', async () => ({ other: 2 })),
  );
  expect(await pipeline.run({ start: 0 }, {}, watcher)).toEqual({
    start: 0,
    prose: 'Rain.',
    choices: 3,
    read: 'Rain.',
    other: 2,
  });
  expect(heard.indexOf('read begins')).toBeLessThan(heard.indexOf('tell ends'));
});

it('begins nothing beside a leading step that fails before its early part, and waits for all when it fails after it', async () => {
  const begun: string[] = [];
  const failing = (isEarly: boolean) => ({
    name: 'tell',
    run: async (_draft: object, _tools: object, giveEarly: (early: Told) => void): Promise<Ended> => {
      if (isEarly) giveEarly({ prose: 'Rain.' });
      throw new Error('cut off');
    },
  });
  const slow = giving('slow', async () => {
    await new Promise((settled) => setImmediate(settled));
    begun.push('slow');
    return { slow: 1 };
  });
  const run = (isEarly: boolean) =>
    Pipeline.from<object, object>().overlap(failing(isEarly), slow, nothing).run({}, {}, WATCHER);
  await expect(run(false)).rejects.toThrow('cut off');
  expect(begun).toEqual([]);
  await expect(run(true)).rejects.toThrow('cut off');
  expect(begun).toEqual(['slow']);
});

it('fails when a step ends without the part it owes early', async () => {
  const forgetful = { name: 'tell', run: async (): Promise<Ended> => ({ choices: 0 }) };
  const pipeline = Pipeline.from<object, object>().overlap(forgetful, nothing, nothing);
  await expect(pipeline.run({}, {}, WATCHER)).rejects.toThrow('tell ended without what it gives early');
});

it('stops where a step waits for the player', async () => {
  const waiting = new TurnSuspension({
    kind: 'clarification',
    question: 'Which door?',
    options: [],
    kept: null,
  });
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
