import type { Lineage } from '#engine/domain/lineage.ts';
import {
  findUnplayedDice,
  parseTurnEvent,
  UNPLAYED_DICE_EVENTS,
  type UnplayedDice,
} from '#engine/live/turn-event.ts';
import { type Roll as Dice, getDiceIndex } from '#engine/rules/roll.ts';
import {
  type RollsReport as Report,
  type RollVerification as Verification,
  verifyRolls,
} from '#engine/rules/verifiable-rolls.ts';
import type { Page, PageRequest } from '#engine/store/page.ts';
import type { StoredRoll } from '#engine/store/rolls.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import { defineConnectionNames, parseNumberKey, toConnection, toPageRequest } from '../../connection.ts';
import type { Context } from '../../context.ts';
import {
  canPerceive,
  createRollRedaction,
  loadSceneRolls,
  loadTurnRolls,
  parseRoll,
  removeTexts,
  type SessionRoll,
} from '../../views/turn-records.ts';
import { createInvalidInput, createNotFound, Forbidden, InvalidInput, NotFound } from '../failure.ts';
import { Scene } from '../scene/scene.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

export const Advantage = defineWordEnum('Advantage', 'Whether the first die is thrown twice.', {
  NONE: 'It is thrown once.',
  ADVANTAGE: 'The higher of two throws counts.',
  DISADVANTAGE: 'The lower of two throws counts.',
});

const RollSource = defineWordEnum('RollSource', 'Roller of the dice.', {
  ENGINE: 'The engine, from the session’s seed.',
  PLAYER: 'The player, with their own dice, which the server cannot verify.',
});

const RollTargetKind = defineWordEnum('RollTargetKind', 'Target of a roll.', {
  DC: 'A difficulty class.',
  AC: 'The armour class of the attacked character.',
});

export const RollTarget = builder.objectRef<NonNullable<Dice['target']>>('RollTarget').implement({
  description: 'The number a roll has to reach.',
  fields: (t) => ({
    kind: t.field({ type: RollTargetKind, description: 'Kind of target.', resolve: ({ kind }) => kind }),
    value: t.exposeInt('value', { description: 'The number.' }),
  }),
});

export const Roll = builder.objectRef<SessionRoll>('Roll');

async function findRoll(key: string, context: Context): Promise<SessionRoll | null> {
  const [sessionId = '', index, ordinal] = key.split('/');
  const at = Number(index);
  if (!Number.isSafeInteger(at) || at < 0) return null;
  const page = { limit: 1, from: 'end', after: at - 1, before: null } as const;
  const lineage = [{ sessionId, upTo: at }];
  const [scene] = (await context.loaders.scenePage.load({ lineage, page })).items;
  const rolls = scene === undefined ? [] : await loadSceneRolls(scene, context);
  return rolls.find(({ position }) => String(position.ordinal) === ordinal) ?? null;
}

builder.node(Roll, {
  id: {
    resolve: ({ sessionId, position }) => `${sessionId}/${position.sceneIndex}/${position.ordinal}`,
    description: 'Its id, the same live and later.',
  },
  loadOne: findRoll,
  description:
    'Dice that were rolled. They cannot be changed afterwards, and the narrating model receives them.',
  fields: (t) => ({
    expression: t.exposeString('expression', { description: 'Dice expression: `2d6+1d4+3`.' }),
    advantage: t.field({
      type: Advantage,
      description: 'Whether the first die was thrown twice.',
      resolve: ({ advantage }) => advantage,
    }),
    faces: t.exposeIntList('faces', {
      description: 'Every die thrown, in order, also those that did not count.',
    }),
    dropped: t.exposeIntList('dropped', {
      description: 'The places in `faces`, from 0, of dice that did not count.',
    }),
    modifier: t.exposeInt('modifier', { description: 'Modifier.' }),
    total: t.exposeInt('total', { description: 'The sum.' }),
    purpose: t.exposeString('purpose', { description: 'Purpose of the roll.' }),
    source: t.field({ type: RollSource, description: 'Roller.', resolve: ({ source }) => source }),
    target: t.field({
      type: RollTarget,
      nullable: true,
      description: 'Target number; null when there was none.',
      resolve: ({ target }) => target ?? null,
    }),
    result: t.string({
      nullable: true,
      description: 'Meaning of the total by the rules; null when it has none by itself.',
      resolve: ({ result }) => result ?? null,
    }),
    line: t.exposeString('line', { description: 'The whole roll as one line that can be checked by hand.' }),
    sceneIndex: t.int({
      description: 'The index of the scene its turn made.',
      resolve: ({ position }) => position.sceneIndex,
    }),
    ordinal: t.int({
      description: 'Check number within the turn, from 0.',
      resolve: ({ position }) => position.ordinal,
    }),
    diceIndex: t.int({
      description:
        'Position of its scene in the seed stream. Scenes with neither story progress nor dice are not counted. Seed, position and ordinal determine the faces.',
      resolve: ({ position }) => getDiceIndex(position),
    }),
  }),
});

