import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';

const Documents = z.record(z.string().min(1), z.string().min(1));

/** What a request says of its document: its text, or the name it was given before. */
type DocumentParams = {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
};

/** Documents that clients may call by name, and whether others are taken at all. */
export type TrustedDocuments = {
  /** The text of the document a request means, or why there is none. */
  readonly textFor: (params: DocumentParams) => string | GraphQLError;
};

/** The file of trusted documents cannot be used; the message says why and what it should hold. */
export class TrustedDocumentsError extends Error {
  override readonly name = 'TrustedDocumentsError';
}

const NAMED = z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) });

/** Reads a JSON file of `hash: document`, as code generators write it. `only` closes the API to everything else. */
export function readTrustedDocuments(file: string, only: boolean): TrustedDocuments {
  return createTrustedDocuments(documentsIn(file), only);
}

/** Takes any text and knows no name: the API as it is without a file. */
export const ANY_DOCUMENT: TrustedDocuments = createTrustedDocuments({}, false);

export function createTrustedDocuments(
  documents: Readonly<Record<string, string>>,
  only: boolean,
): TrustedDocuments {
  const byName = new Map(Object.entries(documents).map(([name, text]) => [bare(name), text]));
  const byHash = new Set(Object.values(documents).map(hashOf));
  return {
    textFor(params) {
      const name = nameIn(params);
      if (name === null) {
        const text = typeof params.query === 'string' ? params.query : '';
        return !only || byHash.has(hashOf(text)) ? text : refusal('DOCUMENT_NOT_TRUSTED', CLOSED);
      }
      return (
        byName.get(bare(name)) ??
        refusal('DOCUMENT_NOT_FOUND', `documentId: no document is known as ${JSON.stringify(name)}.`)
      );
    },
  };
}

const CLOSED =
  'This server answers only operations it was given beforehand. Send the `documentId` of one of them.';

function documentsIn(file: string): Record<string, string> {
  try {
    return Documents.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new TrustedDocumentsError(
      `TRUSTED_DOCUMENTS: ${file} is not a JSON file of hashes and documents. Write for example {"sha256:…": "query { … }"}`,
      { cause },
    );
  }
}

/** By `documentId`, as the GraphQL over HTTP draft has it, or in the extension Apollo and Yoga clients use. */
function nameIn({ documentId, extensions }: DocumentParams): string | null {
  if (typeof documentId === 'string') return documentId;
  const named = NAMED.safeParse(extensions);
  return named.success ? named.data.persistedQuery.sha256Hash : null;
}

function bare(name: string): string {
  return name.replace(/^sha256:/, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

/** Puts the text of a document in the place of its name in requests over HTTP; the WebSocket door does the same. */
export function useTrustedDocuments(documents: TrustedDocuments): Plugin {
  return {
    onParams({ params, setParams }) {
      if (typeof params !== 'object' || params === null || Array.isArray(params)) return;
      const text = documents.textFor(params);
      if (text instanceof GraphQLError) throw text;
      if (text !== '' && text !== params.query) setParams({ ...params, query: text });
    },
  };
}
