import { expect, it } from 'vitest';
import { checkProse } from '#engine/turn/narration/exact-checks.ts';
import { type LabelledNarration, readLabelledNarrations } from '../../../support/labelled-narrations.ts';
import { factsWith } from './prose-facts.ts';

const MAJOR = new Set(['chapter_start', 'year_end', 'opening', 'battle']);

function findKinds({ prose, player, world, rolls, row, call = '' }: LabelledNarration): ReadonlySet<string> {
  const people = [...world.personas, ...world.present, ...world.absent, ...world.dead];
  const names = people.map(({ name, aliases }) => [name, ...aliases].join(', '));
  const facts = factsWith({
    secrets: world.secrets,
    known: [
      ...world.known,
      ...names,
      [world.place, ...world.otherPlaces].join(', '),
      [...world.held, ...world.otherItems].join(', '),
      player,
      ...(row === undefined ? [] : [row.outcome]),
    ],
    labels: world.internalLabels,
    rolls: rolls.map(({ line, expression, faces, total, target }) =>
      [line, expression, ...faces, total, target?.value ?? ''].join(' '),
    ),
    isMajorScene: MAJOR.has(call),
  });
  return new Set(checkProse(prose, facts).map(({ kind }) => kind));
}

const judged = readLabelledNarrations().map((narration) => ({ narration, kinds: findKinds(narration) }));

it('raises no alarm in ordinary narrations', () => {
  const ordinary = judged.filter(({ narration }) => narration.fault === null);
  expect(ordinary.length).toBeGreaterThan(1700);
  const alarms = ordinary.flatMap(({ narration, kinds }) =>
    [...kinds].map((kind) => `${narration.id}: ${kind}`),
  );
  expect(alarms).toEqual([]);
});

it('raises no other alarm in faulty narrations', () => {
  const others = judged.flatMap(({ narration: { id, fault }, kinds }) =>
    fault === null ? [] : [...kinds].filter((kind) => kind !== fault).map((kind) => `${id}: ${kind}`),
  );
  expect(others).toEqual([]);
});

/**
 * How many faults are exact enough to be found without understanding the prose. The rest is the judge's work: paraphrased secrets,
 * dice told in words, labels the data does not list, and all of agency, contradiction and binding rows.
 */
const FLOORS = [
  ['internal_labels', 74, 60],
  ['secrets', 178, 58],
  ['dice', 92, 24],
  ['length', 50, 38],
  ['agency', 482, 0],
  ['contradiction', 202, 0],
  ['binding_row', 83, 0],
] as const;

it.each(FLOORS)('finds of the kind %s, of %i, at least %i', (kind, total, floor) => {
  const faulty = judged.filter(({ narration }) => narration.fault === kind);
  const found = faulty.filter(({ kinds }) => kinds.has(kind)).length;
  console.info(`exact checks, ${kind}: ${found} of ${faulty.length}`);
  expect(faulty).toHaveLength(total);
  expect(found).toBeGreaterThanOrEqual(floor);
});

it('finds every secret that is told verbatim, and every listed label', () => {
  const states = new Map(judged.map(({ narration }) => [narration.state, narration]));
  const missed = [...states.values()].flatMap((narration) => [
    ...narration.world.secrets.filter(
      (secret) =>
        !findKinds({ ...narration, player: '', prose: `It rains. ${secret} Nobody speaks.` }).has('secrets'),
    ),
    ...narration.world.internalLabels.filter(
      (label) =>
        /[\s_]|^[A-Z]{4}$/.test(label) &&
        !findKinds({ ...narration, prose: `They are ${label}, all of them.` }).has('internal_labels'),
    ),
  ]);
  expect(missed).toEqual([]);
});
