import type { Calendar } from '#engine/rules/calendar.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { ACTING_PERSONA } from '#engine/state/operation.ts';
import { isConditionMet } from '#engine/state/settle-story.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';
import { beginCampaign, type CampaignStart } from '../begin-campaign.ts';
import type { Contents } from '../library/build-contents.ts';
import type { Content } from '../library/content.ts';
import { createLibrary } from '../library/create-library.ts';
import type { OrderedPacks } from '../library/order-packs.ts';
import { mapOperation } from '../pack-operations.ts';
import { type FieldPath, isError, type Problem, toSentence } from '../problem.ts';
import { compileRules } from '../ruleset-rules.ts';
import { getCalendar, readDate } from '../world-calendar.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';
import { checkDiscoveries } from './discovery-problems.ts';
import { checkEntryPoints } from './entry-problems.ts';
import { checkImages } from './image-problems.ts';
import { checkLoreKeys } from './lore-key-problems.ts';
import { checkOperations, listPlacedOperations } from './operation-problems.ts';
import { checkContentFiles, checkManifests } from './pack-problems.ts';
import { checkCallTemplates, checkRulesets, checkStatBlocks } from './ruleset-problems.ts';
import { checkSecrets } from './secret-problems.ts';
import { checkStories, findUnreachableEndings, listEntryConditions } from './story-problems.ts';

/** Whether bestiaries and spellbooks name each thing once, and each attack of a multiattack exists. */
const checkFigures: PackCheck = (checking) => {
  const bestiaries = listContents(checking, 'bestiary');
  return [
    ...findRepeatedIds(
      checking,
      'creatures',
      bestiaries.map((file) => [file, file.data.creatures]),
    ),
    ...findRepeatedIds(
      checking,
      'spells',
      listContents(checking, 'spellbook').map((file) => [file, file.data.spells]),
    ),
    ...bestiaries.flatMap((bestiary) => findMissingAttacks(checking, bestiary)),
  ];
};

function findRepeatedIds(
  checking: CheckContext,
  key: string,
  files: readonly (readonly [file: Content, listed: readonly { readonly id: string }[]])[],
): readonly Problem[] {
  const seen = new Set<string>();
  return files.flatMap(([file, listed]) =>
    listed.flatMap(({ id }, index) => {
      const fullId = `${file.packId}:${id}`;
      if (!seen.has(fullId)) {
        seen.add(fullId);
        return [];
      }
      const path: FieldPath = [key, index, 'id'];
      const finding = {
        code: 'duplicate-id',
        message: `${id} is written twice in this pack.`,
        advice: 'Keep one of them.',
      };
      return [createFieldProblem(checking, file, path, finding)];
    }),
  );
}

function findMissingAttacks(checking: CheckContext, bestiary: Content<'bestiary'>): readonly Problem[] {
  return bestiary.data.creatures.flatMap(({ attacks, save_actions = [], multiattack = [] }, creature) => {
    const names = [...attacks, ...save_actions].map(({ name }) => name);
    return multiattack.flatMap(({ attack }, index) => {
      if (names.includes(attack)) return [];
      const path: FieldPath = ['creatures', creature, 'multiattack', index, 'attack'];
      const finding = {
        code: 'unknown-attack',
        message: `There is no attack ${attack}.`,
        advice: names.length === 0 ? 'Write it under attacks.' : `Its attacks are ${names.join(', ')}.`,
      };
      return [createFieldProblem(checking, bestiary, path, finding)];
    });
  });
}

/** Whether the ways between places make a map. */
const checkMap: PackCheck = (checking) =>
  listContents(checking, 'location').flatMap((place) => [
    ...exitProblems(checking, place),
    ...partOfItself(checking, place),
  ]);

