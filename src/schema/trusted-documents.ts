import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';

const Documents = z.record(z.string().min(1), z.string().min(1));

/** Document of a request: its text, or its registered name. */
type DocumentParams = {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
};

/** Documents that clients may call by name, and whether other documents are accepted. */
export type TrustedDocuments = {
  /** Returns the text of the requested document, or the error when there is none. */
  readonly textFor: (params: DocumentParams) => string | GraphQLError;
};

/** Error for an unusable file of trusted documents. The message names the reason and the right content. */
export class TrustedDocumentsError extends Error {
  override readonly name = 'TrustedDocumentsError';
}

const NAMED = z.object({ persistedQuery: z.object({ sha256Hash: z.string() }) });

/** Reads a JSON file of `hash: document`, as code generators write it. `only` closes the API to everything else. */
export function readTrustedDocuments(file: string, only: boolean): TrustedDocuments {
  return createTrustedDocuments(documentsIn(file), only);
}

/** Accepts any text and knows no name: the API without a file of documents. */
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

/** Returns the name of a document: `documentId` of the GraphQL over HTTP draft, or the extension of Apollo and Yoga clients. */
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

/** Replaces the name of a document by its text in HTTP requests. The WebSocket transport does the same. */
export function useTrustedDocuments(
  documents: TrustedDocuments,
): Plugin<object, { readonly isOwnDocument?: true }> {
  return {
    onParams({ params, setParams, context }) {
      if (context.isOwnDocument === true) return;
      if (typeof params !== 'object' || params === null || Array.isArray(params)) return;
      const text = documents.textFor(params);
      if (text instanceof GraphQLError) throw text;
      if (text !== '' && text !== params.query) setParams({ ...params, query: text });
    },
  };
}
