import {
  isStoryTurn,
  type RollAnswer,
  type TurnFailure,
  type TurnInput,
  type TurnRecord,
  toWaitId,
} from '#engine/domain/turn.ts';
import type { ActionSender } from '#engine/domain/turn-permissions.ts';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { findFacesFault } from '#engine/rules/dice.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import { listTakableChoices } from '#engine/state/choices.ts';
import type { Abandonment, ClaimResult, Lease, Withdrawal } from '#engine/store/leases.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { runAttempt } from './attempt-turn.ts';
import type { EngineServices, TurnLog } from './engine-services.ts';
import { writeChoice } from './packet/conversation.ts';
import { withdrawAbandoned } from './regeneration/stream-regeneration.ts';
import { createCancellation } from './runner/end-attempt.ts';
import { ABANDONED, LeaseLostError, ServerStoppingError, TurnCancelledError } from './turn-failure.ts';

/** The attempts that run on this server. */
type RunningAttempts = {
  readonly start: (lease: Lease) => void;
  /**
   * Resolves when the attempt that runs here now has ended; at once when there is none. Gives its failure when that could
   * not be written. Never rejects.
   */
  readonly done: (turnId: string) => Promise<TurnFailure | null>;
  /**
   * Takes the one waiting place behind a turn whose prose is told and whose outcome is being recorded. Resolves when that
   * turn has ended. Null when the session has no such turn or the place is taken.
   */
  readonly waitForRecord: (sessionId: string) => Promise<void> | null;
  /** Tells the attempt that runs here to stop; false when there is none. */
  readonly abort: (turnId: string, reason: Error) => boolean;
  /** Gives those that run some time, then ends them. */
  readonly stop: (graceMilliseconds: number, reason: Error) => Promise<void>;
};

type Job = {
  readonly done: Promise<TurnFailure | null>;
  readonly cancel: AbortController;
  readonly sessionId: string;
  isRecording: boolean;
  hasWaiter: boolean;
};

/** Renewal of a lease: every `beat` milliseconds it is extended to a new expiry. */
type Keeping = { readonly beat: number; readonly expiry: () => Date };

function createRunningAttempts(
  services: EngineServices,
  { beat, expiry }: Keeping,
  log: TurnLog,
): RunningAttempts {
  const { store, log: elsewhere } = services;
  const jobs = new Map<string, Job>();
  const running = () => Promise.all([...jobs.values()].map(({ done }) => done));
  return {
    start(lease) {
      const cancel = new AbortController();
      const { id: turnId } = lease.turn;
      const renew = () => store.leases.renew(lease, expiry());
      const letGo = keepLease(lease, renew, beat, cancel, { elsewhere, log });
      const markRecording = (): void => {
        const job = jobs.get(turnId);
        if (job !== undefined) job.isRecording = true;
      };
      const done = runAttempt(lease, services, cancel.signal, log, markRecording)
        // There may be no caller waiting for it. The lease runs out by itself, and then the turn is marked failed.
        .catch((error: unknown) => {
          log.error({ turnId, err: error }, 'a turn stopped without an ending');
          return null;
        })
        .finally(() => {
          letGo();
          // Another attempt may have begun under the same turn.
          if (jobs.get(turnId)?.cancel === cancel) jobs.delete(turnId);
        });
      jobs.set(turnId, { done, cancel, sessionId: lease.session.id, isRecording: false, hasWaiter: false });
    },
    done: async (turnId) => (await jobs.get(turnId)?.done) ?? null,
    waitForRecord(sessionId) {
      const job = [...jobs.values()].find((one) => one.sessionId === sessionId && one.isRecording);
      if (job === undefined || job.hasWaiter) return null;
      job.hasWaiter = true;
      return job.done.then(() => {});
    },
    abort(turnId, reason) {
      const job = jobs.get(turnId);
      job?.cancel.abort(reason);
      return job !== undefined;
    },
    async stop(graceMilliseconds, reason) {
      const grace = new Promise((resolve) => setTimeout(resolve, graceMilliseconds).unref());
      await Promise.race([running(), grace]);
      for (const { cancel } of jobs.values()) cancel.abort(reason);
      await running();
    },
  };
}

