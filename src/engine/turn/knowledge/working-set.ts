import { applyOperations } from '#engine/state/apply-operations.ts';
import { findWitnessingPersonas, isPrivateKnowledge } from '#engine/state/knowledge.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { SummaryRecord } from '#engine/store/summaries.ts';
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
import { type AllowedAction, isLyingHere } from '../rule/validate-actions.ts';
import type { SnapshotCache } from '../snapshot-cache.ts';
import { matchLoreKeys, pullAlways } from './keyed-lore.ts';
import { buildSceneSignals, buildSearchScope, toSubject } from './search-signals.ts';

type GatheredMaterial = Omit<SceneMaterial, 'boundary' | 'placeId' | 'exchange' | 'pullLog' | 'pulls'>;

/** Limits of what earlier sessions left behind, and of authored lore about open threads. */
const FOR_SESSION = { limit: 3, maxTokens: 600 };

/** Gathers everything SceneLore is made of at a boundary, from the packs, the history and the snapshot. */
async function gatherMaterial(
  turnContext: TurnContext,
  retriever: LoreRetriever,
  countTokens: CountTokens,
  ended: SummaryRecord | null,
): Promise<GatheredMaterial> {
  const [scope, signals] = [buildSearchScope(turnContext), buildSceneSignals(turnContext)];
  const [found, session] = await Promise.all([
    retriever.forScene(scope, signals),
    ended === null ? null : retriever.forSession(scope, signals.threads, FOR_SESSION),
  ]);
  const here = new Set(found.place.map(({ chunk }) => chunk.id));
  const before = session === null ? [] : [...session.past.hits, ...session.threads.hits];
  const summary =
    ended === null
      ? []
      : [{ id: ended.id, title: 'The session before', text: ended.text, tokens: countTokens(ended.text) }];
  return {
    session: [
      ...summary,
      ...before
        .filter((hit) => isOpenPassage(hit) && !here.has(hit.chunk.id) && hit.chunk.text !== ended?.text)
        .map(toPassage),
    ],
    briefings: listPresentCharacters(turnContext).map((one) => createBriefing(one, found, countTokens)),
    discoverables: discoverablesOf(turnContext, countTokens),
    threads: connectionsOf(turnContext, found),
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

/** Lists lore the persona could still find out here: about the place, the characters, and the things that lie or are carried here. */
function discoverablesOf({ snapshot, view }: TurnContext, countTokens: CountTokens): DiscoverableLore[] {
  const known = new Set<string>(view.facts.map(({ id }) => id));
  const { placeId, presentIds } = snapshot.scene;
  const lying = Object.values(snapshot.entities).filter(
    (thing) => thing.kind === 'item' && isLyingHere(snapshot, thing),
  );
  const carried = presentIds.flatMap((id) => Object.keys(snapshot.inventory[id] ?? {}));
  const here = new Set<string | null>([placeId, ...presentIds, ...lying.map(({ id }) => id), ...carried]);
  return Object.values(snapshot.facts)
    .filter(
      (fact) =>
        fact.visibility === 'hidden' &&
        fact.triggers.length > 0 &&
        here.has(fact.subjectId) &&
        !known.has(fact.id) &&
        // A persona who found it alone decides who hears of it.
        !isPrivateKnowledge(fact, snapshot),
    )
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

type Tools = {
  readonly countTokens: CountTokens;
  /** Summary of the session before, where this turn takes the story up in another; absent in every other turn. */
  readonly ended?: SummaryRecord | null;
};

/** The working set of a turn before anything was looked up for it. */
type CarriedLore = {
  readonly lore: SceneLore;
  /** Characters present in the scene before, from its beginning. */
  readonly witnesses: readonly string[];
  /** Whether the scene before had a working set; otherwise nothing can be lost. */
  readonly hadLore: boolean;
};

/**
 * Carries the previous scene's working set forward to this turn: rebuilt at a boundary, else extended by the characters who
 * came in.
 */
export async function carryLoreForward(
  turnContext: TurnContext,
  retriever: LoreRetriever,
  { snapshots, countTokens, ended = null }: Tools & { readonly snapshots: Pick<SnapshotCache, 'loreOf'> },
): Promise<CarriedLore> {
  const kept = await snapshots.loreOf(turnContext.lease.turn.baseSceneId);
  const { placeId } = turnContext.snapshot.scene;
  const readers: readonly string[] = findWitnessingPersonas(turnContext.snapshot, turnContext.persona.id);
  // What was looked up for some is not told before others.
  const isShared = kept?.readers === undefined || readers.every((id) => kept.readers?.includes(id));
  const startsSession = ended !== null || turnContext.said.conversation.length === 0;
  const boundary = findBoundary(kept, { placeId, startsSession }) ?? (isShared ? null : 'invalidated');
  const witnesses = kept === null ? [] : kept.visible.briefings.map(({ characterId }) => characterId);
  const lore =
    kept === null || boundary !== null
      ? await madeAnew(boundary ?? 'session-start', turnContext, kept, [], retriever, { countTokens, ended })
      : await withNewcomers(advanceExchange(kept), turnContext, retriever, { countTokens });
  return { lore, witnesses, hadLore: kept !== null };
}

/** Adds what was asked for; when it does not fit, a boundary is reached and the set is made anew with it. */
export async function addPulls(
  turnContext: TurnContext,
  held: SceneLore,
  pulls: readonly PullWithVisibility[],
  retriever: LoreRetriever,
  tools: Tools,
): Promise<SceneLore> {
  const pulled = addPulledRecords(held, pulls);
  if (pulled.kind === 'pulled') return pulled.lore;
  return madeAnew('overflow', turnContext, held, pulls, retriever, tools);
}

async function madeAnew(
  boundary: Boundary,
  turnContext: TurnContext,
  before: SceneLore | null,
  pulls: readonly PullWithVisibility[],
  retriever: LoreRetriever,
  { countTokens, ended = null }: Tools,
): Promise<SceneLore> {
  const always = pullAlways(matchLoreKeys(turnContext));
  const asked = pulls.filter(({ id }) => !always.some((one) => one.id === id));
  const lore = materialiseSceneLore({
    boundary,
    placeId: turnContext.snapshot.scene.placeId,
    exchange: turnContext.said.conversationStart + turnContext.said.conversation.length,
    pullLog: before?.pullLog ?? [],
    pulls: [...always, ...asked],
    ...(await gatherMaterial(turnContext, retriever, countTokens, ended)),
  });
  const readers =
    turnContext.snapshot.personas.length === 1
      ? {}
      : { readers: findWitnessingPersonas(turnContext.snapshot, turnContext.persona.id) };
  return { ...lore, ...readers, ...(before?.lasting === undefined ? {} : { lasting: before.lasting }) };
}

async function withNewcomers(
  lore: SceneLore,
  turnContext: TurnContext,
  retriever: LoreRetriever,
  tools: Tools,
): Promise<SceneLore> {
  let grown = lore;
  const briefed = new Set(lore.visible.briefings.map(({ characterId }) => characterId));
  for (const character of listPresentCharacters(turnContext)) {
    if (briefed.has(character.id)) continue;
    const { hits } = await retriever.forEntity(buildSearchScope(turnContext), toSubject(character), {
      limit: 2,
      maxTokens: 400,
    });
    const briefing = createBriefing(
      character,
      { present: new Map([[character.id, hits]]) },
      tools.countTokens,
    );
    const added = appendBriefing(grown, briefing);
    if (added.kind === 'overflow') return madeAnew('overflow', turnContext, lore, [], retriever, tools);
    grown = added.lore;
  }
  return grown;
}

/**
 * Returns the context as it will be on the player's arrival, so that the lore of that place is at hand. Nothing is decided by
 * it: `rule` makes the move, or refuses it. `actions` may name a destination that the Reading itself does not.
 */
export function previewMove<Context extends TurnContext & ReadingResult>(
  context: Context,
  actions: readonly AllowedAction[] = [],
): Context {
  const move = findMove(context, actions, context);
  if (move === null || move.blocked !== null || context.snapshot.combat !== null) return context;
  const { snapshot, rejected } = applyOperations(
    context.snapshot,
    [move.proposal],
    createApplyContext('engine', context),
  );
  if (rejected.length > 0) return context;
  const view = createPlayerView(snapshot, context.persona.id, context.playbook.rules);
  return isRejection(view) ? context : { ...context, snapshot, view };
}
