import { graphql } from '../api/graphql.ts';

export const ROLL = graphql(`
  fragment StudioRoll on Roll {
    line
    expression
    faces
    dropped
    modifier
    total
    purpose
    result
    source
    diceIndex
    ordinal
    target { kind value }
  }
`);

export const SCENE = graphql(
  `
    fragment StoryScene on Scene {
      id
      index
      narration
      narrations { version }
      time { text }
      place { name }
      choices { key text description risk }
      ending { title epilogue }
      rolls { ...StudioRoll }
      turn { id mode action { kind text } exchanges { text } persona { id entityId name } notices }
    }
  `,
  [ROLL],
);

const PROMPT = graphql(`
  fragment StudioPrompt on PlayerPrompt {
    __typename
    ... on RollPrompt {
      id
      label
      dice
      rows { from to text }
      target { kind value }
    }
    ... on QuestionPrompt {
      id
      question
      options { id text }
    }
  }
`);

/** The table: whose session it is, where it stands, what runs and what is awaited. */
export const TABLE = graphql(
  `
  query Table($sessionId: ID!) {
    session(id: $sessionId) {
      id
      status
      notice
      recap
      lastEventCursor
      seed
      seedCommitment
      ending { title epilogue }
      campaign {
        id
        name
        prologue
        viewerMembership { role personaId }
        members { id name personaId isViewer }
      }
      currentScene { id index }
      awaiting { ...StudioPrompt }
      runningTurn { id firstEventCursor action { kind text } persona { id name } member { id name isViewer } }
      turns(last: 12) {
        nodes {
          id
          status
          mode
          action { kind text }
          answer
          isRetryable
          baseScene { id }
          persona { id name }
          member { id name isViewer }
          failure { code message }
        }
      }
    }
  }
`,
  [PROMPT],
);

/** A page of the story, oldest first. */
export const STORY_SCENES = graphql(
  `
    query StoryScenes($sessionId: ID!, $first: Int, $after: String, $last: Int, $before: String) {
      session(id: $sessionId) {
        id
        scenes(first: $first, after: $after, last: $last, before: $before, wholeLine: true) {
          edges { cursor node { ...StoryScene } }
          pageInfo { hasNextPage hasPreviousPage }
        }
      }
    }
  `,
  [SCENE],
);

/** Everything that happens at the table from a cursor on. */
export const TABLE_EVENTS = graphql(`
  subscription TableEvents($sessionId: ID!, $after: Cursor) {
    turnEvents(sessionId: $sessionId, after: $after, include: [STEPS]) {
      __typename
      ... on LiveEvent { cursor turnId }
      ... on EventOfTurn { attempt }
      ... on TurnStarted { actionId }
      ... on StepStarted { step }
      ... on NarrationDelta { text }
      ... on NarrationRepaired { text }
      ... on DiceRolled { roll { line expression faces modifier total purpose result } }
      ... on ChoicesOffered { choices { key text description risk } }
      ... on PersonaNotified { text reason }
      ... on DeadlineWarned { description level }
      ... on TurnAnswered { text }
      ... on CommandReported { text }
      ... on TurnFailed { code message retryable retryAfterSeconds }
      ... on RetellingStarted { tellingId scene { id } }
      ... on RetellingDelta { tellingId text }
      ... on RetellingWithdrawn { tellingId }
      ... on NarrationChosen { scene { id } }
      ... on SessionContinued { continuedBy { id } }
    }
  }
`);

export const TAKE_TURN = graphql(`
  mutation TakeTurn($input: TakeTurnInput!) {
    takeTurn(input: $input) {
      __typename
      ... on TurnPayload { turn { id status } }
      ... on TurnFailure { retryable turn { id status } }
      ... on Failure { code message path }
    }
  }
`);

/** Tries a failed turn again, also a failed opening. */
export const RETRY_TURN = graphql(`
  mutation RetryTurn($turnId: ID!) {
    retryTurn(input: { turnId: $turnId, wait: false }) {
      __typename
      ... on TurnPayload { turn { id status } }
      ... on Failure { code message }
    }
  }
`);

export const CANCEL_TURN = graphql(`
  mutation CancelTurn($turnId: ID!) {
    cancelTurn(input: { turnId: $turnId }) {
      __typename
      ... on TurnPayload { turn { id status } }
      ... on Failure { code message }
    }
  }
`);

export const REGENERATE = graphql(`
  mutation Regenerate($turnId: ID!) {
    regenerateTurn(input: { turnId: $turnId }) {
      __typename
      ... on NarrationPayload { version scene { id } }
      ... on Failure { code message }
    }
  }
`);

/** All narrations of one scene. */
export const VERSIONS = graphql(`
  query Versions($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      narrations { version text isChosen flags createdAt }
    }
  }
`);

export const CHOOSE_NARRATION = graphql(`
  mutation ChooseNarration($sceneId: ID!, $version: Int!) {
    chooseNarration(input: { sceneId: $sceneId, version: $version }) {
      __typename
      ... on NarrationPayload { scene { id } }
      ... on Failure { code message }
    }
  }
`);

export const REWIND = graphql(`
  mutation Rewind($sessionId: ID!, $sceneId: ID!) {
    rewindSession(input: { sessionId: $sessionId, toSceneId: $sceneId }) {
      __typename
      ... on SessionPayload { session { id } }
      ... on Failure { code message }
    }
  }
`);

export const FORK = graphql(`
  mutation Fork($sceneId: ID!) {
    forkSession(input: { sceneId: $sceneId, keepParentActive: true }) {
      __typename
      ... on SessionPayload { session { id } }
      ... on Failure { code message }
    }
  }
`);

/** Whether the dice of a session were fair. Needs its seed, which is revealed when no session rolls with it any more. */
export const VERIFY_ROLLS = graphql(`
  query VerifyRolls($sessionId: ID!) {
    verifyRolls(sessionId: $sessionId) {
      __typename
      ... on RollsReport {
        commitmentHolds
        rolls { verdict reason roll { diceIndex ordinal line } }
      }
      ... on Failure { code message }
    }
  }
`);
