import { applyOperations } from '#engine/state/apply-operations.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import { isRejection } from '#engine/util/rejection.ts';
import {
  addPulledRecords,
  advanceExchange,
  appendBriefing,
  findBoundary,
} from '#retrieval/change-scene-lore.ts';
import type { LoreHit } from '#retrieval/lore-result.ts';
import type { LoreRetriever, SceneRetrieval } from '#retrieval/lore-retriever.ts';
import {
  type Briefing,
  materialiseSceneLore,
  type PullWithVisibility,
  type SceneMaterial,
} from '#retrieval/materialise-scene-lore.ts';
import type {
  Boundary,
  DiscoverableLore,
  Passage,
  SceneLore,
  ThreadConnection,
} from '#retrieval/scene-lore.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import { writeFact } from '../packet/format-lines.ts';
import { createApplyContext } from '../rule/apply-context.ts';
import { findMove } from '../rule/certain-actions.ts';
import type { SnapshotCache } from '../snapshot-cache.ts';
import { buildSceneSignals, buildSearchScope, toSubject } from './search-signals.ts';

type GatheredMaterial = Pick<SceneMaterial, 'briefings' | 'discoverables' | 'threads' | 'atmosphere'>;

/** Gathers everything SceneLore is made of at a boundary, from the packs, the history and the snapshot. */
async function gatherMaterial(
  moment: TurnContext,
  retriever: LoreRetriever,
  countTokens: CountTokens,
): Promise<GatheredMaterial> {
  const found = await retriever.forScene(buildSearchScope(moment), buildSceneSignals(moment));
  return {
    briefings: listPresentCharacters(moment).map((one) => createBriefing(one, found, countTokens)),
    discoverables: discoverablesOf(moment, countTokens),
    threads: connectionsOf(moment, found),
    atmosphere: found.place.filter(isOpenPassage).map(toPassage),
  };
}

/** Lists the characters present whom the persona can perceive; the personas themselves need no briefing. */
export function listPresentCharacters({
  snapshot,
  view,
}: Pick<TurnContext, 'snapshot' | 'view'>): Character[] {
  return view.scene.presentIds.flatMap((id) => {
    const character = snapshot.entities[id];
    if (character?.kind !== 'character' || snapshot.personas.includes(character.id)) return [];
    return view.entities[id] === undefined ? [] : [character];
  });
}

function createBriefing(
  character: Character,
  found: Pick<SceneRetrieval, 'present'>,
  countTokens: CountTokens,
): Briefing {
  const { id, name, internal } = character;
  const shown = (found.present.get(id) ?? [])
    .filter((hit) => isOpenPassage(hit) && isAbout(hit, character))
    .map(({ chunk }) => chunk.text)
    .join('\n');
  const { knows = [], withholds = [], capabilities = '' } = internal;
  const hidden = [...knows, ...withholds, capabilities].join('\n');
  return {
    visible: { characterId: id, name, disposition: shown, tokens: countTokens(shown) },
    hidden: { characterId: id, knows, withholds, capabilities, tokens: countTokens(hidden) },
  };
}

/** Lists lore the persona could still find out, starting with lore about this place or about characters and things here. */
function discoverablesOf({ snapshot, view }: TurnContext, countTokens: CountTokens): DiscoverableLore[] {
  const known = new Set<string>(view.facts.map(({ id }) => id));
  const { placeId, presentIds } = snapshot.scene;
  const lying = Object.values(snapshot.entities).filter(
    (thing) => thing.kind === 'item' && thing.placeId === placeId,
  );
  const here = new Set<string | null>([
    placeId,
    ...presentIds,
    ...lying.map(({ id }) => id),
    ...Object.keys(view.inventory),
  ]);
  const inTriggers = Object.values(snapshot.facts).filter(
    ({ id, visibility, triggers }) => visibility === 'hidden' && triggers.length > 0 && !known.has(id),
  );
  return inTriggers
    .toSorted((one, other) => Number(here.has(other.subjectId)) - Number(here.has(one.subjectId)))
    .map((fact) => {
      const content = writeFact(fact, snapshot);
      return {
        id: fact.id,
        subjectId: fact.subjectId,
        triggers: fact.triggers,
        content,
        tokens: countTokens(content),
      };
    });
}

function connectionsOf({ view }: TurnContext, { threads }: SceneRetrieval): ThreadConnection[] {
  return view.threads.flatMap(({ id, title }) => {
    const [best] = (threads.get(id) ?? []).filter(isOpenPassage);
    return best === undefined
      ? []
      : { threadId: id, title, text: best.chunk.text, tokens: best.chunk.tokens };
  });
}

