import { z } from 'zod';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import { agreementIn } from './agreement.ts';
import { costOf } from './compare-turns.ts';
import { relevanceIn, usesLoreAtHand } from './lore-reads.ts';
import type { Recording } from './recording.ts';
import { type Spread, share, spread } from './share.ts';

/**
 * How well turns went, by what was recorded of them. A rate is null when there was nothing to count. A turn is counted once,
 * whatever it took: several attempts at it are one turn.
 */
export type Metrics = {
  readonly turns: number;
  /** Contradictions the checks found in prose as it was first told, for each turn. */
  readonly contradictionRate: number | null;
  /**
   * Of everything tried that the rules do not allow, the share a model let through: what it proposed and the rules refused,
   * over that and what was recognised as impossible beforehand.
   */
  readonly invalidActionAcceptance: number | null;
  /** Turns that stopped to ask what was meant, for each turn. */
  readonly clarificationRate: number | null;
  /** Words of the narration as it stands. */
  readonly length: Spread | null;
  /** Of all lore that searches brought up, the share about the place, somebody present or named, or a thread. */
  readonly loreRelevanceRate: number | null;
  /** Turns that told from lore at hand and searched for none, for each turn. */
  readonly loreCacheHitRate: number | null;
  /** Of all reactions in which somebody gave way or held out, the share that gave way. */
  readonly npcAgreementRate: number | null;
  /** Turns whose prose was repaired, for each turn. */
  readonly checkRepairRate: number | null;
  /** Calls beyond the first: repairs of an answer, second askings, and those that failed outside, for each call. */
  readonly retryRate: number | null;
  /** US dollars for each turn; calls whose price nobody knows count as nothing and are counted. */
  readonly costPerTurn: number | null;
  readonly callsOfUnknownCost: number;
  /** Milliseconds until the narrator's first word. */
  readonly firstDelta: Spread | null;
  /** Times the prose, as it was first told, acted for a player's character. */
  readonly agencyViolations: number;
};

/** The metrics of recordings, in whatever order; of attempts at the same turn they make one turn. */
export function metricsOf(recordings: readonly Recording[]): Metrics {
  const turns = new Set(recordings.map(({ turn }) => turn.id)).size;
  const told = recordings.flatMap(({ verdicts }) => verdicts).filter(({ of }) => of === 'prose');
  const graveIn = (check: keyof Mechanics['on_finding']) =>
    told.filter((verdict) => verdict.check === check && verdict.severity === 'grave').length;
  const calls = recordings.flatMap((recording) => recording.calls);
  const cost = costOf({ calls });
  const { relevant, found } = relevanceIn(recordings);
  const { agreed, decided } = agreementIn(recordings);
  const { blocked, refused } = invalidIn(recordings);
  const turnsWith = (holds: (recording: Recording) => boolean) =>
    new Set(recordings.filter(holds).map(({ turn }) => turn.id)).size;
  return {
    turns,
    contradictionRate: share(graveIn('contradiction'), turns),
    invalidActionAcceptance: share(refused, refused + blocked),
    clarificationRate: share(turnsWith(asksForClarification), turns),
    length: spread(recordings.flatMap(wordsTold)),
    loreRelevanceRate: share(relevant, found),
    loreCacheHitRate: share(turnsWith(usesLoreAtHand), turns),
    npcAgreementRate: share(agreed, decided),
    checkRepairRate: share(
      turnsWith((one) => one.calls.some(({ step }) => step === 'check-repair')),
      turns,
    ),
    retryRate: share(calls.filter(isFurther).length, calls.length),
    costPerTurn: share(cost.usd, turns),
    callsOfUnknownCost: cost.unknownCalls,
    firstDelta: spread(calls.flatMap(firstDeltaOf)),
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

/** The repair of prose is no second asking: it is counted by itself. */
function isFurther({ step, purpose, end }: Recording['calls'][number]): boolean {
  return (purpose !== 'ask' && step !== 'check-repair') || end.type === 'failed';
}

function firstDeltaOf({ step, purpose, firstDeltaMs }: Recording['calls'][number]): number[] {
  return step === 'narrate' && purpose === 'ask' && firstDeltaMs !== null ? [firstDeltaMs] : [];
}

/** What `rule` notes of the actions it judged. */
const Ruling = z.object({ blocked: z.array(z.unknown()) });

function invalidIn(recordings: readonly Recording[]): { readonly blocked: number; readonly refused: number } {
  const judged = recordings
    .flatMap(({ notes }) => notes)
    .flatMap(({ step, note }) => (step === 'rule' ? (Ruling.safeParse(note).data ?? []) : []));
  const blocked = judged.reduce((sum, ruling) => sum + ruling.blocked.length, 0);
  const proposed = recordings
    .flatMap(({ operations }) => operations)
    .filter(({ asker }) => asker === 'model');
  return { blocked, refused: proposed.reduce((sum, { rejected }) => sum + rejected.length, 0) };
}
