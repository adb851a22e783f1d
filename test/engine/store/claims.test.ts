import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createStoryInput, type Suspension, type TurnInput, type TurnStatus } from '#engine/domain/turn.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { Store } from '#engine/store/store.ts';
import { cancellation, claim, commitOf, later, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const QUESTION: Suspension = { kind: 'clarification', question: 'Which door?', kept: { at: 'validate' } };
const ROLL: Suspension = {
  kind: 'roll',
  purpose: 'Negotiation',
  expression: '1d100',
  rows: [{ from: 1, to: 100, outcome: 'They listen.' }],
  kept: { at: 'resolve' },
};

const FIRST = createStoryInput('I open the door.');
const INPUTS = {
  same: FIRST,
  story: createStoryInput('I shout.'),
  dm: createStoryInput('What may I do?', { mode: 'DM' }),
  roll: { kind: 'roll', personaId: null, faces: [42] },
  clarification: { kind: 'clarification', text: 'The red one.' },
  instruction: { kind: 'instruction', instructionType: 'tone', text: 'Darker.' },
  continuation: {
    kind: 'continuation',
    checkpoint: { sceneId: 'scene', location: 'pier', missions: [] },
    sequenceId: 7,
  },
  operations: { kind: 'operations', asker: 'gm', proposals: [] },
} satisfies Record<string, TurnInput>;
type Name = keyof typeof INPUTS;
const NAMES = Object.keys(INPUTS) as Name[];

const ending = () => ({ recording: { id: randomUUID(), content: Buffer.from('{}') }, events: [], at: NOON });
const failure = { code: 'MODEL_FAILED', message: 'no answer', retryable: true };

/** Brings the turn of action `a` to a status. */
const REACH: Record<TurnStatus, (store: Store, lease: Lease) => Promise<unknown>> = {
  running: async () => null,
  committed: (store, lease) => store.endings.commit(lease, commitOf(lease)),
  failed: (store, lease) => store.endings.fail(lease, { ...ending(), failure }),
  cancelled: (store, lease) => store.endings.cancel(lease, ending()),
  answered: (store, lease) => store.endings.answer(lease, { ...ending(), answer: { text: 'A door.' } }),
  'awaiting-clarification': (store, lease) =>
    store.endings.suspend(lease, { ...ending(), suspension: QUESTION }),
  'awaiting-roll': (store, lease) => store.endings.suspend(lease, { ...ending(), suspension: ROLL }),
};

type Expected = Readonly<Record<Name, string>>;
const all = (claimed: string, but: Partial<Expected> = {}): Expected => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, claimed])) as Expected),
  ...but,
});

/** Answers to a turn that waits for something else, or of which nothing comes. */
const STRAY = { roll: 'nothing-awaited', clarification: 'nothing-awaited' } as const;
const UNDER_THE_SAME_ACTION: Record<TurnStatus, Expected> = {
  running: all('action-id-reused', { same: 'existing' }),
  committed: all('action-id-reused', { same: 'existing' }),
  answered: all('action-id-reused', { same: 'existing' }),
  failed: all('action-id-reused', { same: 'won', ...STRAY }),
  cancelled: all('action-id-reused', { same: 'won', ...STRAY }),
  'awaiting-clarification': all('action-id-reused', { same: 'existing', ...STRAY, clarification: 'won' }),
  'awaiting-roll': all('action-id-reused', { same: 'existing', ...STRAY, roll: 'won' }),
};

/** A clarification nobody asked for is refused whatever else goes on. */
const CLEAR = all('won', { clarification: 'nothing-awaited' });
const UNDER_ANOTHER_ACTION: Record<TurnStatus, Expected> = {
  running: all('busy', { clarification: 'nothing-awaited' }),
  committed: CLEAR,
  answered: CLEAR,
  failed: CLEAR,
  cancelled: CLEAR,
  'awaiting-clarification': CLEAR,
  'awaiting-roll': all('roll-awaited', {
    clarification: 'nothing-awaited',
    dm: 'won',
    operations: 'won',
  }),
};

const STATUSES = Object.keys(REACH) as TurnStatus[];
const CASES = STATUSES.flatMap((status) => NAMES.map((name) => [status, name] as const));