builder.objectField(Turn, 'rolls', (t) =>
  t.field({
    type: [Roll],
    description: 'Its dice, in the order they fell; empty unless it is committed.',
    resolve: async (turn, _args, context) => [...(await loadTurnRolls(turn, context))],
  }),
);

builder.objectField(Scene, 'rolls', (t) =>
  t.field({
    type: [Roll],
    description: 'The dice of the turn that made it, in the order they fell.',
    resolve: async (scene, _args, context) => [...(await loadSceneRolls(scene, context))],
  }),
);

builder.objectField(Session, 'rolls', (t) =>
  t.connection(
    {
      type: Roll,
      description: 'Every roll of its committed turns and of those it grew from, in the order they fell.',
      resolve: async ({ lineage }, args, context) => {
        const page = toPageRequest(args, parseNumberKey);
        const { items, hasMore } = await context.loaders.rollPage.load({ lineage, page });
        const redact = await createRollRedaction(lineage, context);
        const rolls = items.map(({ roll, place, scene }) =>
          redact({ ...parseRoll(roll), sessionId: scene.sessionId, place }, scene),
        );
        return toConnection({ items: rolls, hasMore }, page, ({ place }) => place);
      },
    },
    ...defineConnectionNames('Roll', 'rolls'),
  ),
);

const MOST_CHARACTERS = 256;
const ROLLS_AT_ONCE = 100;

const ProofVerdict = defineWordEnum('ProofVerdict', 'Whether a roll is what the seed says.', {
  VERIFIED: 'Faces, total, line and result follow from the seed and from what was asked.',
  FACES_VERIFIED:
    'Faces and total follow from the seed; the target or the name of the result is the record’s own.',
  MISMATCH: 'It is not what the seed says.',
  UNVERIFIABLE: 'The player threw dice of their own.',
});

type Checked = Verification & { readonly roll: SessionRoll };

const RollVerification = builder.objectRef<Checked>('RollVerification').implement({
  description: 'One roll, thrown again from the seed.',
  fields: (t) => ({
    roll: t.expose('roll', { type: Roll, description: 'The roll as it is recorded.' }),
    verdict: t.field({
      type: ProofVerdict,
      description: 'Whether it is what the seed says.',
      resolve: ({ verdict }) => verdict,
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason; null when it is verified.',
      resolve: ({ reason }) => reason ?? null,
    }),
  }),
});

const MissingRolls = builder.objectRef<Report['missing'][number]>('MissingRolls').implement({
  description: 'Checks that must have been made in a scene and are not recorded.',
  fields: (t) => ({
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene.' }),
    from: t.exposeInt('from', { description: 'The first of them, counted from 0.' }),
    to: t.exposeInt('to', { description: 'The last of them, included.' }),
  }),
});

const AttemptEnding = defineWordEnum('AttemptEnding', 'Reason an attempt at a turn ended without a scene.', {
  failed: 'It failed.',
  cancelled: 'It was cancelled.',
});

const UnplayedRoll = builder.objectRef<UnplayedDice>('UnplayedRoll').implement({
  description:
    'Dice that players saw fall in an attempt at a turn that made no scene. Tried again at the same place, the same check falls the same way.',
  fields: (t) => ({
    line: t.string({
      description: 'The whole roll as one line that can be checked by hand.',
      resolve: ({ body }) => body.roll.line,
    }),
    ending: t.field({
      type: AttemptEnding,
      description: 'Outcome of the attempt.',
      resolve: ({ ending }) => ending,
    }),
    attempt: t.int({ description: 'Attempt number within its turn.', resolve: ({ body }) => body.attempt }),
    turn: t.field({
      type: Turn,
      nullable: true,
      description: 'The turn; it may have been tried again with the same dice.',
      resolve: ({ turnId }, _args, { loaders }) => loaders.turn.load(turnId),
    }),
    sceneIndex: t.int({
      nullable: true,
      description: 'The index of the scene its turn would have made; null when that was not written down.',
      resolve: ({ body }) => body.roll.position.sceneIndex,
    }),
    diceIndex: t.int({
      nullable: true,
      description: 'Position in the seed stream; null when it was not recorded.',
      resolve: ({ body }) => getDiceIndex(body.roll.position),
    }),
    ordinal: t.int({
      nullable: true,
      description: 'Check number within the turn, from 0; null when it was not recorded.',
      resolve: ({ body }) => body.roll.position.ordinal,
    }),
  }),
});

type Proof = Omit<Report, 'rolls'> & {
  readonly rolls: readonly Checked[];
  readonly unplayed: readonly UnplayedDice[];
};

