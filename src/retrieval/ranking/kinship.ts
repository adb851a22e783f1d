import type { Weights } from '../weights.ts';
import type { Candidate } from './candidate.ts';

/** The score of every candidate by itself. */
export type OwnScores = ReadonlyMap<Candidate, number>;

/** What others lend to a piece of history: the better neighbour, and the best of what was played in one go. */
export function lentInHistory(own: OwnScores, { history }: Weights): Map<Candidate, number> {
  const scenes = Map.groupBy(own.keys(), (candidate) => sceneKey(candidate, 0));
  const episodes = Map.groupBy(own.keys(), episodeKey);
  const best = (among: readonly Candidate[]) => Math.max(0, ...among.map((other) => own.get(other) ?? 0));
  const bestOfEpisode = new Map([...episodes].map(([key, members]) => [key, best(members)]));
  const { neighbour, episode } = history;
  const lent = [...own.keys()].map((candidate): [Candidate, number] => {
    if (candidate.kin.source !== 'history') return [candidate, 0];
    const near = [-1, 0, 1].flatMap((step) => scenes.get(sceneKey(candidate, step)) ?? []);
    const beside = best(near.filter((other) => other !== candidate));
    return [candidate, neighbour * beside + episode * (bestOfEpisode.get(episodeKey(candidate)) ?? 0)];
  });
  return new Map(lent);
}

/** A scene of one session, seen by one character or by nobody in particular. */
function sceneKey({ table, kin }: Candidate, step: number): string {
  if (kin.source !== 'history') return table;
  return JSON.stringify([table, kin.sessionId, kin.ownerId, kin.sceneIndex + step]);
}

function episodeKey({ table, kin }: Candidate): string {
  return kin.source === 'history' ? JSON.stringify([table, kin.episode]) : table;
}

/** The score each overview may count on: that of its best section, by the overview's id. */
export function lentToOverviews(own: OwnScores, { authored }: Weights): Map<string, number> {
  const lent = new Map<string, number>();
  for (const [{ kin }, score] of own) {
    if (kin.source !== 'authored' || kin.parentId === null) continue;
    lent.set(kin.parentId, Math.max(lent.get(kin.parentId) ?? 0, authored.overview * score));
  }
  return lent;
}
