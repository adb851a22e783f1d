import { markForAuthoring } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';

/** One turn with everything that is recorded of it. For the game master. */
export const WHY = markForAuthoring(
  graphql(`
  query Why($turnId: ID!) {
    turn(id: $turnId) {
      id
      status
      attempt
      action { kind text }
      createdAt
      failure { code message }
      steps { name milliseconds }
      usage { calls costUsd inputTokens outputTokens cacheReadTokens cacheReadShare }
      rolls { line purpose total result }
      scene { id index }
      session { id campaign { id name } turns(last: 100) { nodes { id status } } }
      recordings {
        attempt
        bytes
        report
        operations
        prompts
        searches
        calls {
          step
          purpose
          modelKey
          provider
          startedAt
          durationMs
          firstDeltaMs
          costUsd
          usage
          ending
          request
          reply
        }
      }
    }
  }
`),
);

/** Prompts of another turn, to compare with. */
export const PROMPTS_OF_TURN = markForAuthoring(
  graphql(`
  query PromptsOfTurn($turnId: ID!) {
    turn(id: $turnId) {
      id
      recordings { attempt calls { step request } }
    }
  }
`),
);
