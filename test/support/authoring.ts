import { ask } from './graphql-clients.ts';

/** What a mutation of an author answers, as the tests ask for it. */
export type Answer = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly path?: readonly string[];
  readonly version?: number;
  readonly packVersion?: string;
  readonly problems?: readonly {
    code: string;
    file: string;
    field: string;
    message: string;
    advice: string;
  }[];
};

const ANSWER = /* GraphQL */ `
  __typename
  ... on Failure { code message path }
  ... on ContentRefused { problems { code file field message advice } }
`;
const SAVED = `${ANSWER} ... on SaveContentPayload { version packVersion problems { code file field message advice } }`;

const mutation = (field: string, input: string, answer: string) =>
  `mutation ($input: ${input}!) { answer: ${field}(input: $input) { ${answer} } }`;

async function answerTo(url: string, query: string, input: unknown): Promise<Answer> {
  return (await ask<{ answer: Answer }>(url, query, { input })).answer;
}

/** Begins a pack; only its id has to be said. */
export function createPack(url: string, id: string, pack: object = {}): Promise<Answer> {
  const named = { name: `The pack ${id}`, summary: 'A pack of a test.', ...pack };
  return answerTo(url, mutation('createPack', 'CreatePackInput', ANSWER), { id, pack: named });
}

export function saveCharacter(url: string, input: object): Promise<Answer> {
  return answerTo(url, mutation('saveCharacter', 'SaveCharacterInput', SAVED), input);
}

export function saveLore(url: string, input: object): Promise<Answer> {
  return answerTo(url, mutation('saveLore', 'SaveLoreInput', SAVED), input);
}

/** Any of the mutations that answer with a saved content. */
export function change(url: string, field: string, input: object): Promise<Answer> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return answerTo(url, mutation(field, type, SAVED), input);
}

export function saveContents(url: string, packId: string, contents: readonly object[]): Promise<Answer> {
  const answer = `${ANSWER} ... on SaveContentsPayload { packVersion problems { code file field message advice } }`;
  return answerTo(url, mutation('saveContents', 'SaveContentsInput', answer), { packId, contents });
}

export type AuthoredContent = {
  readonly id: string;
  readonly kind: string;
  readonly input: Record<string, unknown>;
  readonly text: string;
};

type Contents = { nodes: AuthoredContent[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
type Authored = { authoring: { pack: { input: object; contents: Contents } | null } };

/** A whole pack as its author sees it. */
export async function authoredPack(url: string, packId: string) {
  const contents: AuthoredContent[] = [];
  let after: string | null = null;
  do {
    const { authoring }: Authored = await ask<Authored>(
      url,
      `query ($packId: ID!, $after: String) { authoring(as: AUTHOR) { pack(packId: $packId) {
        input
        contents(first: 100, after: $after) { nodes { id kind input text } pageInfo { hasNextPage endCursor } }
      } } }`,
      { packId, after },
    );
    if (authoring.pack === null) throw new Error(`there is no pack ${packId}`);
    contents.push(...authoring.pack.contents.nodes);
    const { pageInfo }: Contents = authoring.pack.contents;
    if (!pageInfo.hasNextPage) return { input: authoring.pack.input, contents };
    after = pageInfo.endCursor;
  } while (after !== null);
  throw new Error(`the contents of ${packId} have no end`);
}

/** `ENTRY_POINT` → `entryPoint`: what the input calls a kind. */
function fieldOf(kind: string): string {
  return kind.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Copies a loaded pack into a homebrew pack of another name, through nothing but the API. */
export async function copyPack(url: string, from: string, to: string): Promise<Answer> {
  const { input, contents } = await authoredPack(url, from);
  const begun = await createPack(url, to, { ...input, layer: 'HOMEBREW' });
  if (begun.__typename !== 'CreatePackPayload') return begun;
  return saveContents(
    url,
    to,
    contents.map(({ id, kind, input: said, text }) => ({ id, text, content: { [fieldOf(kind)]: said } })),
  );
}

type ExportedFile = { path: string; text: string; base64: string | null };

/** The files a pack is exported as. */
export async function exportedFiles(url: string, packId: string): Promise<ExportedFile[]> {
  type Exported = { exportPack: { files: ExportedFile[] } };
  const { exportPack } = await ask<Exported>(
    url,
    `mutation ($packId: ID!) { exportPack(input: { packId: $packId, as: AUTHOR }) {
      ... on ExportPackPayload { files { path text base64 } }
    } }`,
    { packId },
  );
  return exportPack.files;
}

export const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');
