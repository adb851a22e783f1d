/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Whether the first die is thrown twice. */
export type Advantage =
  /** The higher of two throws counts. */
  | 'ADVANTAGE'
  /** The lower of two throws counts. */
  | 'DISADVANTAGE'
  /** It is thrown once. */
  | 'NONE';

/** Answer to a prompt. A roll takes `faces` or nothing; a question takes `optionId` or `text`. Sent again, it counts once. */
export type AnswerInput = {
  /** Faces of your own dice, in order, without modifiers. Without it, the engine rolls. */
  faces?: Array<number> | null | undefined;
  /** The option that is chosen. */
  optionId?: string | null | undefined;
  /** The prompt, from `Session.awaiting` or `PlayerPrompted`. */
  promptId: string;
  /** Answer in free words. */
  text?: string | null | undefined;
};

/** Kind of story an entry point leads into. */
export type EntryPointType =
  /** A story with a direction. */
  | 'ADVENTURE'
  /** A goal to be reached. */
  | 'QUEST'
  /** A place to go one’s own way in. */
  | 'SANDBOX'
  /** One situation to be met. */
  | 'SCENARIO';

/** Reason something was not done. Codes of failed turns are among them. */
export type FailureCode =
  /** The action id was used for another input. */
  | 'ACTION_ID_REUSED'
  /** They take part in the campaign already. */
  | 'ALREADY_MEMBER'
  /** A budget does not allow the call. */
  | 'BUDGET_EXCEEDED'
  /** The campaign of the file is here already. */
  | 'CAMPAIGN_EXISTS'
  /** The campaign does not fit into one answer. */
  | 'CAMPAIGN_TOO_LARGE'
  /** The answers do not make a character yet. */
  | 'CHARACTER_INCOMPLETE'
  /** A pack the campaign needs cannot be read. */
  | 'CONTENT_MISSING'
  /** The content policy of this server could not be asked. */
  | 'CONTENT_POLICY_FAILED'
  /** The content policy of this server refused the text. */
  | 'CONTENT_REFUSED'
  /** The content was changed since it was read. */
  | 'EDIT_CONFLICT'
  /** You may see it but not do this. */
  | 'FORBIDDEN'
  /** An error of the server. It is logged under the id of the turn. */
  | 'INTERNAL'
  /** A field of the input cannot be used as it is. */
  | 'INVALID_INPUT'
  /** This needs a language model, and the server has none. */
  | 'LANGUAGE_MODEL_NEEDED'
  /** A campaign keeps at least one game master. */
  | 'LAST_GAME_MASTER'
  /** The session passed to another turn. */
  | 'LEASE_LOST'
  /** The provider of the model did not answer, or answered with an error. */
  | 'MODEL_FAILED'
  /** The model’s reply did not have the form it was asked for, also after one repair. */
  | 'MODEL_OUTPUT_INVALID'
  /** The model declined to answer. */
  | 'MODEL_REFUSED'
  /** The session’s model is unknown here or has no key. */
  | 'MODEL_UNAVAILABLE'
  /** The narration broke a rule of the table, also after one repair. */
  | 'NARRATION_REFUSED'
  /** The input names something that does not exist, or that you may not know of. */
  | 'NOT_FOUND'
  /** The persona or the awaited answer belongs to another player. */
  | 'NOT_YOUR_PERSONA'
  /** The campaign was created, but its opening could not be told. */
  | 'OPENING_FAILED'
  /** The state refused the change. */
  | 'OPERATIONS_REFUSED'
  /** The table does not take personas made by players. */
  | 'OWN_PERSONA_REFUSED'
  /** Another player plays this persona. */
  | 'PERSONA_TAKEN'
  /** The roll cannot count. */
  | 'ROLL_REFUSED'
  /** The server stopped in the middle of the turn. */
  | 'SERVER_LOST'
  /** The server is stopping. */
  | 'SERVER_STOPPING'
  /** The campaign has a session that goes on. */
  | 'SESSION_ACTIVE'
  /** A turn of the session runs. */
  | 'SESSION_BUSY'
  /** The state contradicts itself. The game master finds the list and the repair in `session.gm.discrepancies`. */
  | 'STATE_OUT_OF_SYNC'
  /** The server cannot save: its disk is full or can only be read, or its database is away. */
  | 'STORE_UNAVAILABLE'
  /** The story has ended. */
  | 'STORY_ENDED'
  /** It took longer than allowed. */
  | 'TIME_LIMIT'
  /** A turn runs; wait for it or cancel it. */
  | 'TURN_RUNNING';

/** Risk of a choice. */
export type Risk =
  /** Much to lose. */
  | 'HIGH'
  /** Little to lose. */
  | 'LOW'
  /** Something to lose. */
  | 'MEDIUM'
  /** Nothing to lose. */
  | 'SAFE';