function exitProblems(checking: CheckContext, place: Content<'location'>): readonly Problem[] {
  const seen = new Set<string>();
  return (place.data.exits ?? []).flatMap(({ to, one_way }, index) => {
    const path = ['exits', index, 'to'];
    if (to === place.id) {
      const message = 'The exit leads back to the same place.';
      return [
        createFieldProblem(checking, place, path, {
          code: 'exit-to-itself',
          message,
          advice: 'Name another location.',
        }),
      ];
    }
    if (seen.has(to)) {
      const message = `There are two exits to ${to}.`;
      const advice = 'Keep one; say in its label how many ways there are.';
      return [
        createFieldProblem(checking, place, path, {
          severity: 'warning',
          code: 'duplicate-exit',
          message,
          advice,
        }),
      ];
    }
    seen.add(to);
    return wayBack(checking, place, index, to, one_way);
  });
}

function wayBack(
  checking: CheckContext,
  place: Content<'location'>,
  index: number,
  to: string,
  isOneWay: boolean,
): readonly Problem[] {
  const back = checking.library.find('location', to)?.data.exits;
  if (back === undefined) return [];
  // An exit to nowhere may be the very one that is missing; it has been told already.
  if (back.some((exit) => checking.library.find('location', exit.to) === null)) return [];
  const hasWayBack = back.some((exit) => exit.to === place.id);
  if (hasWayBack !== isOneWay) return [];
  const message = hasWayBack ? `The exit is one_way, but ${to} has one back.` : `${to} has no exit back.`;
  const advice = hasWayBack
    ? 'Remove one_way, or the exit back.'
    : `Add an exit to ${place.id} there, or say one_way: true here.`;
  return [
    createFieldProblem(checking, place, ['exits', index, 'to'], {
      severity: 'warning',
      code: 'no-way-back',
      message,
      advice,
    }),
  ];
}

function partOfItself(checking: CheckContext, place: Content<'location'>): readonly Problem[] {
  const above = new Set<string>();
  let { part_of: parent } = place.data;
  while (parent !== undefined && !above.has(parent)) {
    above.add(parent);
    parent = checking.library.find('location', parent)?.data.part_of;
  }
  if (!above.has(place.id)) return [];
  const message = `${place.id} is part of itself, by way of ${[...above].join(', ')}.`;
  return [
    createFieldProblem(checking, place, ['part_of'], { code: 'cycle', message, advice: 'Break the circle.' }),
  ];
}

/** Checks that every date can be read in the calendar of its world, and comes in a sensible order. */
const checkDates: PackCheck = (checking) => [
  ...listContents(checking, 'entry_point').flatMap((entry) => entryDates(checking, entry)),
  ...datedContents(checking).flatMap(({ content, dates }) => {
    const calendar = onlyCalendar(checking, content);
    return calendar === null
      ? []
      : dates.flatMap(([path, text]) => unreadable(checking, content, calendar, path, text));
  }),
];

type Dated = {
  readonly content: Content;
  readonly dates: readonly (readonly [FieldPath, string | undefined])[];
};

function datedContents(checking: CheckContext): readonly Dated[] {
  return [
    ...listContents(checking, 'character').map((content) => ({
      content,
      dates: [[['born'], content.data.born] as const, [['died'], content.data.died] as const],
    })),
    ...listContents(checking, 'history').map((content) => ({
      content,
      dates: [[['from'], content.data.from] as const, [['to'], content.data.to] as const],
    })),
    ...listContents(checking, 'event').map((content) => ({
      content,
      dates: [[['date'], content.data.date] as const],
    })),
    ...listContents(checking, 'law').map((content) => ({
      content,
      dates: [[['enacted'], content.data.enacted] as const, [['repealed'], content.data.repealed] as const],
    })),
  ];
}

/** Files do not say which world they belong to; where the worlds of a pack disagree, nothing can be said. */
function onlyCalendar(checking: CheckContext, content: Content): Calendar | null {
  const worlds = narrowToPack(checking, content).all('world');
  const calendars = new Set(worlds.map(getCalendar));
  const [only] = calendars;
  return calendars.size === 1 ? (only ?? null) : null;
}

