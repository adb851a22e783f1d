import { bestOf, byId, type FoundRecord, keywordsIn } from './records/points.ts';

export type LawRecord = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: 'active' | 'repealed';
};

export type LawSearch = {
  readonly keywords?: readonly string[];
  /** Left out, or empty: both. */
  readonly status?: LawRecord['status'] | '';
};

export const MOST_LAWS = 3;

const POINTS = { title: 15, summary: 10 } as const;

/** The laws that match best, at most three; ties go by id. */
export function searchLaws(
  laws: readonly LawRecord[],
  { keywords = [], status = '' }: LawSearch,
): FoundRecord<LawRecord>[] {
  const scored = laws
    .filter((law) => status === '' || law.status === status)
    .map((record) => ({
      record,
      because: [
        ...keywordsIn(record.title, keywords, 'title', POINTS.title),
        ...keywordsIn(record.summary, keywords, 'summary', POINTS.summary),
      ],
    }));
  return bestOf(scored, MOST_LAWS, byId);
}