describeOnBothStores('a claim', (store) => {
  const reach = async (status: TurnStatus) => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId, { actionId: 'a', input: FIRST });
    await REACH[status](store(), lease);
    return { sessionId, lease };
  };
  const turnOf = (lease: Lease) => store().turns.find(lease.turn.id);

  it.each(CASES)('on a turn that is %s, under its action id, with %s', async (status, name) => {
    const { sessionId } = await reach(status);
    const claimed = await claim(store(), sessionId, { actionId: 'a', input: INPUTS[name] });
    expect(claimed.claim).toBe(UNDER_THE_SAME_ACTION[status][name]);
  });

  it.each(CASES)('beside a turn that is %s, under another action id, with %s', async (status, name) => {
    const { sessionId } = await reach(status);
    const claimed = await claim(store(), sessionId, { actionId: 'b', input: INPUTS[name] });
    expect(claimed.claim).toBe(UNDER_ANOTHER_ACTION[status][name]);
  });

  it('resumes a turn with the answer it waits for, everything kept at hand', async () => {
    const { sessionId, lease } = await reach('awaiting-roll');
    expect(await turnOf(lease)).toMatchObject({ status: 'awaiting-roll', finishedAt: null, answers: [] });
    expect(await store().sessions.find(sessionId)).toMatchObject({
      waitingTurnId: lease.turn.id,
      runningTurnId: null,
    });
    const resumed = await win(store(), sessionId, { actionId: 'a', input: INPUTS.roll });

    expect(resumed.turn).toMatchObject({
      id: lease.turn.id,
      input: FIRST,
      status: 'running',
      attempt: 2,
      answers: [INPUTS.roll],
      suspension: { ...ROLL, sceneId: lease.turn.baseSceneId },
    });
    expect(resumed.session.waitingTurnId).toBeNull();
    await store().endings.commit(resumed, commitOf(resumed));
    expect(await turnOf(lease)).toMatchObject({
      status: 'committed',
      suspension: null,
      answers: [INPUTS.roll],
    });
  });

  it('gives an answer sent again the same turn, and refuses another one', async () => {
    const { sessionId } = await reach('awaiting-clarification');
    const answer = { actionId: 'a', input: INPUTS.clarification };
    const resumed = await win(store(), sessionId, answer);
    const other = { kind: 'clarification', text: 'The blue one.' } as const;

    expect((await claim(store(), sessionId, answer)).claim).toBe('existing');
    expect((await claim(store(), sessionId, { actionId: 'a', input: other })).claim).toBe('action-id-reused');
    await store().endings.commit(resumed, commitOf(resumed));
    expect((await claim(store(), sessionId, answer)).claim).toBe('existing');
    expect((await claim(store(), sessionId, { actionId: 'a', input: other })).claim).toBe('action-id-reused');
  });

  it('lets one of many answers through', async () => {
    const { sessionId } = await reach('awaiting-roll');
    const claims = await Promise.all(
      [3, 3, 5, 7, 9].map((face) =>
        claim(store(), sessionId, { actionId: 'a', input: { kind: 'roll', personaId: null, faces: [face] } }),
      ),
    );
    expect(claims.filter((each) => each.claim === 'won')).toHaveLength(1);
  });

  it('goes on from where it waited when the resumed turn failed, by the answer or by the first words', async () => {
    for (const input of [FIRST, INPUTS.roll]) {
      const { sessionId } = await reach('awaiting-roll');
      const resumed = await win(store(), sessionId, { actionId: 'a', input: INPUTS.roll });
      await store().endings.fail(resumed, { ...ending(), failure });

      expect((await win(store(), sessionId, { actionId: 'a', input })).turn).toMatchObject({
        attempt: 3,
        answers: [INPUTS.roll],
        suspension: { kept: ROLL.kept },
      });
    }
  });

  it('goes on from where it waited when the server of the resumed turn was lost', async () => {
    const { sessionId } = await reach('awaiting-roll');
    await win(store(), sessionId, { actionId: 'a', input: INPUTS.roll, forSeconds: 5 });
    const again = await win(store(), sessionId, { actionId: 'a', input: INPUTS.roll, now: later(6) });

    expect(again.turn).toMatchObject({ attempt: 3, answers: [INPUTS.roll], suspension: { kept: ROLL.kept } });
  });

  it('starts a cancelled turn anew by its first words; an old answer does not bring it back', async () => {
    const { sessionId } = await reach('awaiting-clarification');
    const resumed = await win(store(), sessionId, { actionId: 'a', input: INPUTS.clarification });
    await store().endings.cancel(resumed, ending());

    const answered = await claim(store(), sessionId, { actionId: 'a', input: INPUTS.clarification });
    expect(answered).toMatchObject({ claim: 'existing', turn: { status: 'cancelled' } });
    expect((await win(store(), sessionId, { actionId: 'a', input: FIRST })).turn).toMatchObject({
      attempt: 3,
      answers: [],
      suspension: null,
    });
  });

  it('drops an open question when the player does something else, and tells its readers', async () => {
    const { sessionId, lease } = await reach('awaiting-clarification');
    const next = await claim(store(), sessionId, { input: INPUTS.story });

    expect(next).toMatchObject({
      claim: 'won',
      abandoned: [{ type: 'turn-cancelled', turnId: lease.turn.id }],
    });
    expect(await turnOf(lease)).toMatchObject({ status: 'cancelled', finishedAt: NOON });
  });

  it('keeps an open question while somebody asks about the game', async () => {
    const { sessionId, lease } = await reach('awaiting-clarification');
    const aside = await win(store(), sessionId, { input: INPUTS.dm });
    expect(aside.session.waitingTurnId).toBe(lease.turn.id);
    await store().endings.answer(aside, { ...ending(), answer: { text: 'There are two doors.' } });

    expect(await store().turns.find(aside.turn.id)).toMatchObject({ status: 'answered', sceneId: null });
    const resumed = await win(store(), sessionId, { actionId: 'a', input: INPUTS.clarification });
    expect(resumed.turn.id).toBe(lease.turn.id);
  });

  it('shows a resumed turn that the world moved on while it waited', async () => {
    const { sessionId, lease } = await reach('awaiting-roll');
    const byHand = await win(store(), sessionId, { input: INPUTS.operations });
    await store().endings.commit(byHand, commitOf(byHand));
    const { turn } = await win(store(), sessionId, { actionId: 'a', input: INPUTS.roll });

    expect(turn.suspension?.sceneId).toBe(lease.turn.baseSceneId);
    expect(turn.baseSceneId).not.toBe(lease.turn.baseSceneId);
  });

  it('cancels a turn that waits, and nothing else', async () => {
    const { sessionId, lease } = await reach('awaiting-roll');
    const told = await store().leases.callOff(lease.turn.id, NOON, cancellation);

    expect(told).toMatchObject([{ type: 'turn-cancelled' }]);
    expect(await turnOf(lease)).toMatchObject({ status: 'cancelled' });
    expect(await store().leases.callOff(lease.turn.id, NOON, cancellation)).toBeNull();
    expect((await claim(store(), sessionId, { input: INPUTS.story })).claim).toBe('won');
  });
});
