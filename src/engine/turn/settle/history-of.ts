import type { CountTokens } from '#engine/kit/tokens.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import type { Applied, Moment } from '../draft.ts';
import { sentenceOf } from '../packet-lines.ts';

type Subjects = Pick<HistoryEntry, 'entityIds' | 'locationIds' | 'factionIds' | 'threadIds' | 'tags'>;

/** What the turn leaves for the index: what was summed up, established, logged and observed, as its branch may see it. */
export function historyOf(draft: Moment & Applied, countTokens: CountTokens): readonly HistoryEntry[] {
  const {
    snapshot: before,
    nextSnapshot: after,
    rows,
    campaignId,
    lease,
    sceneIndex,
    playbook,
    loreAfter,
  } = draft;
  const scene = { sessionId: lease.session.id, index: sceneIndex };
  const place = after.scene.placeId === null ? undefined : after.entities[after.scene.placeId];
  const date = playbook.calendar.format(after.time, 'long');
  const since = typeof loreAfter === 'string' ? sceneIndex : loreAfter.since;
  let ordinal = 0;
  const entry = (
    one: Pick<HistoryEntry, 'kind' | 'text' | 'ownerId' | 'visibleTo'> & Partial<Subjects>,
  ): HistoryEntry => ({
    id: `${scene.sessionId}:${sceneIndex}:${ordinal}`,
    campaignId,
    scene,
    ordinal: ordinal++,
    episode: `${scene.sessionId}:${since}`,
    title: place === undefined ? date : `${date}, ${place.name}`,
    tokens: countTokens(one.text),
    entityIds: [],
    locationIds: after.scene.placeId === null ? [] : [after.scene.placeId],
    factionIds: [],
    threadIds: [],
    tags: [],
    ...one,
  });
  const told = after.runningSummary.startsWith(before.runningSummary)
    ? after.runningSummary.slice(before.runningSummary.length).trim()
    : '';
  const facts = Object.values(after.facts).filter(({ id }) => before.facts[id] === undefined);
  return [
    ...(told === '' ? [] : [entry({ kind: 'summary', text: told, ownerId: null, visibleTo: 'everyone' })]),
    ...facts.map((fact) =>
      entry({
        kind: 'fact',
        text: sentenceOf(fact, after),
        ownerId: null,
        visibleTo: fact.visibility === 'public' ? 'everyone' : fact.visibility === 'gm' ? [] : fact.knownTo,
        entityIds: [fact.subjectId],
      }),
    ),
    ...rows.chronicle.map(({ summary, characterIds, factionIds, tags }) =>
      entry({
        kind: 'event',
        text: summary,
        ownerId: null,
        visibleTo: 'everyone',
        entityIds: characterIds,
        factionIds,
        tags,
      }),
    ),
    ...rows.memories.flatMap((row) =>
      row.row === 'observation'
        ? entry({
            kind: 'observation',
            text: row.content,
            ownerId: row.characterId,
            visibleTo: [row.characterId],
            entityIds: [row.characterId, ...row.about],
          })
        : [],
    ),
  ];
}
