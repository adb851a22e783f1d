import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { Client, fetchExchange } from 'urql';
import { fetchWithToken } from './token.ts';

/** Addresses of the API. */
export const GAME_ENDPOINT = '/graphql';

/** Creates the client of the game's API. Objects are cached by their ids. */
export function createGameClient(): Client {
  return new Client({
    url: GAME_ENDPOINT,
    preferGetMethod: false,
    fetch: fetchWithToken,
    exchanges: [cacheExchange({ resolvers: { Query: { entryPoints: relayPagination() } } }), fetchExchange],
  });
}
