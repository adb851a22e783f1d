import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { openEngine } from '../support/engine.ts';
import { begin } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine();
  sessionId = await begin(engine.url);
});
afterAll(() => engine.close());

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

type Wrong = Readonly<Record<string, unknown>>;

/** Makes a value that has the form of a type and is wrong: unknown ids, empty texts, numbers below everything. */
function makeWrong(type: GraphQLInputType, isWhole: boolean, known: Wrong): unknown {
  if (isNonNullType(type)) return makeWrong(type.ofType, isWhole, known);
  if (isListType(type)) return [makeWrong(type.ofType, isWhole, known)];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (!isInputObjectType(named)) {
    const wrong: Wrong = { ID: 'nothing', String: '', Int: -1, Float: -1, Boolean: true, JSON: 7 };
    return wrong[named.name];
  }
  const fields = Object.values(named.getFields()).filter((field) => isWhole || isNonNullType(field.type));
  const chosen = named.isOneOf ? Object.values(named.getFields()).slice(0, 1) : fields;
  return Object.fromEntries(
    chosen.map(({ name, type: inner }) => [name, known[name] ?? makeWrong(inner, isWhole, known)]),
  );
}

type Told = { readonly message?: string; readonly path?: readonly string[] };

/** Sends a mutation with an input and returns what it answers, or the errors of the request. */
async function send(name: string, input: unknown): Promise<Told[]> {
  const query = `mutation ($input: ${schema.getMutationType()?.getFields()[name]?.args[0]?.type}) {
    ${name}(input: $input) { ... on Failure { message path } } }`;
  const response = await fetch(`${engine.url}/graphql/authoring`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors = [] } = Object(await response.json());
  return [...errors, data?.[name] ?? {}];
}

const SENTENCE = /^(?:[\p{Lu}\d`“]|[\w-]*[_:]).*[.!?”`)]$/su;
/** The checker of packs begins with the key of the file that is at fault, as authors write it. */
const OF_A_FILE = /^(?:name|version) is /;

it.each([
  ['what is needed, with ids of nothing', false, false],
  ['everything, with ids of nothing', true, false],
  ['what is needed of a session that is there', false, true],
  ['everything of a session that is there', true, true],
] as const)(
  'tells what is wrong in sentences without names of inputs: %s',
  async (_what, isWhole, isKnown) => {
    const told: (readonly [string, Told])[] = [];
    for (const { name, args } of mutations) {
      const input = args[0]?.type;
      if (input === undefined) continue;
      const wrong = makeWrong(input, isWhole, isKnown ? { sessionId } : {});
      for (const one of await send(name, wrong)) told.push([name, one]);
    }
    const messages = told.flatMap(([name, { message }]) => (message === undefined ? [] : [[name, message]]));

    expect(messages.length).toBeGreaterThan(mutations.length / 2);
    expect(
      messages.filter(([, message = '']) => !SENTENCE.test(message) && !OF_A_FILE.test(message)),
    ).toEqual([]);
    expect(messages.filter(([, message = '']) => /\binput\.|^\w+: /.test(message))).toEqual([]);
  },
  120_000,
);
