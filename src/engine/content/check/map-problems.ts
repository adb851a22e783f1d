import type { Content } from '../library/content.ts';
import type { Problem } from '../problem.ts';
import { type CheckContext, createFieldProblem, listContents, type PackCheck } from './check-context.ts';

/** Whether the ways between places make a map. */
export const checkMap: PackCheck = (checking) =>
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
