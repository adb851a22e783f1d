import { graphql } from '../api/graphql.ts';

/** Campaigns of the viewer, last played first, with where each one stands. */
export const MY_CAMPAIGNS = graphql(`
  query MyCampaigns($first: Int!, $after: String) {
    campaigns(first: $first, after: $after, sort: LAST_PLAYED) {
      nodes {
        id
        name
        lastLine
        lastPlayedAt
        unreadScenes
        ending { title }
        persona { id name }
        currentSession { id currentScene { id index place { id name } time { text } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** Stories one can begin. Those of starter packs come first. */
export const STORIES = graphql(`
  query Stories($first: Int!) {
    entryPoints(first: $first) {
      nodes {
        id
        name
        summary
        type
        tags
        maxPersonas
        cover { url }
        world { id name }
        pack { id name genre }
      }
    }
  }
`);

/** One story, before it begins. */
export const STORY = graphql(`
  query Story($id: ID!) {
    node(id: $id) {
      __typename
      ... on EntryPoint {
        id
        name
        summary
        tone
        goals
        maxPersonas
        cover { url }
        world { id name }
        pack { id name genre language }
        rulesets { id name rulebookSummary }
        openings { name }
        personas { characterId part character { id name title summary appearance portrait { url } } }
      }
    }
  }
`);

export const START_CAMPAIGN = graphql(`
  mutation StartCampaign($input: StartCampaignInput!) {
    startCampaign(input: $input) {
      __typename
      ... on StartCampaignPayload { session { id } }
      ... on OpeningFailed { session { id } }
      ... on Failure { message path }
    }
  }
`);

/** Questions of a new persona, by the rules of the story. */
export const CHARACTER_GUIDE = graphql(`
  query CharacterGuide($id: ID!, $draft: JSON) {
    node(id: $id) {
      __typename
      ... on EntryPoint {
        id
        characterGuide(draft: $draft) {
          steps {
            key
            title
            note
            questions {
              key
              label
              note
              kind
              required
              min
              max
              preset
              options { value label note }
            }
          }
          problems { question message }
          sheet { groups { key title fields { key label value note } } }
        }
      }
    }
  }
`);
