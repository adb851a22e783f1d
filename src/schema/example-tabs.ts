import { readFileSync } from 'node:fs';

const OPERATIONS = new URL('../../operations/', import.meta.url);

/** A first evening, tab by tab: each operation with the variables to fill in from the answers before. */
const TABS: readonly (readonly [operation: string, variables: Readonly<Record<string, string>>])[] = [
  ['browse-entry-points', {}],
  ['start-campaign', { entryPointId: 'an id from the first tab' }],
  ['watch-turns', { sessionId: 'the session you began' }],
  [
    'take-turn',
    { sessionId: 'the session you began', actionId: 'a fresh id', text: 'I ask who was here last.' },
  ],
  ['show-session', { sessionId: 'the session you began' }],
  ['show-scene', { sceneId: 'the id of a scene' }],
  ['list-campaigns', {}],
];

export type ExampleTab = { readonly query: string; readonly variables: string };

/** The example operations GraphiQL opens with. They are the files of `operations/`, which the tests run. */
export function exampleTabs(): ExampleTab[] {
  return TABS.map(([operation, variables]) => ({
    query: readFileSync(new URL(`${operation}.graphql`, OPERATIONS), 'utf8'),
    variables: JSON.stringify(variables, null, 2),
  }));
}
