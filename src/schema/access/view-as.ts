import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Context } from '../context.ts';

type ViewAs = 'player' | 'gm' | null;

/** Views that the root fields of one execution ask for, by response key. Executions have variables of their own. */
const asked = new WeakMap<object, ReadonlyMap<string | number, ViewAs>>();

/** Returns the context for a field: that of a player where its root field asks for `as: PLAYER`. */
export function applyViewAs(context: Context, info: GraphQLResolveInfo): Context {
  return findViewAs(info) === 'player' ? context.asPlayer() : context;
}

/** Finds the view that the root field above a field asks for; null when it asks for none. */
function findViewAs(info: GraphQLResolveInfo): ViewAs {
  const known = asked.get(info.variableValues) ?? readViews(info);
  asked.set(info.variableValues, known);
  if (known.size === 0) return null;
  let { path } = info;
  while (path.prev !== undefined) path = path.prev;
  return known.get(path.key) ?? null;
}

function readViews(info: GraphQLResolveInfo): ReadonlyMap<string | number, ViewAs> {
  const views = new Map<string | number, ViewAs>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = info.fragments[selection.name.value];
        if (fragment !== undefined) visit(fragment.selectionSet);
      } else {
        const value = selection.arguments?.find(({ name }) => name.value === 'as')?.value;
        const view =
          value?.kind === Kind.VARIABLE
            ? info.variableValues[value.name.value]
            : value?.kind === Kind.ENUM
              ? value.value.toLowerCase()
              : null;
        if (view === 'player' || view === 'gm') views.set((selection.alias ?? selection.name).value, view);
      }
    }
  };
  visit(info.operation.selectionSet);
  return views;
}
