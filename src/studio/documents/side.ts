import { graphql } from '../api/graphql.ts';

/** Time, place and people of a scene. */
export const SCENE_HEADER = graphql(`
  query SceneHeader($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      time { text }
      place { name }
      present { entityId name isPersona }
      combat { round actingId combatants { characterId character { name } } }
    }
  }
`);

/** The persona: sheet, meters, things and resources. */
export const SIDE_PERSONA = graphql(`
  query SidePersona($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      persona {
        entityId
        name
        title
        portrait { url }
        status
        conditions { name source }
        sheet { groups { key title fields { key label value note } } }
      }
      meters { name label value min max }
      resources { resourceId name amount max }
      inventory { itemId quantity flags item { name description } }
    }
  }
`);

/** The world around: place with exits, people, relations, a fight. */
export const SIDE_WORLD = graphql(`
  query SideWorld($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      place { name description effects exits { label minutes blocked to { name } } }
      present { entityId name title portrait { url } role description isPersona status isCaptive }
      relations { lowId highId trust tension closeness low { name } high { name } }
      combat { round actingId combatants { characterId initiative side isOut character { name } } }
    }
  }
`);

/** The story so far: missions, clocks, deadlines, threads, facts. */
export const SIDE_STORY = graphql(`
  query SideStory($sceneId: ID!) {
    scene(id: $sceneId) {
      id
      chapter { number title }
      missions { missionId title objective status }
      clocks { clockId name value max isFull }
      deadlines { deadlineId description urgency status dueAt { text } }
      threads { threadId title stakes status }
      coreMemories { sceneIndex text }
      session { id observations(first: 12) { nodes { observationId content observedAt { text } } } }
    }
  }
`);
