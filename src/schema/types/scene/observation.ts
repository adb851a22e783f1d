import { isOnLineage, truncateLineage } from '#engine/domain/lineage.ts';
import type { Memory } from '#engine/memory/memories.ts';
import { computePriority } from '#engine/memory/recall.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import {
  defineConnectionNames,
  paginateList,
  parseTextKey,
  toConnection,
  toPageRequest,
} from '../../connection.ts';
import type { Context } from '../../context.ts';
import { createBadRequestError } from '../../errors.ts';
import type { CampaignRules } from '../../loaders.ts';
import { findById, identifyRecord, type RecordView } from '../../views/record-node.ts';
import { loadLineage } from '../../views/scene-lineage.ts';
import {
  loadSessionRules,
  loadVisibleScene,
  type ViewScope,
  type ViewScoped,
} from '../../views/visible-scene.ts';
import { Session } from '../play/session.ts';
import { findKnownCharacter, findKnownEntity, KnownCharacter, KnownEntity } from './known-entity.ts';
import { Scene } from './scene.ts';
import { WorldTime } from './world-time.ts';

/** Memory with its weights at one moment. The weights are null when the rules of the campaign are no longer available. */
type Weighed = Memory & { readonly weight: ReturnType<typeof computePriority> | null };

const ProvenanceKind = defineWordEnum('ProvenanceKind', 'Provenance of a memory.', {
  witnessed: 'They saw or heard it themselves.',
  told: 'Another character told them.',
  inferred: 'They worked it out.',
});

const ObservationOrder = defineWordEnum('ObservationOrder', 'In which order observations come.', {
  priority: 'Highest priority at that scene first.',
  time: 'Oldest observation first.',
});

export const Observation = builder.objectRef<ViewScoped<Weighed>>('Observation');

builder.node(Observation, {
  ...identifyRecord<Weighed>('Observation', ({ id }) => id, findObservation),
  description: 'Something one character remembers, as much as it matters at one scene.',
  fields: (t) => ({
    observationId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    characterId: t.exposeID('characterId', { description: 'Character who remembers it.' }),
    content: t.exposeString('content', { description: 'Text of the memory.' }),
    importance: t.exposeInt('importance', {
      description: 'From 1, a passing detail, to 5, what changes a life.',
    }),
    priority: t.float({
      nullable: true,
      description:
        'Priority at that scene: importance, reduced by world time, raised by repetition. Null when the campaign’s rules are no longer available.',
      resolve: ({ weight }) => weight?.priority ?? null,
    }),
    decayWeight: t.float({
      nullable: true,
      description: 'Recency: 1 when fresh, approaching 0. Null like `priority`.',
      resolve: ({ weight }) => weight?.decayWeight ?? null,
    }),
    reinforcementCount: t.exposeInt('reinforcementCount', { description: 'Number of repetitions.' }),
    provenance: t.field({
      type: ProvenanceKind,
      description: 'Provenance.',
      resolve: ({ provenance }) => provenance.kind,
    }),
    toldBy: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Informant; null when there was none or it is not known.',
      resolve: ({ provenance, viewScope }) =>
        provenance.kind === 'told' ? findKnownEntity(viewScope, provenance.by) : null,
    }),
    inferredFrom: t.stringList({
      description: 'Memories it was inferred from; empty when it was not inferred.',
      resolve: ({ provenance }) => (provenance.kind === 'inferred' ? [...provenance.from] : []),
    }),
    confidence: t.exposeFloat('confidence', { description: 'Confidence, 0 to 1.' }),
    about: t.field({
      type: [KnownEntity],
      description: 'Entities it concerns, as far as they are known.',
      resolve: ({ about, viewScope }) => about.flatMap((id) => findKnownEntity(viewScope, id) ?? []),
    }),
    tags: t.exposeStringList('tags', { description: 'Tags.' }),
    observedAt: t.field({
      type: WorldTime,
      description: 'Time of the first observation.',
      resolve: ({ observedAt, viewScope: { sessionId } }) => ({ time: observedAt, sessionId }),
    }),
    sceneIndex: t.int({
      description: 'The index of the scene they observed it in first.',
      resolve: ({ scene }) => scene.index,
    }),
    isEdited: t.exposeBoolean('edited', { description: 'Whether a game master has changed it.' }),
    isRetracted: t.exposeBoolean('retracted', { description: 'Whether a game master has taken it back.' }),
  }),
});

