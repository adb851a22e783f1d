// Checks the types of the studio: writes the types of the committed schema for gql.tada, then runs the compiler.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// biome-ignore lint/correctness/noUndeclaredDependencies: it is a part of gql.tada and comes with it.
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const schema = buildSchema(readFileSync(path('src/schema/authoring.graphql'), 'utf8'));
const introspection = minifyIntrospection(introspectionFromSchema(schema, { inputValueDeprecation: true }));
const types = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
writeFileSync(path('src/studio/api/introspection.d.ts'), types);

const { status } = spawnSync(
  process.execPath,
  [path('node_modules/typescript/bin/tsc'), '-p', path('src/studio')],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