const RollsReport = builder.objectRef<Proof>('RollsReport').implement({
  description:
    'Verification of every roll of a session against its seed. Clients can repeat it with the published data.',
  fields: (t) => ({
    commitmentHolds: t.exposeBoolean('commitmentHolds', {
      description:
        'Whether the seed is the one the session committed to at its start. If not, nothing is verified.',
    }),
    rolls: t.field({
      type: [RollVerification],
      description: 'A verdict on each roll, in the order they fell.',
      resolve: ({ rolls }) => [...rolls],
    }),
    missing: t.field({
      type: [MissingRolls],
      description: 'Rolls that must have been made and are not there: a fair record has none.',
      resolve: ({ missing }) => [...missing],
    }),
    unplayed: t.field({
      type: [UnplayedRoll],
      description:
        'Dice shown to players in attempts that ended without a scene, in the order they were rolled.',
      resolve: ({ unplayed }) => [...unplayed],
    }),
  }),
});

const VerifyRollsResult = builder.unionType('VerifyRollsResult', {
  description: 'The report, or why there is none.',
  types: [RollsReport, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('commitmentHolds' in result ? 'RollsReport' : result.failure),
});

builder.queryField('verifyRolls', (t) =>
  t.field({
    type: VerifyRollsResult,
    description:
      'Throws every roll of a session, and of those it grew from that roll with the same seed, again from a seed, and says whether they were fair.',
    args: {
      sessionId: t.arg.globalID({ required: true, for: Session, description: 'The session.' }),
      seed: t.arg.string({
        description:
          'Seed to test. Default: the seed of the session, available once no session rolls with it.',
      }),
    },
    resolve: async (_root, { sessionId, seed }, context) => {
      const session = await context.loaders.session.load(sessionId.id);
      if (session === null) return createNotFound(['sessionId'], 'there is no such session.');
      const tried = seed ?? (await context.loaders.revealedSeed.load(session.id));
      if (tried === null) {
        return createInvalidInput(
          ['seed'],
          'the seed is not revealed before the session has ended; give the one to try.',
        );
      }
      if (tried === '' || tried.length > MOST_CHARACTERS) {
        return createInvalidInput(
          ['seed'],
          `give the seed that was revealed: 1 to ${MOST_CHARACTERS} characters.`,
        );
      }
      return prove(session, tried, context);
    },
  }),
);

async function prove(session: SessionRecord, seed: string, context: Context): Promise<Proof> {
  const lineage = await rolledWithItsSeed(session, context);
  const [rolls, unplayed] = await Promise.all([allRolls(lineage, context), allUnplayed(lineage, context)]);
  const redact = await createRollRedaction(lineage, context);
  const report = verifyRolls(
    seed,
    session.seedCommitment,
    rolls.map(({ roll }) => roll),
  );
  const checked = report.rolls.flatMap((verification, at) => {
    const found = rolls[at];
    if (found === undefined) return [];
    const { roll, scene } = found;
    return { ...verification, roll: redact({ ...roll, sessionId: scene.sessionId }, scene) };
  });
  return { ...report, rolls: checked, unplayed };
}

/**
 * Returns the part of the lineage that rolled with the seed of this session. A session that continues after its seed was
 * revealed gets a new one, which proves nothing about earlier rolls.
 */
async function rolledWithItsSeed(
  { lineage, seedCommitment }: SessionRecord,
  { loaders }: Context,
): Promise<Lineage> {
  const sessions = await Promise.all(lineage.map(({ sessionId }) => loaders.session.load(sessionId)));
  return lineage.filter((_, at) => sessions[at]?.seedCommitment === seedCommitment);
}

type PlacedDice = Pick<StoredRoll, 'scene'> & { readonly roll: Dice };

async function allRolls(lineage: Lineage, { store }: Context): Promise<readonly PlacedDice[]> {
  const rolls: PlacedDice[] = [];
  let after: number | null = null;
  for (;;) {
    const page: PageRequest<number> = { limit: ROLLS_AT_ONCE, from: 'start', after, before: null };
    const found: Page<StoredRoll> = await store.rolls.along(lineage, page);
    rolls.push(...found.items.map(({ roll, scene }) => ({ roll: parseRoll(roll), scene })));
    after = found.items.at(-1)?.place ?? null;
    if (!found.hasMore) return rolls;
  }
}

/** Includes rolls seen at the scene a branch started from, because the branch reaches the same dice. */
async function allUnplayed(lineage: Lineage, context: Context): Promise<readonly UnplayedDice[]> {
  const ids = lineage.map(({ sessionId }) => sessionId);
  const stored = await context.store.events.ofTypes(ids, UNPLAYED_DICE_EVENTS);
  const events = await Promise.all(
    stored.map(async (row) => {
      // The query selects these kinds only.
      const event = parseTurnEvent(row) as Parameters<typeof findUnplayedDice>[0][number];
      const isOpen = await canPerceive(row.sessionId, row.personaIds ?? null, context);
      if (isOpen || event.body.type !== 'dice-rolled') return event;
      // The body's type is the kind of the event.
      return { ...event, body: { ...event.body, roll: removeTexts(event.body.roll) } } as typeof event;
    }),
  );
  const found = findUnplayedDice(events);
  return lineage.flatMap(({ sessionId, upTo }) =>
    found.filter((dice) => dice.sessionId === sessionId && dice.body.roll.position.sceneIndex <= upTo + 1),
  );
}