/** Status of a turn. */
export type TurnStatus =
  /** It was answered out of character and made no scene. */
  | 'ANSWERED'
  /** It waits for an answer to one question: `Session.awaiting`. */
  | 'AWAITING_CLARIFICATION'
  /** It waits for a roll: `Session.awaiting`. */
  | 'AWAITING_ROLL'
  /** It was cancelled; the story is unchanged. */
  | 'CANCELLED'
  /** It made a scene, which stays. */
  | 'COMMITTED'
  /** It failed; the story is unchanged. */
  | 'FAILED'
  /** It is being played. */
  | 'RUNNING';

export type AnswerPromptMutationVariables = Exact<{
  sessionId: string;
  actionId: string;
  answer: AnswerInput;
}>;


export type AnswerPromptMutation = { takeTurn:
    | { __typename: 'ActionIdReused', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'Forbidden', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'InvalidInput', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'NotFound', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'Refused', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'SessionBusy', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'TurnFailure', code: FailureCode, message: string, path: Array<string>, retryable: boolean }
    | { __typename: 'TurnPayload', turn: { id: string, status: TurnStatus, session: { awaiting:
            | { id: string, question: string, options: Array<{ id: string, text: string }> }
            | { id: string, label: string, dice: string }
           | null }, rolls: Array<{ line: string }>, scene: { index: number, narration: string, choices: Array<{ key: string, text: string, risk: Risk }> } | null } }
   };

