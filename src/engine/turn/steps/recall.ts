import type { ReadingNeeds } from '#engine/contracts/reading.ts';
import { listLoadedIds } from '#retrieval/change-scene-lore.ts';
import { createLoreRetriever } from '#retrieval/lore-retriever.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { ReadingResult, Recalled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { findRecords } from '../knowledge/find-records.ts';
import { addPulls, carryLoreForward, previewMove } from '../knowledge/working-set.ts';
import { defineStep } from '../pipeline.ts';

type Needs = TurnContext & ReadingResult;
type Uses = Pick<TurnTools, 'store' | 'snapshots' | 'lore' | 'countTokens' | 'recorder'>;

const NO_NEEDS = { characters: null, events: null, laws: null, lore: [], recall: [] };
const NO_SEARCH = { keywords: [], ids: [], categories: [], locations: [], status: [] };

/** Looks up what the Reading needs and fills SceneLore, for the place the player sets out to where they do. */
export const recall = defineStep<Needs, Recalled, Uses>({
  name: 'recall',

  async run(draft, tools) {
    const retriever = createLoreRetriever(tools.lore);
    const context = previewMove(draft);
    const { lore: before, witnesses } = await carryLoreForward(context, retriever, tools);
    const { pulls, searches } = await findRecords(
      context,
      { needs: addReferred(draft, before), isForeign: draft.reading.language !== '' },
      before,
      tools,
    );
    for (const { query, found } of searches) tools.recorder.search(query, found);
    const sceneLore = pulls.length === 0 ? before : await addPulls(context, before, pulls, retriever, tools);
    tools.recorder.sceneLore({
      before: summarise(before),
      after: summarise(sceneLore),
      isRouted: searches.length > 0,
    });
    return { sceneLore, witnesses };
  },
});

/** Adds absent people the words refer to, unless they are loaded. */
function addReferred({ reading, snapshot }: Needs, held: SceneLore): ReadingNeeds {
  const needs = reading.needs ?? NO_NEEDS;
  const here: readonly string[] = snapshot.scene.presentIds;
  const { characterIds: loaded } = listLoadedIds(held);
  const people = new Set<string>(
    Object.values(snapshot.entities).flatMap(({ id, kind }) => (kind === 'character' ? [id] : [])),
  );
  const absent = reading.refers_to.filter(
    (id) => people.has(id) && !here.includes(id) && !loaded.includes(id),
  );
  if (absent.length === 0) return needs;
  const search = needs.characters ?? NO_SEARCH;
  return { ...needs, characters: { ...search, ids: [...new Set([...search.ids, ...absent])] } };
}

/** Summarises the working set for a recording: the pulls of this exchange. The scenes keep all of it. */
function summarise({ boundary, since, exchange, pullLog }: SceneLore): object {
  return { boundary, since, exchange, pullLog: pullLog.filter((pull) => pull.exchange === exchange) };
}
