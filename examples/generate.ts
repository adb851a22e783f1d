import { mkdirSync, writeFileSync } from 'node:fs';
import { generate } from '@graphql-codegen/cli';

const CONFIG = {
  documentMode: 'string',
  enumsAsTypes: true,
  useTypeImports: true,
  strictScalars: true,
  scalars: { ID: 'string', DateTime: 'string', Cursor: 'string', SafeInt: 'number', JSON: 'unknown' },
} as const;

/** The operations that the example client uses. */
export const USED = ['browse-entry-points', 'start-campaign', 'take-turn', 'answer-prompt', 'watch-turns'];

/** One typed document for each operation: what it takes and what it answers. Gives the text of the file. */
export async function typedOperations(documents: readonly string[]): Promise<string> {
  const files: { filename: string; content: string }[] = await generate(
    {
      schema: 'src/schema/schema.graphql',
      documents: documents.map((name) => `operations/${name}.graphql`),
      silent: true,
      emitLegacyCommonJSImports: false,
      importExtension: '.ts',
      generates: {
        'generated/': { preset: 'client', presetConfig: { fragmentMasking: false }, config: CONFIG },
      },
    },
    false,
  );
  const typed = files.find(({ filename }) => filename.endsWith('graphql.ts'));
  if (typed === undefined) throw new Error('the generator wrote no graphql.ts');
  return typed.content;
}

if (import.meta.main) {
  mkdirSync('examples/generated', { recursive: true });
  writeFileSync('examples/generated/graphql.ts', await typedOperations(USED));
}
