import { findEventKnowers } from '#engine/memory/event-knowledge.ts';
import type { Fact } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import type { AppliedTurn, TurnContext, TurnResultRows } from '../context.ts';
import { writeDateTime, writeFact } from '../packet/format-lines.ts';
import type { Playbook } from '../playbook.ts';

type Subjects = Pick<HistoryEntry, 'entityIds' | 'locationIds' | 'factionIds' | 'threadIds' | 'tags'>;
type Piece = Pick<HistoryEntry, 'kind' | 'text' | 'ownerId' | 'visibleTo'> & Partial<Subjects>;

/** A scene and how it came about. */
export type SceneTransition = {
  readonly campaignId: string;
  readonly scene: HistoryEntry['scene'];
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly rows: Pick<TurnResultRows, 'chronicle' | 'memories'>;
  /** The exchange since which the lore at hand was the same. */
  readonly since: number;
  readonly calendar: Playbook['calendar'];
  /** The pack's, in which summaries are written. */
  readonly language: Playbook['language'];
};

/** Lists what the turn adds to the index: what was summed up, established, logged and observed, as its branch may see it. */
export function listTurnHistory(
  draft: TurnContext & AppliedTurn,
  countTokens: CountTokens,
): readonly HistoryEntry[] {
  const { snapshot, nextSnapshot, campaignId, lease, sceneIndex, playbook, loreAfter, rows } = draft;
  const made = {
    campaignId,
    scene: { sessionId: lease.session.id, index: sceneIndex },
    before: snapshot,
    after: nextSnapshot,
    rows,
    since: typeof loreAfter === 'string' ? sceneIndex : loreAfter.since,
    calendar: playbook.calendar,
    language: playbook.language,
  };
  return listSceneHistory(made, countTokens);
}

/** Lists the same for a scene that was made before. */
export function listSceneHistory(made: SceneTransition, countTokens: CountTokens): readonly HistoryEntry[] {
  const { campaignId, scene, after, since, calendar, language } = made;
  const place = after.scene.placeId === null ? undefined : after.entities[after.scene.placeId];
  const date = writeDateTime(after.time, calendar);
  return piecesOf(made).map((piece, ordinal) => ({
    id: `${scene.sessionId}:${scene.index}:${ordinal}`,
    campaignId,
    scene,
    ordinal,
    episode: `${scene.sessionId}:${since}`,
    title: place === undefined ? date : `${date}, ${place.name}`,
    tokens: countTokens(piece.text),
    language,
    entityIds: [],
    locationIds: after.scene.placeId === null ? [] : [after.scene.placeId],
    factionIds: [],
    threadIds: [],
    tags: [],
    ...piece,
  }));
}

function piecesOf({ before, after, rows }: SceneTransition): readonly Piece[] {
  const open = { ownerId: null, visibleTo: 'everyone' } as const;
  const told = summedUp(before, after);
  return [
    ...(told === '' ? [] : [{ kind: 'summary', text: told, ...open } as const]),
    ...newFacts(before, after),
    ...rows.chronicle.map((event) => {
      const { summary, characterIds, factionIds, tags } = event;
      const filed = { ownerId: null, visibleTo: findEventKnowers(event, after) };
      return { kind: 'event', text: summary, ...filed, entityIds: characterIds, factionIds, tags } as const;
    }),
    ...rows.memories.flatMap((row) => {
      if (row.row !== 'observation') return [];
      const { characterId: ownerId, content: text, about } = row;
      const entityIds = [ownerId, ...about];
      return [{ kind: 'observation', text, ownerId, visibleTo: [ownerId], entityIds } as const];
    }),
    ...factsFound(before, after),
  ];
}

/** Returns what the turn added to the running summary, even when an old part was cut or a chapter began. */
function summedUp({ runningSummary: before }: Snapshot, { runningSummary: after }: Snapshot): string {
  if (after.startsWith(before)) return after.slice(before.length).trim();
  const lines = before.split('\n');
  const kept = lines.findIndex((_, gone) => after.startsWith(lines.slice(gone).join('\n')));
  return kept < 0 ? after.trim() : after.slice(lines.slice(kept).join('\n').length).trim();
}

function newFacts(before: Snapshot, after: Snapshot): readonly Piece[] {
  const facts = Object.values(after.facts).filter(({ id }) => before.facts[id] === undefined);
  return filed(facts, after);
}

/** Returns facts that existed before and came to light now; until then no search could find them. */
function factsFound(before: Snapshot, after: Snapshot): readonly Piece[] {
  const found = Object.values(after.facts).filter(({ id, visibility, knownTo }) => {
    const known = before.facts[id];
    if (known === undefined || visibility === 'gm') return false;
    if (visibility === 'public') return known.visibility !== 'public';
    return knownTo.some((persona) => !known.knownTo.includes(persona));
  });
  return filed(found, after);
}

function filed(facts: readonly Fact[], after: Snapshot): readonly Piece[] {
  return facts.map((fact) => ({
    kind: 'fact',
    text: writeFact(fact, after),
    ownerId: null,
    visibleTo: fact.visibility === 'public' ? 'everyone' : fact.visibility === 'gm' ? [] : fact.knownTo,
    entityIds: [fact.subjectId],
  }));
}