/** Pushes a lease on while its turn runs; a turn that lost it is ended. Returns how to stop. */
function keepLease(
  { turn, session }: Lease,
  renew: () => Promise<boolean>,
  everyMilliseconds: number,
  cancel: AbortController,
  {
    elsewhere,
    log,
  }: { readonly elsewhere: Pick<EngineServices['log'], 'listenElsewhere'>; readonly log: TurnLog },
): () => void {
  const keep = (): void => {
    renew().then(
      (isHeld) => {
        if (!isHeld) cancel.abort(new LeaseLostError(`turn ${turn.id} lost its session`));
      },
      (error: unknown) => log.warn({ turnId: turn.id, err: error }, 'a lease could not be renewed'),
    );
  };
  const heartbeat = setInterval(keep, everyMilliseconds);
  // Another server may have called it off: that is not waited for until the next beat.
  const unlisten = elsewhere.listenElsewhere(session.id, keep);
  return () => {
    clearInterval(heartbeat);
    unlisten();
  };
}

/** A choice that the story does not offer where it stands. */
type ChoiceUnavailable = { readonly claim: 'choice-gone' };

/**
 * Writes out the choice of an action, as the player's current scene offers it. An action that was sent before is recognised
 * by its id and stays as it was.
 */
async function resolveChoice(
  request: TurnRequest,
  { store, snapshots }: Pick<EngineServices, 'store' | 'snapshots'>,
): Promise<TurnRequest | ChoiceUnavailable> {
  const { sessionId, actionId, input } = request;
  if (!isChoice(input)) return request;
  if ((await store.turns.findByAction(sessionId, actionId)) !== null) return request;
  const session = await store.sessions.find(sessionId);
  if (session === null) return request;
  const snapshot = await snapshots.of(session.currentSceneId);
  const choice = listTakableChoices(snapshot, input.personaId).find(({ key }) => key === input.choiceKey);
  return choice === undefined
    ? { claim: 'choice-gone' }
    : { ...request, input: { ...input, chosen: writeChoice(choice) } };
}

function isChoice(input: TurnInput): input is Extract<TurnInput, { readonly kind: 'story' }> {
  return input.kind === 'story' && input.choiceKey !== null;
}

/** A turn of the story after its end. */
type StoryOver = { readonly claim: 'story-ended'; readonly title: string };

/**
 * Returns the reason to refuse a turn because the story has ended. Questions about it and changes by the game master stay
 * possible. An action that was sent before is recognised by its id.
 */
async function checkEnding(
  { sessionId, actionId, input }: TurnRequest,
  { store, snapshots }: Pick<EngineServices, 'store' | 'snapshots'>,
): Promise<StoryOver | null> {
  if (!isStoryTurn(input)) return null;
  const session = await store.sessions.find(sessionId);
  if (session?.status !== 'active') return null;
  // A scene that cannot be read is reported by the turn itself.
  const ending = (await snapshots.of(session.currentSceneId).catch(() => null))?.ending;
  if (ending === undefined || (await store.turns.findByAction(sessionId, actionId)) !== null) return null;
  return { claim: 'story-ended', title: ending.title };
}

/** Reasons for refusing a roll. */
type RollRefusal =
  | Extract<ClaimResult, { readonly claim: 'nothing-awaited' }>
  /** Faces that the awaited dice cannot show; the reason says which would be right. */
  | { readonly claim: 'bad-faces'; readonly reason: string };

type Given = { readonly sessionId: string; readonly actionId: string; readonly input: TurnInput };
type Reads = Pick<EngineServices, 'store' | 'snapshots' | 'playbookFor'>;

/**
 * Returns the reason to refuse a roll, before the turn starts. Null when the roll is accepted, and for any input that is no
 * roll.
 */
async function checkRoll(given: Given, reads: Reads): Promise<RollRefusal | null> {
  const { sessionId, actionId, input } = given;
  if (input.kind !== 'roll') return null;
  const session = await reads.store.sessions.find(sessionId);
  if (session?.status !== 'active') return null;
  const turn = await reads.store.turns.findByAction(sessionId, actionId);
  const mechanics = await mechanicsOf(session.campaignId, reads);
  if (turn === null && (input.rollId !== undefined || !(await isOffered(session, reads)))) {
    return { claim: 'nothing-awaited', answer: 'roll' };
  }
  const expression = turn === null ? '1d100' : expressionOf(turn, input);
  if (expression === null || input.faces === null || mechanics === null) return null;
  const fault = findFacesFault(expression, input.faces, mechanics.player_dice);
  return fault === null ? null : { claim: 'bad-faces', reason: fault.reason };
}

