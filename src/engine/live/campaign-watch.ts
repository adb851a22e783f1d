import type { MemberRecord } from '#engine/store/members.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { EventLog } from './event-log.ts';
import { type LiveReader, NoLongerAllowedError } from './event-reader.ts';

/** Time after a sign of life for which a member counts as present. A server that is lost is noticed after it. */
const PRESENT_MILLISECONDS = 40_000;
const HEARTBEAT_MILLISECONDS = 12_000;
/** Time for which a member stays present after their last stream has closed, so that reloading a page is no absence. */
const GRACE_MILLISECONDS = 4_000;
const TYPING_MILLISECONDS = 8_000;
const ASK_AGAIN_MILLISECONDS = 10_000;
/** Number of waiting events at which a reader is ended; its client then connects again. */
const MOST_WAITING = 1_000;

/** Something that happened in a campaign beside its turns. `viewerId` names the member it happened to. */
export type CampaignEventBody =
  | { readonly type: 'member-joined'; readonly viewerId: string }
  | {
      readonly type: 'member-left';
      readonly member: MemberRecord;
      /** All members before, in the order they joined. */
      readonly members: readonly MemberRecord[];
    }
  | { readonly type: 'presence-changed'; readonly viewerId: string; readonly isPresent: boolean }
  | { readonly type: 'typing-changed'; readonly viewerId: string; readonly isTyping: boolean }
  | { readonly type: 'session-started'; readonly sessionId: string }
  | { readonly type: 'campaign-renamed'; readonly name: string };

export type CampaignEventType = CampaignEventBody['type'];

/** Event of a campaign. It is in no log: its number only tells events of this process apart. */
export type CampaignEvent<Type extends CampaignEventType = CampaignEventType> = {
  readonly [Kind in Type]: {
    readonly campaignId: string;
    readonly sequence: number;
    readonly body: Extract<CampaignEventBody, { type: Kind }>;
  };
}[Type];

/** Returns whether a member has a stream of the campaign open, or had one a moment ago. */
export function isPresent({ seenAt }: Pick<MemberRecord, 'seenAt'>, now: Date): boolean {
  return seenAt !== undefined && now.getTime() - seenAt.getTime() < PRESENT_MILLISECONDS;
}

export function isTyping({ typingUntil }: Pick<MemberRecord, 'typingUntil'>, now: Date): boolean {
  return typingUntil !== undefined && typingUntil > now;
}

/** Returns until when a member who types now counts as typing. */
export function getTypingEnd(now: Date): Date {
  return new Date(now.getTime() + TYPING_MILLISECONDS);
}

type Tools = {
  readonly store: Pick<Store, 'campaigns' | 'members' | 'sessions'>;
  readonly log: Pick<EventLog, 'listen' | 'wake' | 'isGoingAway'>;
  readonly clock: Clock;
};

/** State of a campaign, from which its events are found by comparison. */
type CampaignState = {
  readonly name: string;
  readonly members: readonly MemberRecord[];
  readonly sessionIds: readonly string[];
  readonly present: ReadonlySet<string>;
  readonly typing: ReadonlySet<string>;
};

/** Lists what happened between two states, in the order clients need it. */
export function compareCampaignStates(
  before: CampaignState,
  after: CampaignState,
): readonly CampaignEventBody[] {
  const had = new Set(before.members.map(({ viewerId }) => viewerId));
  const has = new Set(after.members.map(({ viewerId }) => viewerId));
  const { members } = before;
  return [
    ...(before.name === after.name ? [] : [{ type: 'campaign-renamed', name: after.name } as const]),
    ...members
      .filter(({ viewerId }) => !has.has(viewerId))
      .map((member) => ({ type: 'member-left', member, members }) as const),
    ...[...has]
      .filter((viewerId) => !had.has(viewerId))
      .map((viewerId) => ({ type: 'member-joined', viewerId }) as const),
    ...compareSets(before.present, after.present, has).map(
      ([viewerId, isNow]) => ({ type: 'presence-changed', viewerId, isPresent: isNow }) as const,
    ),
    ...compareSets(before.typing, after.typing, has).map(
      ([viewerId, isNow]) => ({ type: 'typing-changed', viewerId, isTyping: isNow }) as const,
    ),
    ...after.sessionIds
      .filter((id) => !before.sessionIds.includes(id))
      .map((sessionId) => ({ type: 'session-started', sessionId }) as const),
  ];
}

function compareSets(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  within: ReadonlySet<string>,
): readonly (readonly [string, boolean])[] {
  return [...within]
    .filter((one) => before.has(one) !== after.has(one))
    .map((one) => [one, after.has(one)] as const);
}

