import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './introspection.d.ts';

/** Types documents by the schema. Fragments are not masked: a panel reads what its document asks for. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; Cursor: string; JSON: unknown; SafeInt: number };
}>();

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
