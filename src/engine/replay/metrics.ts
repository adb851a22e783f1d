import { z } from 'zod';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Page } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { sumCost } from './compare-turns.ts';
import { type RecordedRead, type Recording, readRecording } from './recording.ts';

/** The least, the mean and the most of some numbers. */
export type Spread = { readonly min: number; readonly mean: number; readonly max: number };

/** A part of a whole; null when there is no whole. */
function calculateShare(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function calculateSpread(numbers: readonly number[]): Spread | null {
  if (numbers.length === 0) return null;
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return { min: Math.min(...numbers), mean, max: Math.max(...numbers) };
}

/** Intents by which somebody gives way, and by which they hold out. Bargaining is holding out: nothing is given yet. */
const GIVES_WAY = /^(?:agree|accept|comply|consent|concede|yield|obey|submit|assent|cooperate|co-operate)/i;
const HOLDS_OUT =
  /^(?:refus|resist|deflect|evad|stall|delay|bargain|negotiat|haggl|counter|object|deny|denies|declin|reject|demand|threaten|guard|withhold|doubt|defy)/i;

/**
 * How those present took what was said to them, by the intents of what each visibly did. Whoever did neither is not counted, and
 * whoever did both gave way only in part, which is holding out.
 */
function countAgreement(recordings: readonly Recording[]): {
  readonly agreed: number;
  readonly decided: number;
} {
  const intents = recordings.flatMap(({ outcome }) =>
    outcome.type === 'committed' ? othersIn(outcome.rows.actions) : [],
  );
  const held = intents.filter((tags) => tags.some((tag) => HOLDS_OUT.test(tag))).length;
  const agreed = intents.filter(
    (tags) => tags.some((tag) => GIVES_WAY.test(tag)) && !tags.some((tag) => HOLDS_OUT.test(tag)),
  ).length;
  return { agreed, decided: agreed + held };
}

type Action = { readonly intents: readonly string[]; readonly thought: string };

/** What the player did carries no thought; whoever reflects leaves one. */
function othersIn(actions: readonly Action[]): (readonly string[])[] {
  return actions.filter(({ thought }) => thought !== '').map(({ intents }) => intents);
}

/** As much of a search's result as is counted. */
const Found = z.object({
  hits: z.array(z.object({ signals: z.object({ inFocus: z.boolean() }) })),
});

type LoreFigures = {
  /** Pieces of lore that searches brought up, and those of them that were about the moment. */
  readonly found: number;
  readonly relevant: number;
};

function countRelevantLore(recordings: readonly Recording[]): LoreFigures {
  const hits = recordings
    .flatMap(searchesOf)
    .flatMap((search) => Found.safeParse(search.got).data?.hits ?? []);
  return {
    found: hits.length,
    relevant: hits.filter(({ signals }) => signals.inFocus).length,
  };
}

/** Whether a turn had lore to tell from and searched for none: what was at hand was enough. */
function hasOnlyCarriedLore(recording: Recording): boolean {
  return recording.sceneLore !== null && searchesOf(recording).length === 0;
}

function searchesOf({ reads }: Recording): Recording['reads'] {
  return reads.filter(({ of }) => of === 'lore.search');
}

/** A search without the texts it brought up. */
function stripSearchTexts(read: RecordedRead): RecordedRead {
  return { ...read, asked: null, got: Found.safeParse(read.got).data ?? null };
}

/**
 * How well turns went, by what was recorded of them. A rate is null when there was nothing to count. A turn is counted once,
 * whatever it took: several attempts at it are one turn.
 */
export type SessionMetrics = {
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
export function calculateMetrics(recordings: readonly Recording[]): SessionMetrics {
  const turns = new Set(recordings.map(({ turn }) => turn.id)).size;
  const told = recordings.flatMap(({ verdicts }) => verdicts).filter(({ of }) => of === 'prose');
  const graveIn = (check: keyof Mechanics['on_finding']) =>
    told.filter((verdict) => verdict.check === check && verdict.severity === 'grave').length;
  const calls = recordings.flatMap((recording) => recording.calls);
  const cost = sumCost({ calls });
  const { relevant, found } = countRelevantLore(recordings);
  const { agreed, decided } = countAgreement(recordings);
  const { blocked, refused } = invalidIn(recordings);
  const turnsWith = (holds: (recording: Recording) => boolean) =>
    new Set(recordings.filter(holds).map(({ turn }) => turn.id)).size;
  return {
    turns,
    contradictionRate: calculateShare(graveIn('contradiction'), turns),
    invalidActionAcceptance: calculateShare(refused, refused + blocked),
    clarificationRate: calculateShare(turnsWith(asksForClarification), turns),
    length: calculateSpread(recordings.flatMap(wordsTold)),
    loreRelevanceRate: calculateShare(relevant, found),
    loreCacheHitRate: calculateShare(turnsWith(hasOnlyCarriedLore), turns),
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

const AT_ONCE = 50;

/**
 * Every attempt at every turn of a session as far as it is counted, oldest first; those an earlier version recorded otherwise are
 * left out. What was sent, said and shown is let go page by page, so that a long session can be counted.
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
  const reads = recording.reads.filter(({ of }) => of === 'lore.search').map(stripSearchTexts);
  return [{ ...recording, calls, reads, prompts: [], searches: [] }];
}
