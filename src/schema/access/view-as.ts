import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Context } from '../context.ts';

/** A view that a root field asks for: of a player, perhaps of one persona, or of the game master. */
type AskedView = { readonly as: 'player' | 'gm'; readonly personaId: string | null };

/** Views that the root fields of one execution ask for, by response key. Executions have variables of their own. */
const asked = new WeakMap<object, ReadonlyMap<string | number, AskedView>>();

/** Returns the context for a field: that of a player where its root field asks for `as: PLAYER` or for a persona. */
export function narrowView(context: Context, info: GraphQLResolveInfo): Context {
  const view = findViewAs(info);
  return view?.as === 'player' ? context.asPlayer(view.personaId) : context;
}

/** Finds the view that the root field above a field asks for; null when it asks for none. */
function findViewAs(info: GraphQLResolveInfo): AskedView | null {
  const known = asked.get(info.variableValues) ?? readViews(info);
  asked.set(info.variableValues, known);
  if (known.size === 0) return null;
  let { path } = info;
  while (path.prev !== undefined) path = path.prev;
  return known.get(path.key) ?? null;
}

function readViews(info: GraphQLResolveInfo): ReadonlyMap<string | number, AskedView> {
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

function readView(field: FieldNode, info: GraphQLResolveInfo): AskedView | null {
  const personaId = readArgument('persona', field, info);
  // A persona is always seen with the rights of its player.
  if (typeof personaId === 'string') return { as: 'player', personaId };
  const as = String(readArgument('as', field, info)).toLowerCase();
  return as === 'player' || as === 'gm' ? { as, personaId: null } : null;
}

function readArgument(name: string, field: FieldNode, { variableValues }: GraphQLResolveInfo): unknown {
  const value = field.arguments?.find((argument) => argument.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return variableValues[value.name.value];
  return value?.kind === Kind.ENUM || value?.kind === Kind.STRING ? value.value : null;
}
