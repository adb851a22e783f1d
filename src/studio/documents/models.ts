import { graphql } from '../api/graphql.ts';

/** Models of the catalogue, with what each costs and whether this server can ask it. */
export const MODELS = graphql(`
  query Models {
    models {
      key
      name
      provider
      model
      isUsable
      isOffline
      contextWindow
      caches
      priceKind
      prices { input output cacheRead date }
      defaultFor
    }
  }
`);
