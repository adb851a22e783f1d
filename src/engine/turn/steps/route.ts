import type { Json } from '#engine/kit/canonical-json.ts';
import { runRoute } from '#engine/llm/route.ts';
import { NO_SEARCH, type RouteReply } from '#engine/llm/route-reply.ts';
import { routePrompt } from '#engine/prompt/step-prompts.ts';
import { loreRetriever } from '#retrieval/lore-retriever.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { Moment, Routed } from '../draft.ts';
import { keptReplies } from '../kept-replies.ts';
import { callTypeOf } from '../knowledge/call-type-of.ts';
import { findRecords } from '../knowledge/find-records.ts';
import { namesSomethingNew } from '../knowledge/names-something-new.ts';
import { routeInput } from '../knowledge/route-input.ts';
import { keptLore, withPulls } from '../knowledge/working-set.ts';
import { defineStep } from '../step.ts';
import { storySeed } from '../story-seed.ts';
import type { TurnTools } from '../turn-tools.ts';
import { soon } from '../written-early.ts';

type Uses = Pick<
  TurnTools,
  'store' | 'snapshots' | 'lore' | 'tiers' | 'prompts' | 'countTokens' | 'recorder' | 'signal'
>;

/** Sees to it that what the turn needs to know is at hand, and asks for nothing that is. */
export const route = defineStep<Moment, Routed, Uses>({
  name: 'route',

  async run(moment, tools) {
    const { recorder } = tools;
    const retriever = loreRetriever(tools.lore);
    const { lore: before, witnesses } = await keptLore(moment, retriever, tools);
    const { turn } = moment.lease;
    const kept = keptReplies(turn);
    const isAsked = kept === null && turn.input.kind === 'story' && namesSomethingNew(moment, before);
    const routeReply = isAsked ? await askRouter(moment, before, tools) : (kept?.route ?? null);
    const sceneLore = await pulled(moment, routeReply ?? NO_SEARCH, before, tools);
    recorder.sceneLore({ before: accountOf(before), after: accountOf(sceneLore), isRouted: isAsked });
    // Written with the scene; pressed while the models think.
    soon(() => tools.store.endings.expectLore(sceneLore));
    const routedCallType = routeReply?.call_type ?? callTypeOf(moment.words);
    return { sceneLore, witnesses, routedCallType, routeReply };
  },
});

/** What a recording says of the working set: what this exchange pulled. All of it is kept with the scenes before and after. */
function accountOf({ boundary, since, exchange, pullLog }: SceneLore): object {
  return { boundary, since, exchange, pullLog: pullLog.filter((pull) => pull.exchange === exchange) };
}

async function askRouter(moment: Moment, held: SceneLore, tools: Uses): Promise<RouteReply> {
  const { prompts, tiers, recorder, signal, store } = tools;
  const input = await routeInput(moment, held, store);
  const { prompts: sources, ...prompt } = routePrompt(input, { prompts, pins: moment.promptPins });
  const seed = storySeed(moment.seed, moment.sceneIndex);
  const { reply, skipped } = await runRoute(
    // Inputs of steps are plain values by their schemas.
    { ...prompt, prompts: sources, input: input as unknown as Json, seed, signal },
    tiers.small,
  );
  if (skipped !== null) recorder.note('route', `nothing was searched: ${skipped}`);
  return reply;
}

async function pulled(moment: Moment, reply: RouteReply, held: SceneLore, tools: Uses): Promise<SceneLore> {
  if (!reply.needs_search && reply.event_detail_ids.length === 0) return held;
  const { pulls, searches } = await findRecords(moment, reply, held, tools);
  for (const { query, found } of searches) tools.recorder.search(query, found);
  return withPulls(moment, held, pulls, loreRetriever(tools.lore), tools);
}
