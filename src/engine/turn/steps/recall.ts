import type { ReadingNeeds } from '#engine/contracts/reading.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import type { SummaryRecord } from '#engine/store/summaries.ts';
import { listLoadedIds } from '#retrieval/change-scene-lore.ts';
import { createLoreRetriever } from '#retrieval/lore-retriever.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { viewAroundPersona, viewAsTable } from '../acting-persona.ts';
import type { ReadingResult, Recalled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { findRecords } from '../knowledge/find-records.ts';
import { addPulls, carryLoreForward, previewMove } from '../knowledge/working-set.ts';
import { defineStep } from '../pipeline.ts';
import { type AllowedAction, validateActions } from '../rule/validate-actions.ts';

type Needs = TurnContext & ReadingResult;
type Uses = Pick<TurnTools, 'store' | 'snapshots' | 'lore' | 'countTokens' | 'recorder' | 'events'>;

const NO_NEEDS = { characters: null, events: null, laws: null, lore: [], recall: [] };
const NO_SEARCH = { keywords: [], ids: [], categories: [], locations: [], status: [] };

/** Looks up what the Reading needs and fills SceneLore, for the place the player sets out to where they do. */
export const recall = defineStep<Needs, Recalled, Uses>({
  name: 'recall',

  async run(draft, tools) {
    const retriever = createLoreRetriever(tools.lore);
    const ahead = previewMove(draft, listSteps(draft));
    // The working set is the table's: what the acting persona alone knows stays out of it.
    const context = { ...ahead, view: viewAsTable(ahead.snapshot, draft) };
    const ended = await findEndedSession(draft, tools);
    const carried = await carryLoreForward(context, retriever, { ...tools, ended });
    const { lore: before, witnesses, hadLore } = carried;
    const { pulls, searches } = await findRecords(
      context,
      { needs: addReferred(draft, before), isForeign: draft.reading.language !== '' },
      before,
      tools,
    );
    for (const { query, found } of searches) tools.recorder.search(query, found);
    const sceneLore = pulls.length === 0 ? before : await addPulls(context, before, pulls, retriever, tools);
    if (hadLore && sceneLore.since === sceneLore.exchange) {
      const { attempt } = draft.lease.turn;
      tools.events.emit({ type: 'context-reset', attempt, cause: sceneLore.boundary });
    }
    tools.recorder.sceneLore({
      before: summarise(before),
      after: summarise(sceneLore),
      isRouted: searches.length > 0,
    });
    const worldEvents = ended === null ? [] : await listWorldEvents(draft, ended, tools);
    return { sceneLore, witnesses, worldEvents };
  },
});

/** Finds the recap of the session that ended where this one begins; null in every turn but the first of such a session. */
async function findEndedSession(
  { lease: { session } }: Needs,
  { store }: Uses,
): Promise<SummaryRecord | null> {
  const { lineage, sceneIndex } = session;
  if (lineage.at(-2)?.upTo !== sceneIndex) return null;
  const ended = await store.summaries.latest(lineage, 'recap');
  return ended?.scene.index === sceneIndex ? ended : null;
}

/** Lists world-affecting events since the ended session began, as far as all who hear this turn may know of them. */
async function listWorldEvents(
  draft: Needs,
  { fromSceneIndex }: SummaryRecord,
  { store }: Uses,
): Promise<readonly string[]> {
  const events = (await store.chronicle.along(draft.lineage)).map((entry) => ChronicleEntry.parse(entry));
  const knowers = findWitnessingPersonas(draft.snapshot, draft.persona.id);
  return filterKnownEvents(events, { ...draft, knowers })
    .filter(({ scope, scene }) => scope === 'world_affecting' && scene.index >= fromSceneIndex)
    .map(({ summary }) => summary);
}

/** Lists the actions that `rule` will allow, where one of them is a move that the Reading names no destination for. */
function listSteps({ reading, snapshot, persona, playbook }: Needs): readonly AllowedAction[] {
  if (reading.moves_to !== '' || !reading.actions.some(({ kind }) => kind === 'move')) return [];
  return validateActions(reading.actions, viewAroundPersona(snapshot, persona), persona, playbook.rules)
    .allowed;
}

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
