import { z } from 'zod';
import type { TurnRecord } from '#engine/domain/turn.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Page } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';
import { sumCost } from './compare-turns.ts';
import { type Recording, readRecording } from './recording.ts';

/** Minimum, mean and maximum of some numbers. */
export type Spread = { readonly min: number; readonly mean: number; readonly max: number };

/** Divides a part by its whole; returns null when the whole is zero. */
function calculateShare(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function calculateSpread(numbers: readonly number[]): Spread | null {
  if (numbers.length === 0) return null;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { min: Math.min(...numbers), mean, max: Math.max(...numbers) };
}

/** Note of the `record` step about how characters answered what a player's character wanted of them. */
const Stances = z.object({ stances: z.array(z.enum(['gives_way', 'holds_out'])) });

/** Counts how characters present answered, as the narration told it. An answer that decides nothing is not counted. */
function countAgreement(recordings: readonly Recording[]): {
  readonly agreed: number;
  readonly decided: number;
} {
  const stances = recordings
    .filter(({ outcome }) => outcome.type === 'committed')
    .flatMap(({ notes }) => notes)
    .flatMap(({ step, note }) => (step === 'record' ? (Stances.safeParse(note).data?.stances ?? []) : []));
  return { agreed: stances.filter((stance) => stance === 'gives_way').length, decided: stances.length };
}

/** Note of the `narrate` step about the lore of its prompt. */
const ToldLore = z.object({ lore: z.object({ sent: z.number(), told: z.number() }) });

/** Adds up the passages of lore that narrators were given, and those of them that their prose told of. */
function countToldLore(recordings: readonly Recording[]): { readonly sent: number; readonly told: number } {
  const noted = recordings
    .flatMap(({ notes }) => notes)
    .flatMap(({ step, note }) => (step === 'narrate' ? (ToldLore.safeParse(note).data?.lore ?? []) : []));
  return {
    sent: noted.reduce((sum, { sent }) => sum + sent, 0),
    told: noted.reduce((sum, { told }) => sum + told, 0),
  };
}

/** Tells whether a turn was narrated from lore that an earlier turn had gathered. */
function usesCarriedLore({ sceneLore }: Recording): boolean {
  const carried = sceneLore?.after ?? null;
  return carried !== null && carried.since < carried.exchange;
}

/**
 * Quality metrics of recorded turns. A rate is null when there was nothing to count. Several attempts at a turn count as one
 * turn.
 */
export type SessionMetrics = {
  readonly turns: number;
  /** Contradictions the checks found in prose as it was first told, for each turn. */
  readonly contradictionRate: number | null;
  /**
   * Invalid actions accepted, over all invalid actions. Invalid are attempts that the rules blocked; accepted are those whose
   * turn was told, as it was first written, in contradiction to the state.
   */
  readonly invalidActionAcceptance: number | null;
  /** Turns that stopped to ask what was meant, for each turn. */
  readonly clarificationRate: number | null;
  /** Words of the narration as it stands. */
  readonly length: Spread | null;
  /** Share of the lore given to the narrator that its prose told of. */
  readonly loreRelevanceRate: number | null;
  /** Share of turns narrated from lore that an earlier turn had gathered. */
  readonly loreCacheHitRate: number | null;
  /** Share of answers of other characters that gave way, among all that gave way or held out. */
  readonly npcAgreementRate: number | null;
  /** Turns whose prose was repaired, for each turn. */
  readonly checkRepairRate: number | null;
  /** Calls beyond the first, for each call: repairs of an answer, repeated requests and provider failures. */
  readonly retryRate: number | null;
  /** US dollars for each turn. Calls without a known price count as zero and are counted separately. */
  readonly costPerTurn: number | null;
  readonly callsOfUnknownCost: number;
  /** Milliseconds until the narrator's first word. */
  readonly firstDelta: Spread | null;
  /** Times the prose, as it was first told, acted for a player's character. */
  readonly agencyViolations: number;
};

/** Calculates the metrics of recordings in any order. Attempts at the same turn count as one turn. */
export function calculateMetrics(recordings: readonly Recording[]): SessionMetrics {
  const turns = new Set(recordings.map(({ turn }) => turn.id)).size;
  const told = recordings.flatMap(({ verdicts }) => verdicts).filter(({ of }) => of === 'prose');
  const graveIn = (check: keyof Mechanics['on_finding']) =>
    told.filter((verdict) => verdict.check === check && verdict.severity === 'grave').length;
  const calls = recordings.flatMap((recording) => recording.calls);
  const cost = sumCost({ calls });
  const lore = countToldLore(recordings);
  const { agreed, decided } = countAgreement(recordings);
  const { invalid, accepted } = countInvalidActions(recordings);
  const turnsWith = (holds: (recording: Recording) => boolean) =>
    new Set(recordings.filter(holds).map(({ turn }) => turn.id)).size;
  return {
    turns,
    contradictionRate: calculateShare(graveIn('contradiction'), turns),
    invalidActionAcceptance: calculateShare(accepted, invalid),
    clarificationRate: calculateShare(turnsWith(asksForClarification), turns),
    length: calculateSpread(recordings.flatMap(wordsTold)),
    loreRelevanceRate: calculateShare(lore.told, lore.sent),
    loreCacheHitRate: calculateShare(turnsWith(usesCarriedLore), turns),
    npcAgreementRate: calculateShare(agreed, decided),
    checkRepairRate: calculateShare(
      turnsWith((one) => one.calls.some(({ step }) => step === 'check-repair')),
      turns,
    ),
    retryRate: calculateShare(calls.filter(isFurther).length, calls.length),
    costPerTurn: calculateShare(cost.usd, turns),
    callsOfUnknownCost: cost.unknownCalls,
    firstDelta: calculateSpread(calls.flatMap(firstDeltaOf)),
    agencyViolations: graveIn('agency'),
  };
}

function asksForClarification({ outcome }: Recording): boolean {
  return outcome.type === 'suspended' && outcome.suspension.kind === 'clarification';
}

function wordsTold({ outcome }: Recording): number[] {
  const text = outcome.type === 'committed' ? outcome.narration.trim() : '';
  return text === '' ? [] : [text.split(/\s+/).length];
}

/** Tells whether a call repeats another or failed. The repair of prose is no repetition: it is counted separately. */
function isFurther({ step, purpose, end }: Recording['calls'][number]): boolean {
  return (purpose !== 'ask' && step !== 'check-repair') || end.type === 'failed';
}

function firstDeltaOf({ step, purpose, firstDeltaMs }: Recording['calls'][number]): number[] {
  return step === 'narrate' && purpose === 'ask' && firstDeltaMs !== null ? [firstDeltaMs] : [];
}

/** Notes of the `rule` step about the actions it judged. */
const Ruling = z.object({ blocked: z.array(z.unknown()) });

function countInvalidActions(recordings: readonly Recording[]): {
  readonly invalid: number;
  readonly accepted: number;
} {
  const counts = recordings.map(({ notes, verdicts }) => {
    const invalid = notes
      .flatMap(({ step, note }) => (step === 'rule' ? (Ruling.safeParse(note).data ?? []) : []))
      .reduce((sum, { blocked }) => sum + blocked.length, 0);
    const contradictions = verdicts.filter(({ of, check }) => of === 'prose' && check === 'contradiction');
    return { invalid, accepted: Math.min(invalid, contradictions.length) };
  });
  const sum = (key: 'invalid' | 'accepted') => counts.reduce((total, one) => total + one[key], 0);
  return { invalid: sum('invalid'), accepted: sum('accepted') };
}

const AT_ONCE = 50;

/**
 * Reads every attempt at every turn of a session, oldest first, reduced to what the metrics count. Leaves out recordings in the
 * format of an earlier version. Drops prompts, replies and shown texts page by page, so that a long session fits in memory.
 */
export async function readSessionRecordings(
  { turns }: Pick<Store, 'turns'>,
  sessionId: string,
): Promise<readonly Recording[]> {
  const found: Recording[] = [];
  let after: string | null = null;
  for (;;) {
    const request = { limit: AT_ONCE, from: 'start', after, before: null } as const;
    const page: Page<TurnRecord> = await turns.ofSession(sessionId, request);
    const ids = page.items.map(({ id }) => id);
    const recordings = await turns.recordings(ids);
    found.push(...recordings.flatMap(({ content }) => counted(readRecording(content))));
    after = ids.at(-1) ?? null;
    if (!page.hasMore || after === null) return found;
  }
}

const NOTHING_SENT = { system: [], messages: [], maxTokens: 0, seed: '' };

function counted(recording: Recording | null): Recording[] {
  if (recording === null) return [];
  const calls = recording.calls.map((call) => ({ ...call, request: NOTHING_SENT, input: null, reply: '' }));
  return [{ ...recording, calls, reads: [], prompts: [], searches: [] }];
}