/** Finds a memory of the persona, or of any character in the game master's view. */
async function findObservation(
  { scene, view, snapshot, viewScope }: RecordView,
  id: string,
  context: Context,
) {
  const [lineage, rules] = await Promise.all([
    loadLineage(scene, context),
    loadSessionRules(viewScope.sessionId, context),
  ]);
  const characterId = view?.personaId ?? null;
  const memories = await context.loaders.memories.load({ lineage, characterId });
  const memory = findById(memories, id);
  const time = (view ?? snapshot)?.time;
  if (memory === null || time === undefined || (view !== null && memory.retracted)) return null;
  return weigh(memory, time, rules);
}

function weigh(memory: Memory, time: Snapshot['time'], rules: CampaignRules | null): Weighed {
  const lambda = rules?.mechanics.memory.lambda_per_minute;
  return { ...memory, weight: lambda === undefined ? null : computePriority(memory, time, lambda) };
}

const HIGHEST = 100;

/** Returns the sort key of a memory for one of the two orders. Keys at one scene never change. */
function keyOf(order: 'priority' | 'time'): (memory: Weighed) => string {
  if (order === 'time') {
    return ({ scene, ordinal, id }) =>
      `${String(scene.index).padStart(8, '0')}.${String(ordinal).padStart(6, '0')}.${id}`;
  }
  return ({ weight, importance, id }) =>
    `${(HIGHEST - (weight?.priority ?? importance)).toFixed(9).padStart(14, '0')}.${id}`;
}

type Asked = Parameters<typeof toPageRequest>[0] & { readonly by?: 'priority' | 'time' | null | undefined };

/** Returns a page of memories, weighted at the moment of a snapshot. */
export function toObservationPage(
  memories: readonly Memory[],
  { time }: Pick<Snapshot, 'time'>,
  rules: CampaignRules | null,
  viewScope: ViewScope,
  { by, ...args }: Asked,
) {
  const request = toPageRequest(args, parseTextKey);
  const weighed = memories.map((memory) => ({ ...weigh(memory, time, rules), viewScope }));
  const key = keyOf(by ?? 'priority');
  return toConnection(paginateList(weighed, request, key), request, key);
}

/** Returns the requested scene of a session; without an id, its current scene. */
export async function loadSessionScene(
  session: SessionRecord,
  sceneId: string | null,
  { loaders }: Context,
): Promise<SceneRecord> {
  const scene = await loaders.scene.load(sceneId ?? session.currentSceneId);
  const position = scene === null ? null : { sessionId: scene.sessionId, index: scene.index };
  if (scene === null || position === null || !isOnLineage(session.lineage, { scene: position })) {
    throw createBadRequestError(
      'at',
      'this is no scene of this session or of those it grew from; give the id of one of its `scenes`',
    );
  }
  return scene;
}

export const AT_SCENE_ARGUMENT = {
  for: Scene,
  description: 'Scene to look back from. Default: the current scene.',
} as const;

export const OBSERVATION_ORDER_ARGUMENT = {
  type: ObservationOrder,
  defaultValue: 'priority',
  description: 'Sort order. Default: highest priority first.',
} as const;

builder.objectFields(Session, (t) => ({
  characters: t.connection(
    {
      type: KnownCharacter,
      description: 'Characters your persona knows, itself included, by id.',
      resolve: async (session, args, context) => {
        const request = toPageRequest(args, parseTextKey);
        const { view, viewScope } = await loadVisibleScene(
          await loadSessionScene(session, null, context),
          context,
        );
        const known = Object.keys(view.entities).flatMap((id) => findKnownCharacter(viewScope, id) ?? []);
        const keyOf = ({ id }: { readonly id: string }) => id;
        return toConnection(paginateList(known, request, keyOf), request, keyOf);
      },
    },
    ...defineConnectionNames('KnownCharacter', 'characters somebody knows'),
  ),
  observations: t.connection(
    {
      type: Observation,
      description: 'Memories of your persona at a scene of the session.',
      args: { at: t.arg.globalID(AT_SCENE_ARGUMENT), by: t.arg(OBSERVATION_ORDER_ARGUMENT) },
      resolve: async (session, { at, ...args }, context) => {
        const scene = await loadSessionScene(session, at?.id ?? null, context);
        const [{ view, viewScope }, rules] = await Promise.all([
          loadVisibleScene(scene, context),
          loadSessionRules(session.id, context),
        ]);
        const lineage = truncateLineage(session.lineage, scene.index);
        const memories = await context.loaders.memories.load({ lineage, characterId: view.personaId });
        const kept = memories.filter(({ retracted }) => !retracted);
        return toObservationPage(kept, view, rules, viewScope, args);
      },
    },
    ...defineConnectionNames('Observation', 'observations'),
  ),
}));
