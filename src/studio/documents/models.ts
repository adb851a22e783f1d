import { markForAuthoring } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';

/** Models of the catalogue, with what each costs and whether this server can ask it. */
export const MODELS = markForAuthoring(
  graphql(`
  query Models {
    models {
      key
      name
      provider
      model
      isUsable
      isOffline
      isLocal
      keyFault
      contextWindow
      caches
      priceKind
      prices { input output cacheRead date }
      defaultFor
    }
  }
`),
);

/** Models of a session, and what they have cost. For its game master. */
export const SESSION_MODELS = markForAuthoring(
  graphql(`
  query SessionModels($sessionId: ID!) {
    session(id: $sessionId) {
      id
      largeModel
      smallModel
      usage { calls costUsd }
    }
    models(usable: true) { key name }
  }
`),
);

export const SET_MODELS = markForAuthoring(
  graphql(`
  mutation SetModels($input: SetSessionModelsInput!) {
    setSessionModels(input: $input) {
      __typename
      ... on SessionPayload { __typename }
      ... on Failure { code message }
    }
  }
`),
);

/** Asks a model once: whether it answers, how soon and how fast. */
export const TEST_MODEL = markForAuthoring(
  graphql(`
  mutation TestModel($input: TestModelInput!) {
    testModel(input: $input) {
      __typename
      ... on TestModelPayload {
        hasAnswered
        problem
        firstTokenMs
        tokensPerSecond
        isJsonValid
        expectedFirstWordMs
      }
      ... on Failure { code message }
    }
  }
`),
);
