import { PothosSubGraphPlugin } from '@pothos/plugin-sub-graph';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { guardSchema } from './access/guard.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { acceptGivenIds } from './input/argument-ids.ts';
import { decodeGlobalId } from './views/global-id.ts';
import './types/authoring/authored-pack.ts';
import './types/authoring/generate-scenario.ts';
import './types/authoring/pack-authoring.ts';
import './types/authoring/prompt-segment.ts';
import './types/authoring/save-content.ts';
import './types/content/character.ts';
import './types/content/entry-point.ts';
import './types/content/lore-contents.ts';
import './types/content/pack.ts';
import './types/content/ruleset.ts';
import './types/content/world.ts';
import './types/failure.ts';
import './types/gm/apply-operations.ts';
import './types/gm/edit-observation.ts';
import './types/gm/gm-character-and-location.ts';
import './types/gm/gm-records.ts';
import './types/gm/gm-scene.ts';
import './types/gm/gm-session.ts';
import './types/gm/gm-story-records.ts';
import './types/gm/metrics.ts';
import './types/gm/prompt-preview.ts';
import './types/gm/prompt.ts';
import './types/gm/replay-turns.ts';
import './types/gm/turn-recording.ts';
import './types/live/campaign-events.ts';
import './types/live/event-stream.ts';
import './types/lore/gm-scene-lore.ts';
import './types/lore/lore-search.ts';
import './types/lore/pack-index.ts';
import './types/lore/scene-lore.ts';
import './types/authoring/export-file.ts';
import './types/authoring/import-file.ts';
import './types/play/campaign-files.ts';
import './types/play/campaign-life.ts';
import './types/play/export-story.ts';
import './types/play/campaign-member.ts';
import './types/play/character-guide.ts';
import './types/play/campaign.ts';
import './types/play/limit-content.ts';
import './types/play/invitation.ts';
import './types/play/model.ts';
import './types/play/parent-links.ts';
import './types/play/player-prompt.ts';
import './types/play/regenerate-turn.ts';
import './types/play/take-and-cancel-turn.ts';
import './types/play/roll.ts';
import './types/play/session-lifecycle.ts';
import './types/play/session.ts';
import './types/play/start-campaign.ts';
import './types/live/stream-ticket.ts';
import './types/play/turn-transcript.ts';
import './types/play/turn.ts';
import './types/play/usage.ts';
import './types/play/viewer.ts';
import './builder.ts';
import './types/scene/chronicle-entry.ts';
import './types/scene/combat.ts';
import './types/scene/facts-and-laws.ts';
import './types/scene/observation.ts';
import './types/scene/possessions.ts';
import './types/scene/relation.ts';
import './types/scene/scene-diff.ts';
import './types/scene/scene-header.ts';
import './types/scene/scene.ts';
import './types/scene/sheet.ts';
import './types/scene/story-progress.ts';
import './types/image.ts';
import './types/server.ts';

/** Clears cached reads after a mutation, so that its payload and every later mutation see the change. */
function clearCachesAfterMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = async (parent, args, context: Context, info) => {
      try {
        return await resolve(parent, args, context, info);
      } finally {
        context.forget();
      }
    };
  }
  return schema;
}

/** Text a client reads first, at the head of the printed schema. */
const SCHEMA_DESCRIPTION = `Scenewright: narrative games told by language models, as a GraphQL API.

Start with \`server\`, \`viewer\` and \`entryPoints\`; then \`startCampaign\`, \`takeTurn\` and \`turnEvents\`.

- Ids are opaque. An object with \`id: ID!\` can be cached under it; \`node\` fetches it, and every input takes ids as they were given out.
- Fields that are for one role are nullable, say so, and are null for others.
- Foreseen failures are values: each mutation answers with a union of its payload and types that implement \`Failure\`. \`errors\` are for invalid requests, limits and bugs.
- Texts are plain. A blank line separates paragraphs, and narration may emphasise with \`*asterisks*\`.`;

/** Returns the schema with its description. */
function describeSchema(described: GraphQLSchema): GraphQLSchema {
  described.description = SCHEMA_DESCRIPTION;
  return described;
}

/** Schema of the whole API. Each type has its own file, with the fields that lead to it. */
export const schema = describeSchema(
  acceptGivenIds(guardSchema(clearCachesAfterMutations(builder.toSchema()))),
);

/** Answers ids of types that a part of the schema does not have as ids of nothing. */
function hideUnknownNodes(part: GraphQLSchema): GraphQLSchema {
  const toKnown = (id: unknown): unknown =>
    part.getType(decodeGlobalId(String(id))?.typename ?? '') === undefined ? '' : id;
  for (const name of ['node', 'nodes']) {
    const field = part.getQueryType()?.getFields()[name];
    const resolve = field?.resolve;
    if (field === undefined || resolve === undefined) throw new Error(`the schema has no query ${name}`);
    field.resolve = (root, args, context, info) => {
      const known = Object.entries(args).map(([arg, value]) => [
        arg,
        Array.isArray(value) ? value.map(toKnown) : toKnown(value),
      ]);
      return resolve(root, Object.fromEntries(known), context, info);
    };
  }
  return part;
}

/** Schema of game clients: the part of the whole that players and the pages they play on need. */
export const gameSchema = describeSchema(
  hideUnknownNodes(PothosSubGraphPlugin.createSubGraph(schema, 'game', builder)),
);
