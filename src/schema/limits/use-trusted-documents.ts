import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { TrustedDocuments } from '../trusted-documents.ts';

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
