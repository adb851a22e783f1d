import type { CountTokens } from '#engine/kit/tokens.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import type { Applied, Moment } from '../draft.ts';
import { sentenceOf } from '../packet-lines.ts';

type Subjects = Pick<HistoryEntry, 'entityIds' | 'locationIds' | 'factionIds' | 'threadIds' | 'tags'>;
type Piece = Pick<HistoryEntry, 'kind' | 'text' | 'ownerId' | 'visibleTo'> & Partial<Subjects>;

/** What the turn leaves for the index: what was summed up, established, logged and observed, as its branch may see it. */
export function historyOf(draft: Moment & Applied, countTokens: CountTokens): readonly HistoryEntry[] {
  const { nextSnapshot: after, campaignId, lease, sceneIndex, playbook, loreAfter } = draft;
  const scene = { sessionId: lease.session.id, index: sceneIndex };
  const place = after.scene.placeId === null ? undefined : after.entities[after.scene.placeId];
  const date = playbook.calendar.format(after.time, 'long');
  const since = typeof loreAfter === 'string' ? sceneIndex : loreAfter.since;
  return piecesOf(draft).map((piece, ordinal) => ({
    id: `${scene.sessionId}:${sceneIndex}:${ordinal}`,
    campaignId,
    scene,
    ordinal,
    episode: `${scene.sessionId}:${since}`,
    title: place === undefined ? date : `${date}, ${place.name}`,
    tokens: countTokens(piece.text),
    entityIds: [],
    locationIds: after.scene.placeId === null ? [] : [after.scene.placeId],
    factionIds: [],
    threadIds: [],
    tags: [],
    ...piece,
  }));
}

function piecesOf({ snapshot: before, nextSnapshot: after, rows }: Moment & Applied): readonly Piece[] {
  const open = { ownerId: null, visibleTo: 'everyone' } as const;
  const told = summedUp(before, after);
  return [
    ...(told === '' ? [] : [{ kind: 'summary', text: told, ...open } as const]),
    ...newFacts(before, after),
    ...rows.chronicle.map(({ summary, characterIds, factionIds, tags }) => {
      return { kind: 'event', text: summary, ...open, entityIds: characterIds, factionIds, tags } as const;
    }),
    ...rows.memories.flatMap((row) => {
      if (row.row !== 'observation') return [];
      const { characterId: ownerId, content: text, about } = row;
      const entityIds = [ownerId, ...about];
      return [{ kind: 'observation', text, ownerId, visibleTo: [ownerId], entityIds } as const];
    }),
  ];
}

function summedUp({ runningSummary: before }: Snapshot, { runningSummary: after }: Snapshot): string {
  return after.startsWith(before) ? after.slice(before.length).trim() : '';
}

function newFacts(before: Snapshot, after: Snapshot): readonly Piece[] {
  const facts = Object.values(after.facts).filter(({ id }) => before.facts[id] === undefined);
  return facts.map((fact) => ({
    kind: 'fact',
    text: sentenceOf(fact, after),
    ownerId: null,
    visibleTo: fact.visibility === 'public' ? 'everyone' : fact.visibility === 'gm' ? [] : fact.knownTo,
    entityIds: [fact.subjectId],
  }));
}
