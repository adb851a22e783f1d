import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
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
  const fields = listFields(info.operation.selectionSet, info);
  return new Map(
    fields.flatMap((field) => {
      const view = readView(field, info);
      return view === null ? [] : [[(field.alias ?? field.name).value, view] as const];
    }),
  );
}

/** Lists the fields of a selection, those of its fragments included. */
function listFields({ selections }: SelectionSetNode, info: GraphQLResolveInfo): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return listFields(selection.selectionSet, info);
    const fragment = info.fragments[selection.name.value];
    return fragment === undefined ? [] : listFields(fragment.selectionSet, info);
  });
}

function readView(field: FieldNode, { variableValues }: GraphQLResolveInfo): ViewAs {
  const value = field.arguments?.find(({ name }) => name.value === 'as')?.value;
  if (value?.kind === Kind.ENUM) return toView(value.value.toLowerCase());
  return value?.kind === Kind.VARIABLE ? toView(variableValues[value.name.value]) : null;
}

function toView(value: unknown): ViewAs {
  return value === 'player' || value === 'gm' ? value : null;
}