function toPassage({ chunk: { id, title, text, tokens } }: LoreHit): Passage {
  return { id, title, text, tokens };
}

/** Tells whether a passage is mainly about the character. Passages about others only name them. */
function isAbout({ chunk }: LoreHit, { id, packEntityId }: Character): boolean {
  const [first] = chunk.entityIds;
  return first !== undefined && (first === id || first === packEntityId);
}

function isOpenPassage({ chunk }: LoreHit): boolean {
  return chunk.source === 'history' || !chunk.isHidden;
}

type Tools = { readonly countTokens: CountTokens };

/** The working set of a turn before anything was looked up for it. */
type CarriedLore = {
  readonly lore: SceneLore;
  /** Characters present in the scene before, from its beginning. */
  readonly witnesses: readonly string[];
};

/**
 * Carries the previous scene's working set forward to this turn: rebuilt at a boundary, else extended by the characters who
 * came in.
 */
export async function carryLoreForward(
  moment: TurnContext,
  retriever: LoreRetriever,
  { snapshots, countTokens }: Tools & { readonly snapshots: Pick<SnapshotCache, 'loreOf'> },
): Promise<CarriedLore> {
  const kept = await snapshots.loreOf(moment.lease.turn.baseSceneId);
  const { placeId } = moment.snapshot.scene;
  const boundary = findBoundary(kept, { placeId, startsSession: moment.said.conversation.length === 0 });
  const witnesses = kept === null ? [] : kept.visible.briefings.map(({ characterId }) => characterId);
  const lore =
    kept === null || boundary !== null
      ? await madeAnew(boundary ?? 'session-start', moment, kept, [], retriever, { countTokens })
      : await withNewcomers(advanceExchange(kept), moment, retriever, { countTokens });
  return { lore, witnesses };
}

/** Adds what was asked for; when it does not fit, a boundary is reached and the set is made anew with it. */
export async function addPulls(
  moment: TurnContext,
  held: SceneLore,
  pulls: readonly PullWithVisibility[],
  retriever: LoreRetriever,
  tools: Tools,
): Promise<SceneLore> {
  const pulled = addPulledRecords(held, pulls);
  if (pulled.kind === 'pulled') return pulled.lore;
  return madeAnew('overflow', moment, held, pulls, retriever, tools);
}

async function madeAnew(
  boundary: Boundary,
  moment: TurnContext,
  before: SceneLore | null,
  pulls: readonly PullWithVisibility[],
  retriever: LoreRetriever,
  { countTokens }: Tools,
): Promise<SceneLore> {
  return materialiseSceneLore({
    boundary,
    placeId: moment.snapshot.scene.placeId,
    exchange: moment.said.conversationStart + moment.said.conversation.length,
    pullLog: before?.pullLog ?? [],
    pulls,
    ...(await gatherMaterial(moment, retriever, countTokens)),
  });
}

async function withNewcomers(
  lore: SceneLore,
  moment: TurnContext,
  retriever: LoreRetriever,
  tools: Tools,
): Promise<SceneLore> {
  let grown = lore;
  const briefed = new Set(lore.visible.briefings.map(({ characterId }) => characterId));
  for (const character of listPresentCharacters(moment)) {
    if (briefed.has(character.id)) continue;
    const { hits } = await retriever.forEntity(buildSearchScope(moment), toSubject(character), {
      limit: 2,
      maxTokens: 400,
    });
    const briefing = createBriefing(
      character,
      { present: new Map([[character.id, hits]]) },
      tools.countTokens,
    );
    const added = appendBriefing(grown, briefing);
    if (added.kind === 'overflow') return madeAnew('overflow', moment, lore, [], retriever, tools);
    grown = added.lore;
  }
  return grown;
}

/**
 * Returns the context as it will be on the player's arrival, so that the lore of that place is at hand. Nothing is decided by
 * it: `rule` makes the move, or refuses it.
 */
export function previewMove<Context extends TurnContext & ReadingResult>(context: Context): Context {
  const move = findMove(context, [], context);
  if (move === null || move.blocked !== null || context.snapshot.combat !== null) return context;
  const { snapshot, rejected } = applyOperations(
    context.snapshot,
    [move.proposal],
    createApplyContext('engine', context),
  );
  if (rejected.length > 0) return context;
  const view = createPlayerView(snapshot, context.persona.id, context.playbook.rules.stateSchema);
  return isRejection(view) ? context : { ...context, snapshot, view };
}