type ReadRequest = {
  readonly campaignId: string;
  /** Member whose presence the stream shows; null for a viewer who is no member. */
  readonly viewerId: string | null;
  /** Called before events are given out and every ten seconds; false ends the reader with `NoLongerAllowedError`. */
  readonly stillAllowed: () => Promise<boolean>;
};

/** Reads the events of a campaign for one subscriber, beginning with the members who are present and typing. */
class CampaignReader implements LiveReader<CampaignEvent> {
  readonly #request: ReadRequest;
  readonly #clock: Clock;
  readonly #onStop: () => void;
  #waiting: CampaignEvent[] = [];
  #askedAt: number;
  #isOver = false;
  #wakeUp: (() => void) | null = null;
  isToBeResumed = false;

  constructor(request: ReadRequest, clock: Clock, onStop: () => void) {
    this.#request = request;
    this.#clock = clock;
    this.#onStop = onStop;
    this.#askedAt = clock().getTime();
  }

  add(events: readonly CampaignEvent[]): void {
    this.#waiting.push(...events);
    if (this.#waiting.length > MOST_WAITING) this.endForNow();
    this.wake();
  }

  /** Ends the stream in a way that makes its client connect again. */
  endForNow(): void {
    this.isToBeResumed = true;
    this.#isOver = true;
    this.wake();
  }

  wake(): void {
    this.#wakeUp?.();
    this.#wakeUp = null;
  }

  async next(): Promise<readonly CampaignEvent[] | null> {
    for (;;) {
      if (this.#isOver) return null;
      const isDue = this.#clock().getTime() - this.#askedAt >= ASK_AGAIN_MILLISECONDS;
      if (isDue || this.#waiting.length > 0) await this.#askWhetherAllowed();
      const events = this.#waiting.splice(0);
      if (events.length > 0) return events;
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
      });
    }
  }

  readonly stop = (): void => {
    this.#isOver = true;
    this.#onStop();
    this.wake();
  };

  async #askWhetherAllowed(): Promise<void> {
    this.#askedAt = this.#clock().getTime();
    if (await this.#request.stillAllowed()) return;
    this.#isOver = true;
    throw new NoLongerAllowedError('You may no longer watch this campaign.');
  }
}

/** Watches one campaign for all its subscribers in this process, and shows other servers who of its members are here. */
class CampaignWatch {
  readonly #tools: Tools;
  readonly #campaignId: string;
  readonly #nextSequence: () => number;
  readonly #onEmpty: () => void;
  readonly #readers = new Set<CampaignReader>();
  /** Number of open streams of each member. */
  readonly #streams = new Map<string, number>();
  readonly #unlisten: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #opened = 0;
  #state: CampaignState | null = null;
  #lapse: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(tools: Tools, campaignId: string, nextSequence: () => number, onEmpty: () => void) {
    this.#tools = tools;
    this.#campaignId = campaignId;
    this.#nextSequence = nextSequence;
    this.#onEmpty = onEmpty;
    this.#unlisten = tools.log.listen(campaignId, () => void this.#refresh());
    this.#heartbeat = setInterval(() => void this.#show([...this.#streams.keys()]), HEARTBEAT_MILLISECONDS);
    this.#heartbeat.unref();
  }

  async open(request: ReadRequest): Promise<CampaignReader> {
    const { viewerId } = request;
    const reader: CampaignReader = new CampaignReader(request, this.#tools.clock, () =>
      this.#close(reader, viewerId),
    );
    this.#opened += 1;
    if (viewerId !== null) {
      const others = this.#streams.get(viewerId) ?? 0;
      this.#streams.set(viewerId, others + 1);
      if (others === 0) await this.#show([viewerId]);
    }
    await this.#refresh();
    this.#readers.add(reader);
    reader.add(this.#describePresence().map((body) => this.#toEvent(body)));
    return reader;
  }

  #close(reader: CampaignReader, viewerId: string | null): void {
    if (!this.#readers.delete(reader)) return;
    this.#opened -= 1;
    const others = viewerId === null ? 1 : (this.#streams.get(viewerId) ?? 1) - 1;
    if (viewerId !== null && others > 0) this.#streams.set(viewerId, others);
    if (viewerId !== null && others === 0) {
      this.#streams.delete(viewerId);
      const lastSeen = this.#tools.clock().getTime() - PRESENT_MILLISECONDS + GRACE_MILLISECONDS;
      void this.#mark([viewerId], { seenAt: new Date(lastSeen), typingUntil: null });
    }
    if (this.#opened > 0) return;
    this.#unlisten();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#lapse);
    this.#onEmpty();
  }

  #describePresence(): readonly CampaignEventBody[] {
    const { present = new Set<string>(), typing = new Set<string>() } = this.#state ?? {};
    return [
      ...[...present].map((viewerId) => ({ type: 'presence-changed', viewerId, isPresent: true }) as const),
      ...[...typing].map((viewerId) => ({ type: 'typing-changed', viewerId, isTyping: true }) as const),
    ];
  }

  #toEvent(body: CampaignEventBody): CampaignEvent {
    // The body itself says which member of the union it is.
    return { campaignId: this.#campaignId, sequence: this.#nextSequence(), body } as CampaignEvent;
  }

  /** Shows that members have a stream open here. */
  #show(viewerIds: readonly string[]): Promise<void> {
    return this.#mark(viewerIds, { seenAt: this.#tools.clock() });
  }

  async #mark(viewerIds: readonly string[], presence: Parameters<Store['members']['markPresence']>[1]) {
    const { store, log } = this.#tools;
    const campaignId = this.#campaignId;
    if (viewerIds.length === 0) return;
    // Presence is a hint. While the database is away it waits for the next heartbeat.
    await store.members.markPresence({ campaignId, viewerIds }, presence).catch(() => {});
    log.wake(campaignId);
  }

