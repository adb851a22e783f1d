import type { CountTokens } from '#engine/kit/tokens.ts';
import { appendBriefing, boundaryAt, nextExchange, pullInto } from '#retrieval/change-scene-lore.ts';
import type { LoreRetriever } from '#retrieval/lore-retriever.ts';
import { materialiseSceneLore, type SeenPull } from '#retrieval/materialise-scene-lore.ts';
import type { Boundary, SceneLore } from '#retrieval/scene-lore.ts';
import type { TurnContext } from '../context.ts';
import type { SnapshotMemory } from '../snapshot-memory.ts';
import { briefingOf, gatherMaterial, presentCharacters } from './scene-material.ts';
import { scopeOf, subjectOf } from './scene-signals.ts';

type Tools = { readonly countTokens: CountTokens };

/** The working set of a turn before anything was looked up for it. */
export type KeptLore = {
  readonly lore: SceneLore;
  /** Whom the scene before was told with, from its beginning. */
  readonly witnesses: readonly string[];
};

/** The working set the scene before left, brought to this turn: made anew at a boundary, else with whoever came in. */
export async function keptLore(
  moment: TurnContext,
  retriever: LoreRetriever,
  { snapshots, countTokens }: Tools & { readonly snapshots: Pick<SnapshotMemory, 'loreOf'> },
): Promise<KeptLore> {
  const kept = await snapshots.loreOf(moment.lease.turn.baseSceneId);
  const { placeId } = moment.snapshot.scene;
  const boundary = boundaryAt(kept, { placeId, startsSession: moment.said.conversation.length === 0 });
  const witnesses = kept === null ? [] : kept.visible.briefings.map(({ characterId }) => characterId);
  const lore =
    kept === null || boundary !== null
      ? await madeAnew(boundary ?? 'session-start', moment, kept, [], retriever, { countTokens })
      : await withNewcomers(nextExchange(kept), moment, retriever, { countTokens });
  return { lore, witnesses };
}

/** Adds what was asked for; when it does not fit, a boundary is reached and the set is made anew with it. */
export async function withPulls(
  moment: TurnContext,
  held: SceneLore,
  pulls: readonly SeenPull[],
  retriever: LoreRetriever,
  tools: Tools,
): Promise<SceneLore> {
  const pulled = pullInto(held, pulls);
  if (pulled.kind === 'pulled') return pulled.lore;
  return madeAnew('overflow', moment, held, pulls, retriever, tools);
}

async function madeAnew(
  boundary: Boundary,
  moment: TurnContext,
  before: SceneLore | null,
  pulls: readonly SeenPull[],
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
  for (const character of presentCharacters(moment)) {
    if (briefed.has(character.id)) continue;
    const { hits } = await retriever.forEntity(scopeOf(moment), subjectOf(character), {
      limit: 2,
      maxTokens: 400,
    });
    const briefing = briefingOf(character, { present: new Map([[character.id, hits]]) }, tools.countTokens);
    const added = appendBriefing(grown, briefing);
    if (added.kind === 'overflow') return madeAnew('overflow', moment, lore, [], retriever, tools);
    grown = added.lore;
  }
  return grown;
}
