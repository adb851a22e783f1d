import type { Weights } from '../weights.ts';
import type { Candidate } from './candidate.ts';

/** The score of every candidate by itself. */
export type OwnScores = ReadonlyMap<Candidate, number>;

/** What others lend to a piece of history: the better neighbour, and the best of what was played in one go. */
export function lentInHistory(own: OwnScores, { history }: Weights): Map<Candidate, number> {
  const strands = new Map<string, Map<number, Candidate[]>>();
  const episodes = new Map<string, { best: number }>();
  const pieces = [...own].flatMap(([candidate, score]) => {
    const { kin } = candidate;
    if (kin.source !== 'history') return [];
    const scenes = getOrPut(strands, strandOf(candidate), () => new Map<number, Candidate[]>());
    getOrPut(scenes, kin.sceneIndex, (): Candidate[] => []).push(candidate);
    const episode = getOrPut(episodes, episodeOf(candidate), () => ({ best: 0 }));
    episode.best = Math.max(episode.best, score);
    return { candidate, index: kin.sceneIndex, scenes, episode };
  });
  const lent = pieces.map(({ candidate, index, scenes, episode }): [Candidate, number] => {
    const near = [-1, 0, 1].flatMap((step) => scenes.get(index + step) ?? []);
    const beside = near.reduce(
      (best, other) => (other === candidate ? best : Math.max(best, own.get(other) ?? 0)),
      0,
    );
    return [candidate, history.neighbour * beside + history.episode * episode.best];
  });
  return new Map(lent);
}

function getOrPut<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Scenes of one session, seen by one character or by nobody in particular. No id has a NUL. */
function strandOf({ table, kin }: Candidate): string {
  return kin.source === 'history' ? `${table}\0${kin.sessionId}\0${kin.ownerId}` : table;
}

function episodeOf({ table, kin }: Candidate): string {
  return kin.source === 'history' ? `${table}\0${kin.episode}` : table;
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
