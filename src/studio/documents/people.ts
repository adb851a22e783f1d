import { graphql } from '../api/graphql.ts';

/** Reads the members at the table and their personas. */
export const MEMBERS = graphql(`
  query Members($sessionId: ID!) {
    session(id: $sessionId) {
      id
      currentScene { id entities { __typename entityId name ... on KnownCharacter { isPersona } } }
      campaign {
        id
        members { id viewerId name role personaId isViewer }
        viewerMembership { role personaId }
        sessions {
          id
          status
          ending { title }
          currentScene { id index place { name } time { text } }
        }
      }
    }
  }
`);

export const INVITE_PLAYER = graphql(`
  mutation InvitePlayer($input: InvitePlayerInput!) {
    invitePlayer(input: $input) {
      __typename
      ... on InvitePlayerPayload { invitationCode expiresAt }
      ... on Failure { code message }
    }
  }
`);

export const ASSIGN_PERSONA = graphql(`
  mutation AssignPersona($input: AssignPersonaInput!) {
    assignPersona(input: $input) {
      __typename
      ... on MemberPayload { __typename }
      ... on Failure { code message }
    }
  }
`);

export const END_SESSION = graphql(`
  mutation EndSession($sessionId: ID!) {
    endSession(input: { sessionId: $sessionId }) {
      __typename
      ... on SessionPayload { __typename }
      ... on Failure { code message }
    }
  }
`);

/** Takes a campaign up at a scene. The line that went on until now is put aside. */
export const START_SESSION = graphql(`
  mutation StartSession($campaignId: ID!, $sceneId: ID!) {
    startSession(input: { campaignId: $campaignId, sceneId: $sceneId }) {
      __typename
      ... on SessionPayload { session { id } }
      ... on Failure { code message }
    }
  }
`);

export const MARK_READ = graphql(`
  mutation MarkRead($sceneId: ID!) {
    markRead(input: { sceneId: $sceneId }) {
      __typename
      ... on Failure { code message }
    }
  }
`);

export const LIMIT_CONTENT = graphql(`
  mutation LimitContent($input: LimitContentInput!) {
    limitContent(input: $input) {
      __typename
      ... on Failure { code message }
    }
  }
`);

export const JOIN_CAMPAIGN = graphql(`
  mutation JoinCampaign($code: String!) {
    joinCampaign(input: { code: $code }) {
      __typename
      ... on MemberPayload { member { campaign { id name sessions { id status } } } }
      ... on Failure { code message }
    }
  }
`);

/** Reads who comes, goes, types, joins and leaves, beside the turns. */
export const CAMPAIGN_EVENTS = graphql(`
  subscription CampaignEvents($campaignId: ID!) {
    campaignEvents(campaignId: $campaignId) {
      __typename
      ... on PresenceChanged { isPresent member { id } }
      ... on TypingChanged { isTyping member { id } }
    }
  }
`);

export const SET_TYPING = graphql(`
  mutation SetTyping($input: SetTypingInput!) {
    setTyping(input: $input) { __typename }
  }
`);
