import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Context } from '../context.ts';
import { decodeGlobalId, PLAYER_VIEW } from '../views/global-id.ts';
import { parseRecordKey } from '../views/record-id.ts';

/** View that a root field asks for: of a player, perhaps of one persona, or of the game master. */
type AskedView = { readonly as: 'player' | 'gm'; readonly personaId: string | null };

/** Views of a root field: what it asks for, else what the ids it is given carry. `nodes` has one for each id. */
type FieldViews = {
  readonly kind: 'query' | 'mutation' | 'nodes';
  readonly views: readonly (AskedView | null)[];
};

/** Views of the root fields of one execution, by response key. Executions have variables of their own. */
const asked = new WeakMap<object, ReadonlyMap<string | number, FieldViews>>();

/**
 * Returns the context for a field. It is that of a player where the root field asks for `as: PLAYER` or a persona, and where its id
 * carries such a view. A mutation is done with all rights of the viewer, and only its payload is shown in the view.
 */
export function narrowView(context: Context, info: GraphQLResolveInfo): Context {
  const view = findViewAs(info);
  return view?.as === 'player' ? context.asPlayer(view.personaId) : context;
}

/** Makes a field that takes several ids resolve each in the view it carries. */
export function resolveEachId(
  resolve: GraphQLFieldResolver<unknown, Context>,
): GraphQLFieldResolver<unknown, Context> {
  return async (parent, { ids }, context, info) => {
    const answers = [ids].flat().map((id) => {
      const view = findCarriedView(id);
      return resolve(parent, { ids: [id] }, view === null ? context : context.asPlayer(view.personaId), info);
    });
    return (await Promise.all(answers)).flat();
  };
}

/** Finds the view of the root field above a field; null when it has none. */
function findViewAs(info: GraphQLResolveInfo): AskedView | null {
  const known = asked.get(info.variableValues) ?? readViews(info);
  asked.set(info.variableValues, known);
  if (known.size === 0) return null;
  const keys: (string | number)[] = [];
  for (let at: typeof info.path | undefined = info.path; at !== undefined; at = at.prev) keys.unshift(at.key);
  const [root = '', item] = keys;
  const field = known.get(root);
  // The items of `nodes` have views of their own, and a mutation is done before its payload is shown.
  if (field === undefined || (field.kind !== 'query' && item === undefined)) return null;
  return field.views[field.kind === 'nodes' ? Number(item) : 0] ?? null;
}

function readViews(info: GraphQLResolveInfo): ReadonlyMap<string | number, FieldViews> {
  const fields = listFields(info.operation.selectionSet, info);
  const isMutation = info.operation.operation === OperationTypeNode.MUTATION;
  return new Map(
    fields.flatMap((field) => {
      const args = new Map(
        (field.arguments ?? []).map(({ name, value }) => [
          name.value,
          valueFromASTUntyped(value, info.variableValues),
        ]),
      );
      const kind = isMutation ? 'mutation' : field.name.value === 'nodes' ? 'nodes' : 'query';
      const views = kind === 'nodes' ? readEachView(args.get('ids')) : [readView(args)];
      const key = (field.alias ?? field.name).value;
      return views.every((view) => view === null) ? [] : [[key, { kind, views }] as const];
    }),
  );
}

function readEachView(ids: unknown): readonly (AskedView | null)[] {
  return [ids].flat().map(findCarriedView);
}

function readView(args: ReadonlyMap<string, unknown>): AskedView | null {
  const persona = args.get('persona');
  // A persona is always seen with the rights of its player.
  if (typeof persona === 'string') return { as: 'player', personaId: toPersonaId(persona) };
  const as = String(args.get('as')).toLowerCase();
  if (as === 'player' || as === 'gm') return { as, personaId: null };
  return [...args.values()].map(findCarriedView).find((view) => view !== null) ?? null;
}

/** Returns the id inside the campaign of a persona that is named by either of its ids. */
function toPersonaId(named: string): string {
  const globalId = decodeGlobalId(named);
  return globalId === null ? named : (parseRecordKey(globalId.id)?.recordId ?? named);
}

/** Longer texts are no ids. */
const LONGEST_ID = 1_000;

/** Finds the view that an id carries, also inside an input object; null when there is none. */
function findCarriedView(value: unknown): AskedView | null {
  if (typeof value === 'string') {
    const view = value.length > LONGEST_ID ? null : (decodeGlobalId(value)?.view ?? null);
    return view === null ? null : { as: 'player', personaId: view === PLAYER_VIEW ? null : view };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const part of Object.values(value)) {
    const view = findCarriedView(part);
    if (view !== null) return view;
  }
  return null;
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