/** Returns the mechanics of the campaign; null when they are unavailable, which the turn itself will report. */
async function mechanicsOf(campaignId: string, { store, playbookFor }: Reads): Promise<Mechanics | null> {
  const campaign = await store.campaigns.find(campaignId);
  const playbook = campaign === null ? null : await playbookFor(campaign).catch(() => null);
  return playbook?.mechanics ?? null;
}

/**
 * Tells whether the scene offers a table. Only then is the roll a turn of its own; otherwise it answers the turn that waits
 * for it.
 */
async function isOffered(
  { currentSceneId }: Pick<SessionRecord, 'currentSceneId'>,
  { snapshots }: Reads,
): Promise<boolean> {
  const { pendingRoll } = await snapshots.of(currentSceneId);
  return pendingRoll !== null;
}

/** Returns the dice that a roll would answer, as they were requested; null when the turn does not wait for it. */
function expressionOf(turn: TurnRecord, { rollId }: RollAnswer): string | null {
  const { status, suspension } = turn;
  if (status !== 'awaiting-roll' || suspension?.kind !== 'roll') return null;
  return rollId === undefined || rollId === toWaitId(turn) ? suspension.expression : null;
}

export type TurnRequest = {
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  /** Sender of the action; the engine itself when absent. */
  readonly sender?: ActionSender;
};

/** Immediate result of a request: the turn it started or already was, or why there is none. */
export type Submission =
  | { readonly submission: 'started' | 'existing'; readonly turn: TurnRecord }
  | Exclude<ClaimResult, { readonly claim: 'won' | 'existing' }>
  | RollRefusal
  | ChoiceUnavailable
  | StoryOver
  | { readonly claim: 'stopping' };

/**
 * Runs turns as jobs of the server: a turn continues without viewers, and ends when it is done. A session has one turn at a
 * time, across all servers.
 */
export type TurnRunner = {
  /** Reserves the session and starts the turn. Answers at once and never waits for another turn. */
  readonly submit: (request: TurnRequest) => Promise<Submission>;
  /** Resolves when the turn is no longer running, wherever it runs. */
  readonly finished: (turnId: string) => Promise<TurnRecord>;
  /**
   * Calls a turn off, whether it runs, here or on another server, or waits for the player. Gives it as it ended; one that had ended
   * stays as it is.
   */
  readonly cancel: (turnId: string) => Promise<TurnRecord | null>;
  /**
   * Takes over the turns whose server is gone and plays them to their end here. Fails those that were taken over too
   * often, and withdraws what was being told again. Called at the start and with every heartbeat.
   */
  readonly sweep: (options: { readonly atStart: boolean }) => Promise<void>;
  /** Tells whether it takes no more turns. */
  readonly isStopping: () => boolean;
  /** Takes no more turns, gives those that run some time to finish, then fails them. */
  readonly stop: (graceMilliseconds: number) => Promise<void>;
};

type LeaseSettings = {
  readonly leaseSeconds: number;
  /** Interval of renewing leases; a third of their length when absent. */
  readonly heartbeatSeconds?: number;
};

const POLL_MILLISECONDS = 200;
const TAKEOVERS_AT_ONCE = 50;
const STOPPING = new ServerStoppingError('the server is stopping');

