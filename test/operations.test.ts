import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'graphql';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gameSchema, schema } from '#schema/schema.ts';
import { quayAndWaitingQuay } from './support/asking-packs.ts';
import { openEngine } from './support/engine.ts';
import { exampleOperations, rootFields } from './support/example-operations.ts';
import { type Stage, setStage } from './support/operation-stage.ts';
import { scriptedScenario } from './support/scripted-scenario.ts';
import { patientStoryteller } from './support/sittings-stage.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let stage: Stage;
beforeAll(async () => {
  engine = await openEngine({
    provider: patientStoryteller,
    scenarioProvider: scriptedScenario().provider,
    writePacks: (folder) => {
      quayAndWaitingQuay(folder);
      // Imported cards stand on it.
      cpSync('content_packs/just_talk', join(folder, 'just_talk'), { recursive: true });
    },
  });
  stage = await setStage(engine.url);
});
afterAll(() => engine.close());

const examples = exampleOperations();
const files = examples.map((example) => [example.file, example] as const);
const kebab = (name: string) => name.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase();

it('has an example for every field of Query, Mutation and Subscription', () => {
  const covered = new Set(examples.flatMap(({ definitions }) => definitions.flatMap(rootFields)));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const missing = roots.flatMap((type) =>
    Object.keys(type?.getFields() ?? {})
      .filter((field) => !covered.has(`${type?.name}.${field}`))
      .map(
        (field) =>
          `${type?.name}.${field}: add operations/${kebab(field)}.graphql, or one in operations/authoring, with one operation that asks for it`,
      ),
  );

  expect(missing).toEqual([]);
});

it.each(files)('%s is one valid operation with a sentence above it, named like its file', (file, example) => {
  const [operation] = example.definitions;

  expect(example.definitions).toHaveLength(1);
  expect(kebab(operation?.name?.value ?? '')).toBe(file);
  expect(example.text).toMatch(/^# [A-Z].*[.?]\n(query|mutation|subscription) /);
  expect(
    validate(example.isAuthoring ? schema : gameSchema, example.document).map(({ message }) => message),
  ).toEqual([]);
});

/** Runs an example as a client would, over server-sent events: one that answers once, or a subscription until it says something. */
async function run(text: string, variables: Record<string, unknown>, path: string): Promise<object> {
  const client = createClient({ url: `${engine.url}${path}`, retryAttempts: 0 });
  for await (const { data, errors } of client.iterate({ query: text, variables })) {
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return Object(data);
  }
  throw new Error('the server said nothing');
}

it.each(files)(
  '%s does what it says on the real server',
  async (file, { definitions, text, isAuthoring }) => {
    const [operation] = definitions;
    if (operation?.name === undefined) throw new Error(`operations/${file}.graphql names no operation`);
    const declared = operation.variableDefinitions ?? [];
    const variables = await stage.variablesFor(
      operation.name.value,
      declared.map(({ variable }) => variable.name.value),
    );
    const unknown = declared.filter(
      ({ variable, type, defaultValue }) =>
        type.kind === 'NonNullType' &&
        defaultValue === undefined &&
        variables[variable.name.value] === undefined,
    );
    expect(
      unknown.map(({ variable }) => `say in test/support/operation-stage.ts what $${variable.name.value} is`),
    ).toEqual([]);

    const answer = await run(text, variables, isAuthoring ? '/graphql/authoring' : '/graphql');
    for (const [field, value] of Object.entries(answer)) {
      expect(value, `${field} is there`).not.toBeNull();
      expect(Object(value), `${field} is no failure`).not.toHaveProperty('message');
    }
  },
);