function unreadable(
  checking: CheckContext,
  content: Content,
  calendar: Calendar,
  path: FieldPath,
  text: string | undefined,
): readonly Problem[] {
  if (text === undefined) return [];
  const moment = readDate(calendar, text);
  if (!isRejection(moment)) return [];
  const message = `${text} is no date of the calendar ${calendar.name}.`;
  return [
    createFieldProblem(checking, content, path, {
      code: 'bad-date',
      message,
      advice: toSentence(moment.reason),
    }),
  ];
}

function entryDates(checking: CheckContext, entry: Content<'entry_point'>): readonly Problem[] {
  const world = narrowToPack(checking, entry).find('world', entry.data.world);
  if (world === null) return [];
  const calendar = getCalendar(world);
  const { opening, deadlines } = entry.data;
  const start = readDate(calendar, opening.time);
  if (isRejection(start)) return unreadable(checking, entry, calendar, ['opening', 'time'], opening.time);
  const conditions = listEntryConditions(entry).flatMap(({ path, condition: { date } }) =>
    unreadable(checking, entry, calendar, [...path, 'date'], date),
  );
  const due = deadlines.flatMap(({ due }, index) => {
    const path = ['deadlines', index, 'due'];
    const moment = due === undefined ? null : readDate(calendar, due);
    if (moment === null) return [];
    if (isRejection(moment)) return unreadable(checking, entry, calendar, path, due);
    if (compareWorldTimes(moment, start) > 0) return [];
    const message = `${due} lies before the opening, ${opening.time}.`;
    return [
      createFieldProblem(checking, entry, path, {
        code: 'bad-date',
        message,
        advice: 'Write a later date, or due_in.',
      }),
    ];
  });
  return [...withoutHour(checking, entry, calendar), ...conditions, ...due];
}

/** Reports an opening time without an hour: to such a date an hour can be added. */
function withoutHour(
  checking: CheckContext,
  entry: Content<'entry_point'>,
  calendar: Calendar,
): readonly Problem[] {
  const { time } = entry.data.opening;
  const isWhole = [' 12:00', ', 12:00'].every((hour) => isRejection(calendar.parse(`${time}${hour}`)));
  if (isWhole && !/^-?\d+$/.test(time)) return [];
  const message = `The story begins on ${time}, but nobody says at which hour.`;
  const advice = 'Write the hour behind it, as in "1890-11-12 17:40".';
  return [createFieldProblem(checking, entry, ['opening', 'time'], { code: 'no-hour', message, advice })];
}

/**
 * Begins each entry point with its first persona, as the last test. Skips it where another problem was found: other
 * checks explain it more plainly.
 */
function checkBeginnings(checking: CheckContext, found: readonly Problem[]): readonly Problem[] {
  const broken = new Set(
    [...found, ...checking.ordered.problems].filter(isError).map(({ packId }) => packId),
  );
  for (const { manifest, problems } of checking.ordered.packs) {
    if (problems.some(isError)) broken.add(manifest.id);
  }
  const isBroken = ({ packId }: Content) =>
    [...(checking.ordered.closures.get(packId) ?? [])].some((id) => broken.has(id));
  return listContents(checking, 'entry_point')
    .filter((entry) => !isBroken(entry))
    .flatMap((entry) => failedBeginning(checking, entry));
}

function failedBeginning(checking: CheckContext, entry: Content<'entry_point'>): readonly Problem[] {
  const start = beginCampaign(checking.library, entry.id);
  if (!isRejection(start)) {
    return [
      ...findUnreachableEndings(checking, entry),
      ...endedBeginning(checking, entry, start),
      ...triedOperations(checking, entry, start),
    ];
  }
  const message = `A campaign cannot begin here: ${start.reason}`;
  const advice = 'Mend what the sentence names.';
  return [createFieldProblem(checking, entry, start.path ?? [], { code: 'cannot-begin', message, advice })];
}

