import { markForAuthoring } from '../api/client.ts';
import { graphql } from '../api/graphql.ts';

/** Scenes of a session's line, the newest last, to choose a moment from. */
export const BEHIND_SCENES = markForAuthoring(
  graphql(`
  query BehindScenes($sessionId: ID!, $last: Int!) {
    session(id: $sessionId) {
      id
      campaign { id name viewerMembership { role } }
      scenes(last: $last, wholeLine: true) { nodes { id index time { text } place { name } } }
    }
  }
`),
);

/** Everyone in the world, with what they know, want and hold back. */
export const BEHIND_PEOPLE = markForAuthoring(
  graphql(`
  query BehindPeople($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      gm {
        personas { personaId }
        characters {
          id
          character { entityId name title isPersona }
          place { name }
          tier
          disposition
          isHidden
          hasLeft
          goals
          knows
          withholds
          notes
        }
      }
    }
  }
`),
);

/** Memories of one character at a scene, the most present first. */
export const BEHIND_MEMORIES = markForAuthoring(
  graphql(`
  query BehindMemories($sessionId: ID!, $sceneId: ID!, $characterId: ID!, $first: Int!) {
    session(id: $sessionId) {
      id
      gm {
        observations(at: $sceneId, characterId: $characterId, first: $first) {
          nodes {
            id
            content
            importance
            priority
            decayWeight
            reinforcementCount
            confidence
            provenance
            isRetracted
            observedAt { text }
            toldBy { name }
          }
        }
      }
    }
  }
`),
);

/** Hidden facts, threads, missions, clocks and ways. */
export const BEHIND_SECRETS = markForAuthoring(
  graphql(`
  query BehindSecrets($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      gm {
        characters { id character { entityId name } }
        facts { id visibility knownTo revealedBy fact { factId predicate object subject { name } } }
        threads { id visibility knownTo thread { threadId title stakes status } }
        missions { id visibility knownTo mission { missionId title objective status } }
        locations { id location { name } exits { label isSecret blocked to { name } } }
      }
    }
  }
`),
);

/** Plans of people and the world: agendas, clocks with what they set off, deadlines with what they bring. */
export const BEHIND_PLANS = markForAuthoring(
  graphql(`
  query BehindPlans($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      gm {
        agendas { id goal progress pacePerDay nextMilestone completedMilestones blockingFactors character { name } }
        clocks { id visibility clock { clockId name value max } triggers { at description hasFired } }
        deadlines { id visibility consequences deadline { deadlineId description urgency status dueAt { text } } }
      }
    }
  }
`),
);

/** The lore a scene works with, hidden passages included. */
export const BEHIND_LORE = markForAuthoring(
  graphql(`
  query BehindLore($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      gm {
        lore {
          tokens
          staleBecause
          discoverables { factId content triggers subject { name } }
          briefings { knows withholds shows character { name } }
          passages { id title text }
          pulls { recordId title text isHidden tokens }
          threads { threadId title text }
        }
      }
    }
  }
`),
);

/** The storyteller's own notes on a scene, and contradictions of the state. */
export const BEHIND_NOTES = markForAuthoring(
  graphql(`
  query BehindNotes($sessionId: ID!, $sceneId: ID!) {
    scene(id: $sceneId) {
      id
      gm { notes thinking rationale runningSummary state }
    }
    session(id: $sessionId) {
      id
      gm { discrepancies { path sentence } }
    }
  }
`),
);

/** One scene as a persona sees it, beside the whole of it. */
export const BEHIND_VIEWS = markForAuthoring(
  graphql(`
  query BehindViews($sceneId: ID!, $persona: ID!) {
    seen: scene(id: $sceneId, persona: $persona) {
      id
      narration
      present { entityId name }
      facts { factId predicate object subject { name } }
      threads { threadId title }
      missions { missionId title }
      clocks { clockId name }
      deadlines { deadlineId description }
    }
    whole: scene(id: $sceneId) {
      id
      narration
      place { entityId }
      gm {
        characters { id hasLeft isHidden place { entityId } character { entityId name } }
        facts { id fact { factId predicate object subject { name } } }
        threads { id thread { threadId title } }
        missions { id mission { missionId title } }
        clocks { id clock { clockId name } }
        deadlines { id deadline { deadlineId description } }
      }
    }
  }
`),
);