  /** Reads the campaign once more and gives out what changed. Calls run one after the other. */
  #refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#look()).catch(() => {});
    return this.#refreshing;
  }

  async #look(): Promise<void> {
    if (this.#tools.log.isGoingAway()) {
      for (const reader of this.#readers) reader.endForNow();
      return;
    }
    const before = this.#state;
    const after = await this.#load();
    if (after === null) return;
    this.#state = after;
    const events = (before === null ? [] : compareCampaignStates(before, after)).map((body) =>
      this.#toEvent(body),
    );
    for (const reader of this.#readers) {
      if (events.length > 0) reader.add(events);
      else reader.wake();
    }
    this.#lookAgainWhenDue(after);
    await this.#correctPresence(after);
  }

  async #load(): Promise<CampaignState | null> {
    const { store, clock } = this.#tools;
    const [campaign, members, sessions] = await Promise.all([
      store.campaigns.find(this.#campaignId),
      store.members.ofCampaigns([this.#campaignId]),
      store.sessions.ofCampaigns([this.#campaignId]),
    ]);
    if (campaign === null) return null;
    const now = clock();
    const select = (holds: (member: MemberRecord, now: Date) => boolean): ReadonlySet<string> =>
      new Set(members.filter((member) => holds(member, now)).map(({ viewerId }) => viewerId));
    return {
      name: campaign.name,
      members,
      sessionIds: sessions.map(({ id }) => id),
      present: select(isPresent),
      typing: select(isTyping),
    };
  }

  /** Looks again when the next presence or typing lapses by itself. */
  #lookAgainWhenDue({ members, present, typing }: CampaignState): void {
    const ends = members.flatMap(({ viewerId, seenAt, typingUntil }) => [
      ...(seenAt !== undefined && present.has(viewerId) ? [seenAt.getTime() + PRESENT_MILLISECONDS] : []),
      ...(typingUntil !== undefined && typing.has(viewerId) ? [typingUntil.getTime()] : []),
    ]);
    clearTimeout(this.#lapse);
    if (ends.length === 0 || this.#opened === 0) return;
    const wait = Math.max(1, Math.min(...ends) - this.#tools.clock().getTime() + 1);
    this.#lapse = setTimeout(() => void this.#refresh(), wait).unref();
  }

  /** Shows members again whose stream on another server has closed while one is open here. */
  async #correctPresence({ members }: CampaignState): Promise<void> {
    const oldest = this.#tools.clock().getTime() - PRESENT_MILLISECONDS / 2;
    const hidden = members.filter(
      ({ viewerId, seenAt }) => this.#streams.has(viewerId) && (seenAt?.getTime() ?? 0) < oldest,
    );
    await this.#show(hidden.map(({ viewerId }) => viewerId));
  }
}

/** Opens readers of campaigns. All readers of one campaign share one watch. */
export type CampaignWatches = {
  readonly open: (request: ReadRequest) => Promise<LiveReader<CampaignEvent>>;
};

export function createCampaignWatches(tools: Tools): CampaignWatches {
  const watches = new Map<string, CampaignWatch>();
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  return {
    open: (request) => {
      const { campaignId } = request;
      const onEmpty = () => void watches.delete(campaignId);
      const watch = watches.get(campaignId) ?? new CampaignWatch(tools, campaignId, nextSequence, onEmpty);
      watches.set(campaignId, watch);
      return watch.open(request);
    },
  };
}
