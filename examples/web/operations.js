// The operations of this client. The schema is at /schema.graphql of every server.

const FAILURE = '... on Failure { code message }';
const PROMPT = `__typename
  ... on RollPrompt { id label dice rows { from to text } }
  ... on QuestionPrompt { id question options { id text } }`;

export const STORIES = `query Stories {
  entryPoints(first: 50) { nodes { id name summary } }
  campaigns(first: 20) { nodes { id name currentSession { id } } }
}`;

export const START = `mutation Start($id: ID!) {
  startCampaign(input: { entryPointId: $id }) { ... on StartCampaignPayload { session { id } } ${FAILURE} }
}`;

export const SESSION = `query Session($id: ID!) {
  session(id: $id) {
    lastEventCursor
    notice
    campaign { name prologue }
    awaiting { ${PROMPT} }
    runningTurn { firstEventCursor action { text } }
    turns(last: 100) { nodes { status action { kind text } answer rolls { line } scene { narration } } }
    currentScene { header { text } choices { key text risk } ending { title epilogue } }
  }
}`;

export const TAKE_TURN = `mutation TakeTurn($input: TakeTurnInput!) {
  takeTurn(input: $input) { ... on TurnPayload { turn { id status } } ${FAILURE} }
}`;

export const WATCH = `subscription Watch($id: ID!, $after: Cursor) {
  turnEvents(sessionId: $id, after: $after) {
    __typename
    ... on LiveEvent { cursor }
    ... on NarrationDelta { text }
    ... on TurnAnswered { text }
    ... on DiceRolled { roll { line } }
    ... on TurnFailed { message }
    ... on PlayerPrompted { prompt { ${PROMPT} } }
    ... on TurnCommitted { sceneIndex }
  }
}`;