export type BrowseEntryPointsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BrowseEntryPointsQuery = { entryPoints: { nodes: Array<{ id: string, name: string, type: EntryPointType, summary: string | null, goals: Array<string> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StartCampaignMutationVariables = Exact<{
  entryPointId: string;
}>;


export type StartCampaignMutation = { startCampaign:
    | { __typename: 'Forbidden', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'InvalidInput', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'NotFound', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'OpeningFailed', code: FailureCode, message: string, path: Array<string>, retryable: boolean, retryAfterSeconds: number | null, session: { id: string } }
    | { __typename: 'Refused', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'StartCampaignPayload', campaign: { id: string, name: string, prologue: string | null }, session: { id: string, seedCommitment: string, notice: string | null, lastEventCursor: string, currentScene: { narration: string, choices: Array<{ key: string, text: string, risk: Risk }> } } }
   };

export type TakeTurnMutationVariables = Exact<{
  sessionId: string;
  actionId: string;
  text: string;
}>;


export type TakeTurnMutation = { takeTurn:
    | { __typename: 'ActionIdReused', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'Forbidden', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'InvalidInput', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'NotFound', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'Refused', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'SessionBusy', code: FailureCode, message: string, path: Array<string> }
    | { __typename: 'TurnFailure', code: FailureCode, message: string, path: Array<string>, retryable: boolean }
    | { __typename: 'TurnPayload', turn: { id: string, status: TurnStatus, session: { awaiting:
            | { id: string, question: string, options: Array<{ id: string, text: string }> }
            | { id: string, label: string, dice: string }
           | null }, rolls: Array<{ line: string }>, scene: { index: number, narration: string, choices: Array<{ key: string, text: string, risk: Risk }> } | null } }
   };

export type WatchTurnsSubscriptionVariables = Exact<{
  sessionId: string;
  after?: string | null | undefined;
}>;


export type WatchTurnsSubscription = { turnEvents:
    | { __typename: 'CharacterActed', cursor: string }
    | { __typename: 'ChoicesOffered', cursor: string, choices: Array<{ key: string, text: string, risk: Risk }> }
    | { __typename: 'CommandReported', cursor: string }
    | { __typename: 'ContextReset', cursor: string }
    | { __typename: 'DeadlineWarned', cursor: string }
    | { __typename: 'DiceRolled', cursor: string, roll: { id: string, line: string, total: number, result: string | null } }
    | { __typename: 'Lagged', cursor: string }
    | { __typename: 'NarrationChosen', cursor: string, version: number, scene: { id: string, narration: string } | null }
    | { __typename: 'NarrationDelta', cursor: string, text: string }
    | { __typename: 'NarrationRepaired', cursor: string }
    | { __typename: 'NarrationWithdrawn', cursor: string }
    | { __typename: 'PersonaNotified', cursor: string }
    | { __typename: 'PlayerPrompted', cursor: string, turn: { id: string, status: TurnStatus } | null, prompt:
        | { id: string, question: string, options: Array<{ id: string, text: string }> }
        | { id: string, label: string, dice: string, modifier: number, advantage: Advantage, rows: Array<{ from: number, to: number, text: string | null }> }
       }
    | { __typename: 'RetellingDelta', cursor: string, tellingId: string, text: string }
    | { __typename: 'RetellingStarted', cursor: string, tellingId: string, scene: { id: string } | null }
    | { __typename: 'RetellingWithdrawn', cursor: string, tellingId: string }
    | { __typename: 'ServerGoingAway', cursor: string }
    | { __typename: 'SessionClosed', cursor: string }
    | { __typename: 'SessionContinued', cursor: string }
    | { __typename: 'StepFinished', cursor: string }
    | { __typename: 'StepStarted', cursor: string }
    | { __typename: 'StoryEnded', cursor: string }
    | { __typename: 'TurnAnswered', cursor: string }
    | { __typename: 'TurnCancelled', cursor: string }
    | { __typename: 'TurnCommitted', cursor: string, sceneIndex: number }
    | { __typename: 'TurnFailed', cursor: string, code: FailureCode, message: string, retryable: boolean }
    | { __typename: 'TurnStarted', cursor: string }
   };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const AnswerPromptDocument = new TypedDocumentString(`
    mutation AnswerPrompt($sessionId: ID!, $actionId: ID!, $answer: AnswerInput!) {
  takeTurn(
    input: {sessionId: $sessionId, actionId: $actionId, action: {answer: $answer}}
  ) {
    __typename
    ... on TurnPayload {
      turn {
        id
        status
        session {
          awaiting {
            ... on RollPrompt {
              id
              label
              dice
            }
            ... on QuestionPrompt {
              id
              question
              options {
                id
                text
              }
            }
          }
        }
        rolls {
          line
        }
        scene {
          index
          narration
          choices {
            key
            text
            risk
          }
        }
      }
    }
    ... on Failure {
      code
      message
      path
    }
    ... on TurnFailure {
      retryable
    }
  }
}
    `) as unknown as TypedDocumentString<AnswerPromptMutation, AnswerPromptMutationVariables>;
export const BrowseEntryPointsDocument = new TypedDocumentString(`
    query BrowseEntryPoints($first: Int = 20, $after: String) {
  entryPoints(first: $first, after: $after) {
    nodes {
      id
      name
      type
      summary
      goals
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<BrowseEntryPointsQuery, BrowseEntryPointsQueryVariables>;
export const StartCampaignDocument = new TypedDocumentString(`
    mutation StartCampaign($entryPointId: ID!) {
  startCampaign(input: {entryPointId: $entryPointId}) {
    __typename
    ... on StartCampaignPayload {
      campaign {
        id
        name
        prologue
      }
      session {
        id
        seedCommitment
        notice
        lastEventCursor
        currentScene {
          narration
          choices {
            key
            text
            risk
          }
        }
      }
    }
    ... on Failure {
      code
      message
      path
    }
    ... on OpeningFailed {
      retryable
      retryAfterSeconds
      session {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StartCampaignMutation, StartCampaignMutationVariables>;
export const TakeTurnDocument = new TypedDocumentString(`
    mutation TakeTurn($sessionId: ID!, $actionId: ID!, $text: String!) {
  takeTurn(
    input: {sessionId: $sessionId, actionId: $actionId, action: {text: $text}}
  ) {
    __typename
    ... on TurnPayload {
      turn {
        id
        status
        session {
          awaiting {
            ... on RollPrompt {
              id
              label
              dice
            }
            ... on QuestionPrompt {
              id
              question
              options {
                id
                text
              }
            }
          }
        }
        rolls {
          line
        }
        scene {
          index
          narration
          choices {
            key
            text
            risk
          }
        }
      }
    }
    ... on Failure {
      code
      message
      path
    }
    ... on TurnFailure {
      retryable
    }
  }
}
    `) as unknown as TypedDocumentString<TakeTurnMutation, TakeTurnMutationVariables>;
export const WatchTurnsDocument = new TypedDocumentString(`
    subscription WatchTurns($sessionId: ID!, $after: Cursor) {
  turnEvents(sessionId: $sessionId, after: $after) {
    __typename
    ... on LiveEvent {
      cursor
    }
    ... on NarrationDelta {
      text
    }
    ... on RetellingStarted {
      tellingId
      scene {
        id
      }
    }
    ... on RetellingDelta {
      tellingId
      text
    }
    ... on RetellingWithdrawn {
      tellingId
    }
    ... on NarrationChosen {
      version
      scene {
        id
        narration
      }
    }
    ... on DiceRolled {
      roll {
        id
        line
        total
        result
      }
    }
    ... on ChoicesOffered {
      choices {
        key
        text
        risk
      }
    }
    ... on PlayerPrompted {
      turn {
        id
        status
      }
      prompt {
        ... on RollPrompt {
          id
          label
          dice
          modifier
          advantage
          rows {
            from
            to
            text
          }
        }
        ... on QuestionPrompt {
          id
          question
          options {
            id
            text
          }
        }
      }
    }
    ... on TurnCommitted {
      sceneIndex
    }
    ... on TurnFailed {
      code
      message
      retryable
    }
  }
}
    `) as unknown as TypedDocumentString<WatchTurnsSubscription, WatchTurnsSubscriptionVariables>;