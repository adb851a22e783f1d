import graphql from '@graphql-eslint/eslint-plugin';
import { ESLint, type Linter } from 'eslint';

/** What is asked of the schema beyond what GraphQL asks of every schema. */
const RULES: Linter.RulesRecord = {
  ...graphql.configs['flat/schema-all'].rules,
  ...graphql.configs['flat/schema-relay'].rules,
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      rootField: true,
      DirectiveDefinition: true,
      FieldDefinition: true,
      EnumValueDefinition: true,
      InputValueDefinition: true,
    },
  ],
  '@graphql-eslint/require-deprecation-reason': 'error',
  '@graphql-eslint/require-deprecation-date': ['error', { argumentName: 'reason' }],
  // Lists that are no connections are short and whole; edges may lead to what has no id of its own.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  // Printed in order already; only the names of fields that are ids come as the files have them.
  '@graphql-eslint/alphabetize': 'off',
  '@graphql-eslint/no-root-type': 'off',
  // A result union always answers: a failure is a member of it.
  '@graphql-eslint/require-nullable-result-in-root': 'off',
  // `id` is for what can be fetched again by it; records inside a campaign say `factId`.
  '@graphql-eslint/strict-id-in-types': 'off',
  '@graphql-eslint/no-typename-prefix': 'off',
  '@graphql-eslint/input-name': 'off',
};

/** Everything the linter finds in a schema, as sentences. */
export async function lintSchema(sdl: string): Promise<readonly string[]> {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.graphql'],
        // The plugin is made for this linter; its types were written for an older one.
        plugins: { '@graphql-eslint': graphql as unknown as ESLint.Plugin },
        languageOptions: {
          parser: graphql.parser as Linter.Parser,
          parserOptions: { graphQLConfig: { schema: sdl } },
        },
        rules: RULES,
      },
    ],
  });
  const results = await eslint.lintText(sdl, { filePath: 'src/schema/schema.graphql' });
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `schema.graphql:${line} ${ruleId ?? 'syntax'}: ${message}`),
  );
}
