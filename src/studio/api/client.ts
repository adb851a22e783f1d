import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { Client, fetchExchange } from 'urql';
import { fetchWithToken } from './token.ts';

/** Addresses of the API: for game clients, and for authors and game masters. */
export const GAME_ENDPOINT = '/graphql';
export const AUTHORING_ENDPOINT = '/graphql/authoring';

const authoringDocuments = new WeakSet<object>();

/** Marks a document as one for authors or game masters, which the API for games does not have. */
export function markForAuthoring<Document extends object>(document: Document): Document {
  authoringDocuments.add(document);
  return document;
}

/** Returns the address a document is sent to. */
export function findEndpoint(document: object): string {
  return authoringDocuments.has(document) ? AUTHORING_ENDPOINT : GAME_ENDPOINT;
}

/**
 * Creates a client without a cache. Mutations need it, because the cache does not know the interface of their failures. So do pages
 * that ask for the same objects in different views.
 */
export function createUncachedClient(): Client {
  return new Client({
    url: AUTHORING_ENDPOINT,
    preferGetMethod: false,
    fetch: fetchWithToken,
    exchanges: [fetchExchange],
  });
}

/** Creates the client of the game's API. Objects are cached by their ids. */
export function createGameClient(): Client {
  return new Client({
    url: GAME_ENDPOINT,
    preferGetMethod: false,
    fetch: fetchWithToken,
    exchanges: [cacheExchange({ resolvers: { Query: { entryPoints: relayPagination() } } }), fetchExchange],
  });
}
