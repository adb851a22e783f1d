import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
import type { EventRow, NewEventRow } from './event-rows.ts';
import type { Cancellation } from './leases.ts';
import type { Database } from './rows/database.ts';
import { isRunning, lockCampaign, putAside } from './session-locks.ts';
import { lineageOf, sessionRecordOf } from './session-record.ts';
import type { SessionRecord } from './sessions.ts';

/** What becomes of the sessions that are active when another begins. */
export type Others =
  | { readonly others: 'stay' }
  /** This one is put aside, whichever scene the new one grows from. */
  | { readonly others: 'put-aside'; readonly sessionId: string }
  /** All of the campaign are put aside: the new one is the only one. */
  | { readonly others: 'put-all-aside' }
  /** There must be none. */
  | { readonly others: 'none' };

export type SessionFork = {
  readonly fromSceneId: string;
  /**
   * The session whose line is gone on with, if the scene is on it: what was added at that scene by a branch that had none of
   * its own yet comes along. Null for the line the scene itself was played in.
   */
  readonly continuing: string | null;
  /** The id of the new session. */
  readonly sessionId: string;
  /** Used only when the seed the scene was played with has been revealed; otherwise the new session goes on with that. */
  readonly freshSeed: { readonly seed: string; readonly seedCommitment: string };
  /** Null for those of the session it grows from. */
  readonly models: { readonly small: string; readonly large: string } | null;
  readonly others: Others;
  /** What readers of a session that is put aside are told. */
  readonly tell: (session: SessionRecord) => NewEventRow;
  /** What they are told of a turn that waited in it. */
  readonly cancellation: Cancellation;
  readonly at: Date;
};

export type Forked =
  | { readonly fork: 'made'; readonly session: SessionRecord; readonly events: readonly EventRow[] }
  | { readonly fork: 'unknown-scene' }
  /** A session to be put aside is in the middle of a turn. */
  | { readonly fork: 'turn-running'; readonly sessionId: string; readonly turnId: string }
  /** There was to be no other, and there is. */
  | { readonly fork: 'session-active'; readonly sessionId: string };

export async function forkSession(tx: Database, fork: SessionFork): Promise<Forked> {
  const scene = await tx.findOne(
    Scene,
    { id: fork.fromSceneId },
    { fields: ['session', 'index', 'diceIndex'] },
  );
  if (scene === null) return { fork: 'unknown-scene' };
  const { campaign } = await tx.findOneOrFail(Session, { id: scene.session.id }, { fields: ['campaign'] });
  const sessions = await lockCampaign(tx, campaign.id);
  const parent = sessions.find(({ id }) => id === scene.session.id);
  if (parent === undefined) return { fork: 'unknown-scene' };

  const active = sessions.filter(({ status }) => status === 'active');
  if (fork.others.others === 'none' && active[0] !== undefined) {
    return { fork: 'session-active', sessionId: active[0].id };
  }
  const aside = active.filter(({ id }) => isAside(fork.others, id));
  const busy = aside.find((session) => isRunning(session, fork.at));
  if (busy !== undefined) {
    return { fork: 'turn-running', sessionId: busy.id, turnId: busy.leaseTurnId ?? '' };
  }
  const continued = sessions.find(({ id }) => id === fork.continuing);
  const line = sessions.find(({ id }) => id === lastAt(continued, scene)) ?? parent;
  const isShared = active.some(({ seed }) => seed === line.seed);
  const createdAt = await behindAllPlayed(tx, fork.at, sessions);
  await tx.insert(Session, { ...newSession(fork, line, scene, isShared), createdAt });
  const events: EventRow[] = [];
  for (const session of aside) {
    const { cancellation, at } = fork;
    const event = fork.tell(sessionRecordOf(session));
    events.push(...(await putAside(tx, session, { status: 'inactive', event, cancellation, at })));
  }
  const session = await tx.findOneOrFail(Session, { id: fork.sessionId });
  return { fork: 'made', session: sessionRecordOf(session), events };
}

/**
 * When a session begins, by a clock that may have been set back: what was played before it never looks newer than it, so that
 * the story is taken up again where it was left.
 */
async function behindAllPlayed(tx: Database, at: Date, sessions: readonly Session[]): Promise<Date> {
  const current = sessions.map(({ currentSceneId }) => currentSceneId);
  const scenes = await tx.find(Scene, { id: { $in: current } }, { fields: ['createdAt'] });
  const latest = Math.max(...[...sessions, ...scenes].map(({ createdAt }) => createdAt.getTime()));
  return at.getTime() > latest ? at : new Date(latest + 1);
}

/** The last session of a line that stood at a scene of it, whether it made that scene or grew from it. */
function lastAt(session: Session | undefined, scene: Pick<Scene, 'session' | 'index'>): string | null {
  const lineage = session === undefined ? [] : lineageOf(session);
  const isOfLine = lineage.some(
    ({ sessionId, upTo }) => sessionId === scene.session.id && scene.index <= upTo,
  );
  const stood = lineage.filter((_, at) => (lineage[at - 1]?.upTo ?? 0) <= scene.index);
  return isOfLine ? (stood.at(-1)?.sessionId ?? null) : null;
}

function isAside(others: Others, sessionId: string): boolean {
  return (
    others.others === 'put-all-aside' || (others.others === 'put-aside' && others.sessionId === sessionId)
  );
}

/** The seed of a line nobody plays any more is known to everybody: whoever rolled on with it could be foretold. */
function newSession(
  fork: SessionFork,
  parent: Session,
  { index, diceIndex }: Pick<Scene, 'index' | 'diceIndex'>,
  isSeedShared: boolean,
) {
  const { seed, seedCommitment } = isSeedShared ? parent : fork.freshSeed;
  return {
    id: fork.sessionId,
    campaign: parent.campaign.id,
    smallModel: fork.models?.small ?? parent.smallModel,
    largeModel: fork.models?.large ?? parent.largeModel,
    seed,
    seedCommitment,
    status: 'active' as const,
    endedAt: null,
    parentSceneId: fork.fromSceneId,
    ancestors: [...parent.ancestors, { sessionId: parent.id, upTo: index }],
    currentSceneId: fork.fromSceneId,
    sceneIndex: index,
    diceIndex,
    eventSequence: 0,
    leaseTurnId: null,
    leaseExpiresAt: null,
    leaseFence: 0,
    waitingTurnId: null,
  };
}
