import { type Roll as Dice, diceIndexOf } from '#engine/rules/roll.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf, numberKey, pageRequest } from '../connection.ts';
import { diceOf, rollsOfScene, rollsOfTurn } from '../rolls-of.ts';
import { wordEnum } from '../word-enum.ts';
import { Scene } from './scene.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

const Advantage = wordEnum('Advantage', 'Whether the first die was thrown twice.', {
  NONE: 'It was thrown once.',
  ADVANTAGE: 'The higher of two throws counts.',
  DISADVANTAGE: 'The lower of two throws counts.',
});

const RollSource = wordEnum('RollSource', 'Who threw the dice.', {
  ENGINE: 'The engine, from the session’s seed.',
  PLAYER: 'The player, with dice of their own: nobody can check those.',
});

const RollTargetKind = wordEnum('RollTargetKind', 'What a roll has to reach.', {
  DC: 'A difficulty class.',
  AC: 'The armour class of whoever is attacked.',
});

const RollTarget = builder.objectRef<NonNullable<Dice['target']>>('RollTarget').implement({
  description: 'The number a roll has to reach.',
  fields: (t) => ({
    kind: t.field({ type: RollTargetKind, description: 'What it stands for.', resolve: ({ kind }) => kind }),
    value: t.exposeInt('value', { description: 'The number.' }),
  }),
});

export const Roll = builder.objectRef<Dice>('Roll').implement({
  description: 'Dice that fell. Nobody can change them afterwards, and whoever narrates is told them.',
  fields: (t) => ({
    expression: t.exposeString('expression', { description: 'What was rolled: `2d6+1d4+3`.' }),
    advantage: t.field({
      type: Advantage,
      description: 'Whether the first die was thrown twice.',
      resolve: ({ advantage }) => advantage,
    }),
    faces: t.exposeIntList('faces', {
      description: 'Every die thrown, in order, also those that did not count.',
    }),
    dropped: t.exposeIntList('dropped', {
      description: 'The places in `faces`, from 0, of dice that did not count.',
    }),
    modifier: t.exposeInt('modifier', { description: 'What was added.' }),
    total: t.exposeInt('total', { description: 'The sum.' }),
    purpose: t.exposeString('purpose', { description: 'What the roll decides.' }),
    source: t.field({ type: RollSource, description: 'Who threw.', resolve: ({ source }) => source }),
    target: t.field({
      type: RollTarget,
      nullable: true,
      description: 'What it had to reach; null when there was no such number.',
      resolve: ({ target }) => target ?? null,
    }),
    result: t.string({
      nullable: true,
      description: 'What the total means by the rules; null when it means nothing by itself.',
      resolve: ({ result }) => result ?? null,
    }),
    line: t.exposeString('line', { description: 'The whole roll as one line that can be checked by hand.' }),
    sceneIndex: t.int({
      description: 'The index of the scene its turn made.',
      resolve: ({ position }) => position.sceneIndex,
    }),
    ordinal: t.int({
      description: 'Which check of that turn, from 0.',
      resolve: ({ position }) => position.ordinal,
    }),
    diceIndex: t.int({
      description:
        'Where in the stream of the seed its scene stands: scenes in which the story stood still and no dice fell are not counted. With the seed and the ordinal it decides the faces.',
      resolve: ({ position }) => diceIndexOf(position),
    }),
  }),
});

builder.objectField(Turn, 'rolls', (t) =>
  t.field({
    type: [Roll],
    description: 'Its dice, in the order they fell; empty unless it is committed.',
    resolve: async (turn, _args, context) => [...(await rollsOfTurn(turn, context))],
  }),
);

builder.objectField(Scene, 'rolls', (t) =>
  t.field({
    type: [Roll],
    description: 'The dice of the turn that made it, in the order they fell.',
    resolve: async (scene, _args, context) => [...(await rollsOfScene(scene, context))],
  }),
);

builder.objectField(Session, 'rolls', (t) =>
  t.connection(
    {
      type: Roll,
      description: 'Every roll of its committed turns and of those it grew from, in the order they fell.',
      resolve: async ({ lineage }, args, { loaders }) => {
        const page = pageRequest(args, numberKey);
        const { items, hasMore } = await loaders.rollPage.load({ lineage, page });
        const rolls = items.map(({ roll, place }) => ({ ...diceOf(roll), place }));
        return connectionOf({ items: rolls, hasMore }, page, ({ place }) => place);
      },
    },
    ...connectionNames('Roll', 'rolls'),
  ),
);