export function createTurnRunner(
  services: EngineServices,
  { leaseSeconds, heartbeatSeconds = leaseSeconds / 3 }: LeaseSettings,
  log: TurnLog,
): TurnRunner {
  const { store, clock } = services;
  const leaseMilliseconds = leaseSeconds * 1000;
  const expiry = (): Date => new Date(clock().getTime() + leaseMilliseconds);
  const jobs = createRunningAttempts(services, { beat: heartbeatSeconds * 1000, expiry }, log);
  let isStopping = false;

  /** Claims the session; while its turn only records what was told, one request waits for it instead of being refused. */
  const claimWhenFree = async (request: TurnRequest) => {
    const claim = await claimed(request, services, expiry());
    if (claim.claim !== 'busy') return claim;
    const settled = jobs.waitForRecord(request.sessionId);
    if (settled === null) return claim;
    await settled;
    return claimed(request, services, expiry());
  };

  /**
   * Plays the turns of servers that are gone, a few at a time, so that every free server takes some. Returns those it took;
   * null when more are left for the next heartbeat.
   */
  const takeOver = async (over: Date | null): Promise<readonly string[] | null> => {
    const request = {
      now: over,
      expiresAt: expiry(),
      limit: TAKEOVERS_AT_ONCE,
      withdrawal: withdrawnAt(clock()),
    };
    const { leases, told, hasMore } = await store.leases.takeOver(request);
    services.log.announce(told);
    for (const lease of leases) {
      const about = { turnId: lease.turn.id, attempt: lease.turn.attempt };
      log.warn(about, 'a turn of a server that is gone goes on here');
      jobs.start(lease);
    }
    return hasMore ? null : leases.map(({ turn }) => turn.id);
  };

  return {
    async submit(request) {
      if (isStopping) return { claim: 'stopping' };
      const claim = await claimWhenFree(request);
      if (claim.claim === 'existing') return { submission: 'existing', turn: claim.turn };
      if (claim.claim !== 'won') return claim;
      services.log.announce(claim.abandoned);
      jobs.start(claim.lease);
      // Asked to stop while the claim was on its way: the turn is failed as the others are, and may be sent again.
      if (isStopping) jobs.abort(claim.lease.turn.id, STOPPING);
      return { submission: 'started', turn: claim.lease.turn };
    },

    async finished(turnId) {
      const unwritten = await jobs.done(turnId);
      for (;;) {
        const turn = await store.turns.find(turnId);
        if (turn === null) throw new Error(`there is no turn ${turnId}`);
        if (turn.status !== 'running') return turn;
        if (unwritten !== null) return { ...turn, status: 'failed', failure: unwritten };
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      }
    },

    async cancel(turnId) {
      while (jobs.abort(turnId, new TurnCancelledError('the turn was called off'))) await jobs.done(turnId);
      // It runs elsewhere, or waits: one that was just writing that it waits could not be stopped any more.
      const now = clock();
      services.log.announce((await store.leases.callOff(turnId, now, createCancellation(now))) ?? []);
      return store.turns.find(turnId);
    },

    async sweep({ atStart }) {
      const now = clock();
      // Alone on the store, a turn found running at the start has no server; among others, only an expired one has none.
      const isOrphaned = atStart && store.isExclusive;
      const over = isOrphaned ? null : now;
      const taken = isStopping ? null : await takeOver(over);
      if (taken !== null) services.log.announce(await store.leases.sweep(over, now, abandonedAt(now), taken));
      await store.replies.purge();
      await withdrawAbandoned(services, { isAlone: isOrphaned });
    },

    isStopping: () => isStopping,

    async stop(graceMilliseconds) {
      isStopping = true;
      await jobs.stop(graceMilliseconds, STOPPING);
    },
  };
}

async function claimed(
  request: TurnRequest,
  services: EngineServices,
  expiresAt: Date,
): Promise<ClaimResult | RollRefusal | ChoiceUnavailable | StoryOver> {
  const over = await checkEnding(request, services);
  if (over !== null) return over;
  const refused = await checkRoll(request, services);
  if (refused !== null) return refused;
  const meant = await resolveChoice(request, services);
  if ('claim' in meant) return meant;
  const now = services.clock();
  const asked = { ...meant, turnId: services.newId(), now, expiresAt };
  return services.store.leases.claim(asked, abandonedAt(now), createCancellation(now));
}

function withdrawnAt(at: Date): Withdrawal {
  return ({ id, attempt }) => toTurnEventRow(id, { type: 'narration-withdrawn', attempt }, at);
}

function abandonedAt(at: Date): Abandonment {
  return ({ id, attempt }) => ({
    failure: ABANDONED,
    event: toTurnEventRow(id, { type: 'turn-failed', attempt, ...ABANDONED }, at),
  });
}