/** Reports an ending that holds before anything has happened. */
function endedBeginning(
  checking: CheckContext,
  entry: Content<'entry_point'>,
  { snapshot, worldId }: CampaignStart,
): readonly Problem[] {
  const world = checking.library.find('world', worldId);
  const calendar = world === null ? null : getCalendar(world);
  return (snapshot.endings ?? []).flatMap(({ when, title }, index) => {
    if (calendar === null || !isConditionMet(when, snapshot, calendar)) return [];
    const message = `${title} holds when the story begins, so it would end at once.`;
    const advice = 'Ask for something that only play can bring about.';
    const problem = { code: 'ends-at-once', message, advice };
    return [createFieldProblem(checking, entry, ['endings', index, 'when'], problem)];
  });
}

/** Operations whose paths can only be judged in a world, and the refusals that no course of play can avoid. */
const WITH_PATHS: readonly string[] = ['set', 'increment', 'decrement', 'append', 'remove', 'update_entity'];
const FAULTS: readonly string[] = ['unknown-path', 'bad-path', 'replaces-parent', 'not-a-list'];
/** Whether the value fits depends on play only where it is counted up or down. */
const WITH_VALUES: readonly string[] = ['set', 'append', 'update_entity'];

/** Tries operations that name a path in the world at the beginning. */
function triedOperations(
  checking: CheckContext,
  entry: Content<'entry_point'>,
  { snapshot, worldId, rulesetIds, entityIds }: CampaignStart,
): readonly Problem[] {
  const [world, ruleset] = [
    checking.library.find('world', worldId),
    checking.library.find('ruleset', rulesetIds[0] ?? ''),
  ];
  const rules = ruleset === null ? null : compileRules(ruleset);
  if (world === null || rules === null || isRejection(rules)) return [];
  const context = { asker: 'engine', sceneIndex: 1, rules, calendar: getCalendar(world) } as const;
  const included = [...entityIds.keys()].flatMap((id) => checking.library.findAny(id) ?? []);
  const [personaId] = snapshot.personas;
  return [entry, ...included, ...(ruleset === null ? [] : [ruleset])].flatMap((content) =>
    listPlacedOperations(content)
      .filter(({ operation }) => WITH_PATHS.includes(operation.op))
      .flatMap(({ path, operation }) => {
        // The file was read as JSON, and everything in an operation comes from it.
        const data = operation as { readonly [key: string]: Json };
        const proposal = mapOperation(data, ({ text }) =>
          text === ACTING_PERSONA ? (personaId ?? text) : (entityIds.get(text) ?? text),
        );
        const dice = { seed: '', nextOrdinal: 0 };
        const [refused] = applyOperations(snapshot, [proposal], { ...context, dice }).rejected;
        const code = refused?.rejection.rejected ?? '';
        const isWrong = code === 'invalid-result' && WITH_VALUES.includes(operation.op);
        if (refused === undefined || !(FAULTS.includes(code) || isWrong)) return [];
        const message = `${operation.op}: ${refused.rejection.reason}`;
        const advice = 'Write a path and a value that the ruleset knows.';
        return [createFieldProblem(checking, content, path, { code: 'bad-operation', message, advice })];
      }),
  );
}

/** Everything the checker looks for beyond the form of each file. */
const CHECKS: readonly PackCheck[] = [
  checkManifests,
  checkImages,
  checkContentFiles,
  checkRulesets,
  checkCallTemplates,
  checkStatBlocks,
  checkFigures,
  checkEntryPoints,
  checkLoreKeys,
  checkDates,
  checkOperations,
  checkStories,
  checkMap,
  checkDiscoveries,
  checkSecrets,
];

/** Runs all checks that need the packs put together. */
export function checkContents(ordered: OrderedPacks, contents: Contents): readonly Problem[] {
  const checking: CheckContext = { ordered, contents, library: createLibrary(ordered, [], contents) };
  const found = [...contents.problems, ...CHECKS.flatMap((check) => check(checking))];
  return [...found, ...checkBeginnings(checking, found)];
}
