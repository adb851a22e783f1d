import type { ResolvedOutcome } from '#engine/contracts/narrate-input.ts';
import { ROLL_TYPES, type RollType } from '#engine/contracts/reading.ts';
import type { Say } from '#engine/language/languages.ts';
import { isCheckedResolution } from '#engine/rules/checks.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { listGivenWarnings } from '#engine/state/time-pressure.ts';
import { isKnownToPersona } from '#engine/state/visibility.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { countMinutes } from '#engine/util/world-time.ts';
import { viewAroundPersona, viewAsTable } from '../acting-persona.ts';
import type { ReadingResult, Recalled, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { previewMove } from '../knowledge/working-set.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { writeDateTime } from '../packet/format-lines.ts';
import { defineStep, TurnSuspension } from '../pipeline.ts';
import { createDicePosition, createEngineApplyContext } from '../rule/apply-context.ts';
import { type RollResult, rollBandCheck } from '../rule/band-check.ts';
import { type CertainAction, findMove, listCertainActions, listStaying } from '../rule/certain-actions.ts';
import { describeChanges } from '../rule/describe-changes.ts';
import { countActionMinutes, limitMinutes, listAnnouncements, passTime } from '../rule/elapsed-time.ts';
import { applyGmDirection, isChapterStart } from '../rule/gm-direction.ts';
import { listLevelUp, suspendForLevelUp } from '../rule/level-up.ts';
import { resolveOfferedTable } from '../rule/offered-table.ts';
import { protectPersonas } from '../rule/protect-personas.ts';
import { closeQuestion, settleTurn } from '../rule/settle-turn.ts';
import { countEarlierRolls, resolveBySrd } from '../rule/srd-rules.ts';
import { findTriggerSubject, setOffTriggers } from '../rule/triggers.ts';
import {
  type AllowedAction,
  describeAction,
  suspendForClarification,
  type Validation,
  validateActions,
} from '../rule/validate-actions.ts';
import { RollRefusedError } from '../turn-failure.ts';

type Needs = TurnContext & ReadingResult & Recalled;
type Uses = Pick<TurnTools, 'events' | 'recorder'>;

/** The part of a ruling before time passes. */
type Decided = Pick<
  Ruled,
  | 'actions'
  | 'blocked'
  | 'resolved'
  | 'rolled'
  | 'rolls'
  | 'revealed'
  | 'responses'
  | 'done'
  | 'tableDue'
  | 'harmed'
> & {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly minutes: number;
  /** Whether the turn was part of a fight, whose rounds take their own time. */
  readonly isFight: boolean;
};

/**
 * Decides by the rules, before anything is narrated: what is possible, what it costs, how the dice fall and what comes to
 * light. Also decides how much time passes and what falls due in it. Suspends the turn for a question or for a player's own
 * dice.
 */
export const rule = defineStep<Needs, Ruled, Uses>({
  name: 'rule',

  async run(draft, tools) {
    const { input } = draft.lease.turn;
    const { pendingRoll } = draft.snapshot;
    if (input.kind !== 'roll' && pendingRoll !== null) {
      throw new RollRefusedError(`a roll is awaited: ${pendingRoll.purpose}`);
    }
    const decided = input.kind === 'roll' ? ruleTable(draft, input.faces, tools) : ruleActions(draft, tools);
    if (decided instanceof TurnSuspension) return decided;
    return finishRuling(draft, decided, tools);
  },
});

const NOTHING_DONE = {
  actions: [],
  blocked: [],
  resolved: null,
  rolled: null,
  rolls: [],
  revealed: [],
  responses: [],
  done: [],
  tableDue: null,
  harmed: [],
  isFight: false,
} as const;

function ruleTable(draft: Needs, faces: readonly number[] | null, tools: Uses): Decided {
  const { minutes, snapshot, ...resolved } = resolveOfferedTable(draft, faces, tools);
  const done = describeChanges(draft.snapshot, snapshot, draft);
  return { ...NOTHING_DONE, ...resolved, snapshot, done, minutes: minutes ?? 0 };
}

function ruleActions(draft: Needs, tools: Uses): Decided | TurnSuspension {
  const { snapshot, persona, lease, playerText } = draft;
  if (lease.turn.input.kind !== 'story' || playerText === '') {
    const { resolvedSnapshot, effects } = applyGmDirection(
      { resolvedSnapshot: snapshot, effects: [] },
      draft,
      tools.recorder,
    );
    return { ...NOTHING_DONE, snapshot: resolvedSnapshot, effects, minutes: 0 };
  }
  const validation = blockUnclear(
    validateHereOrThere(draft, viewAroundPersona(snapshot, persona)),
    chooseSentences(draft),
  );
  tools.recorder.note('rule', {
    blocked: validation.blocked,
    allowed: validation.allowed.map(describeAction),
  });
  const question =
    suspendForClarification(draft, validation) ?? suspendForLevelUp(draft, snapshot, chooseSentences(draft));
  if (question !== null) return question;
  const rolled = rollChecks(draft, validation.allowed, tools);
  if (rolled instanceof TurnSuspension) return rolled;
  return actOut(draft, validation, rolled, tools);
}

/**
 * Validates actions where the persona is. Those that fail are validated at its destination: `go to the queen and give her the
 * letter`.
 */
function validateHereOrThere(draft: Needs, here: Snapshot): Validation {
  const { reading, persona } = draft;
  const say = chooseSentences(draft);
  const there = previewMove(draft).snapshot;
  const { rules } = draft.playbook;
  const atOnce = validateActions(reading.actions, here, persona, rules, say);
  if (there === draft.snapshot || atOnce.blocked.length === 0) return atOnce;
  const refused = new Set(atOnce.blocked.map(({ action }) => action));
  const later = validateActions(
    reading.actions.filter((action) => refused.has(describeAction(action))),
    there,
    persona,
    rules,
    say,
  );
  return {
    allowed: [...atOnce.allowed, ...later.allowed],
    blocked: later.blocked,
    unclear: atOnce.unclear ?? later.unclear,
  };
}

/** Blocks an action whose target is still open after a question was answered, and tells the player. */
function blockUnclear(validation: Validation, say: Say): Validation {
  const { unclear, blocked } = validation;
  if (unclear === null) return validation;
  const names = unclear.candidates.map(({ name }) => name).join(', ');
  const reason = say('refused.unclear', { names });
  return { ...validation, blocked: [...blocked, { action: unclear.action, reason }] };
}

function rollChecks(
  draft: Needs,
  actions: readonly AllowedAction[],
  tools: Uses,
): DiceOutcome | TurnSuspension | null {
  const { resolution } = draft.playbook.mechanics;
  const { turn } = draft.lease;
  const kept = { reading: draft.reading, language: draft.language, givenBefore: countEarlierRolls(turn) };
  if (isCheckedResolution(resolution)) {
    return rollBandCheck(actions, draft.snapshot, { context: draft, resolution, kept }, tools);
  }
  if (resolution.kind !== 'srd5e') return null;
  const movesTo = draft.reading.moves_to;
  return resolveBySrd({ actions, movesTo }, draft.snapshot, draft, kept, tools);
}

type DiceOutcome = RollResult & { readonly harmed?: readonly string[]; readonly fought?: boolean };
type Blocked = Ruled['blocked'];

/** Carries out what is certain, unless the dice said no: the way, things in hand, what comes to light. */
function actOut(
  draft: Needs,
  { allowed, blocked }: { readonly allowed: readonly AllowedAction[]; readonly blocked: Blocked },
  dice: DiceOutcome | null,
  tools: Uses,
): Decided {
  const hasFailed = dice?.resolved?.degree === 'failure';
  const start = dice?.snapshot ?? draft.snapshot;
  const rolls: readonly Roll[] = dice?.rolls ?? [];
  const table = findTableDue(draft, allowed);
  const carried = chooseCarried(allowed, hasFailed || table !== null);
  const isStaying = hasFailed && !carried.some(({ kind }) => kind === 'move');
  const isFight = dice?.fought === true || draft.snapshot.combat !== null;
  const moves_to = isStaying ? '' : draft.reading.moves_to || findFlightPlace(draft, allowed, start);
  const reading = { ...draft.reading, moves_to };
  const acted = carryOut({ ...draft, reading }, carried, start, rolls.length, tools);
  const isHindered = blocked.length > 0 && allowed.length === 0;
  const met = draft.reading.triggers.filter(
    ({ id }) => !isHindered && (!hasFailed || isDoneWithoutDice(id, allowed, start)),
  );
  const found = setOffTriggers(
    met,
    acted.snapshot,
    {
      context: draft,
      arrived: findArrival(draft, acted.snapshot),
      nextOrdinal: rolls.length + listRolls(acted.effects).length,
      isOpen: table !== null,
    },
    tools.recorder,
  );
  const resolved: ResolvedOutcome | null = dice?.resolved ?? null;
  const bound = describeBinding(draft, dice);
  return {
    snapshot: found.snapshot,
    effects: [...(dice?.effects ?? []), ...acted.effects, ...found.effects],
    actions: allowed,
    blocked: [...blocked, ...acted.blocked],
    resolved,
    rolled: null,
    rolls,
    revealed: found.revealed,
    responses: found.responses,
    done: [...bound, ...acted.done, ...found.done],
    tableDue: table === null ? null : { ...table, held: found.held },
    harmed: dice?.harmed ?? [],
    isFight,
    minutes: countActionMinutes(allowed, draft.playbook.rules.timeCosts, {
      isFight,
      hasMoved: acted.snapshot.scene.placeId !== start.scene.placeId || hasFailed,
    }),
  };
}

/** Tells whether an action without dice is aimed at the subject of a trigger, as a look is beside a joke that failed. */
function isDoneWithoutDice(
  triggerId: string,
  actions: readonly AllowedAction[],
  snapshot: Snapshot,
): boolean {
  const subjectId = findTriggerSubject(triggerId, snapshot);
  return actions.some(
    ({ target, check, kind }) => target === subjectId && check === '' && !BY_DICE.includes(kind),
  );
}

const BY_DICE: readonly string[] = ['attack', 'cast'];

/** Returns the context at the place the persona has gone to in this turn; null where it has stayed. */
function findArrival(draft: Needs, after: Snapshot): TurnContext | null {
  if (after.scene.placeId === draft.snapshot.scene.placeId || draft.reading.triggers.length === 0)
    return null;
  const view = createPlayerView(after, draft.persona.id, draft.playbook.rules);
  return isRejection(view) ? null : { ...draft, snapshot: after, view };
}

/** Describes what a binding consequence or a clock has changed, which is more than the dice themselves tell. */
function describeBinding(draft: Needs, dice: DiceOutcome | null): readonly string[] {
  if (dice?.effects.some(({ type }) => type === 'trigger-fired') !== true) return [];
  return describeChanges(draft.snapshot, dice.snapshot, draft);
}

/** Finds the nearest way out for a persona who ran from a fight without saying where to; empty when there is none. */
function findFlightPlace(
  { snapshot: before }: Needs,
  allowed: readonly AllowedAction[],
  { combat, scene, entities }: Snapshot,
): string {
  const hasFled = before.combat !== null && combat === null && allowed.some(({ kind }) => kind === 'flee');
  const here = scene.placeId === null ? undefined : entities[scene.placeId];
  if (!hasFled || here?.kind !== 'location') return '';
  return here.exits?.find(({ blocked, secret }) => blocked === undefined && secret !== true)?.to ?? '';
}

/** Lists the actions that are carried out: where the attempt has failed or is open, only those before it. */
function chooseCarried(allowed: readonly AllowedAction[], isFailedOrOpen: boolean): readonly AllowedAction[] {
  if (!isFailedOrOpen) return allowed;
  const at = allowed.findIndex(({ check, kind }) => check !== '' || kind === 'attack' || kind === 'cast');
  return allowed.slice(0, Math.max(at, 0));
}

/** Finds the d100 table an action calls for, under rules of tables: the roll type of the check the Reading chose. */
function findTableDue(
  { playbook }: Needs,
  allowed: readonly AllowedAction[],
): { readonly type: RollType; readonly purpose: string } | null {
  if (playbook.mechanics.resolution.kind !== 'table_d100') return null;
  for (const action of allowed) {
    const declared = playbook.rules.checks.find(({ id }) => id === action.check);
    const type: RollType | undefined = ROLL_TYPES.find((one) => one === declared?.rollType);
    if (type !== undefined) return { type, purpose: describeAction(action) };
  }
  return null;
}

/**
 * Divides actions into those before a move and those on arrival. Their order decides when the move is among them. Otherwise
 * what is possible here is done here, and rest is taken at the destination.
 */
function orderAroundMove(
  allowed: readonly AllowedAction[],
  here: Snapshot,
  isMoving: boolean,
): { readonly first: readonly AllowedAction[]; readonly after: readonly AllowedAction[] } {
  if (!isMoving) return { first: allowed, after: [] };
  const move = allowed.findIndex(({ kind }) => kind === 'move');
  if (move !== -1) return { first: allowed.slice(0, move), after: allowed.slice(move + 1) };
  const isHere = ({ kind, entity }: AllowedAction) =>
    kind !== 'rest' && (entity?.kind !== 'character' || here.scene.presentIds.includes(entity.id));
  return { first: allowed.filter(isHere), after: allowed.filter((action) => !isHere(action)) };
}

function carryOut(
  draft: Needs,
  allowed: readonly AllowedAction[],
  start: Snapshot,
  nextOrdinal: number,
  { recorder }: Uses,
): {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly done: readonly string[];
  readonly blocked: Blocked;
} {
  const acting = { snapshot: start, persona: draft.persona, playbook: draft.playbook };
  const say = chooseSentences(draft);
  const move = findMove(draft, allowed, acting);
  const blocked =
    move === null || move.blocked === null
      ? []
      : [{ action: say('attempt.go', { place: move.name }), reason: move.blocked }];
  const isMoving = move !== null && move.blocked === null && start.combat === null;
  const arrival = isMoving
    ? [
        {
          proposals: [move.proposal],
          done: () => tellJourney(draft, start, move.name, say),
        },
      ]
    : [];
  let snapshot = start;
  let ordinal = nextOrdinal;
  const effects: Effect[] = [];
  const done: string[] = [];
  const carry = (step: CertainAction): void => {
    const { proposals, obstacle } = step;
    if (obstacle !== undefined) {
      blocked.push({ action: step.done(snapshot), reason: obstacle });
      return;
    }
    const applied = applyOperations(snapshot, proposals, {
      ...createEngineApplyContext(draft),
      dice: createDicePosition(draft, ordinal),
    });
    const { effects: made, rejected } = applied;
    recorder.operations({ asker: 'engine', proposals, effects: made, rejected });
    const [refused] = rejected;
    if (refused !== undefined) {
      blocked.push({ action: step.done(snapshot), reason: refused.rejection.reason });
      return;
    }
    snapshot = applied.snapshot;
    ordinal = applied.nextOrdinal;
    effects.push(...applied.effects);
    done.push(step.done(snapshot));
  };
  const carryAll = (actions: readonly AllowedAction[]): void => {
    for (const action of actions)
      for (const step of listCertainActions([action], { ...acting, snapshot }, say)) carry(step);
  };
  const { first, after } = orderAroundMove(allowed, start, isMoving);
  carryAll(first);
  for (const step of arrival) carry(step);
  carryAll(after);
  for (const step of listLevelUp(draft, snapshot, say)) carry(step);
  return { snapshot, effects, done, blocked };
}

/** Tells where the acting persona goes, with the other players' characters here who travel along. */
function tellJourney({ persona, reading }: Needs, start: Snapshot, place: string, say: Say): string {
  const { personas, scene, entities } = start;
  const staying = listStaying(reading, persona.id, start);
  const company = personas
    .filter((id) => id !== persona.id && scene.presentIds.includes(id) && !staying.includes(id))
    .map((id) => entities[id]?.name ?? id)
    .join(', ');
  return company === ''
    ? say('done.goes', { who: persona.name, place })
    : say('done.goes_with', { who: persona.name, place, company });
}

function listRolls(effects: readonly Effect[]): readonly Roll[] {
  return effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []));
}

/** Announces what passing time brings, and separately what only draws near: a warning is no event of this turn. */
function announce(
  { snapshot: before, persona, playbook }: Needs,
  after: Snapshot,
  effects: readonly Effect[],
): readonly string[] {
  const warned = listGivenWarnings(before, after).map(({ deadline }) => deadline);
  const knowers = findWitnessingPersonas(after, persona.id);
  const news = listAnnouncements(effects, knowers).filter(
    (text) => !warned.some(({ description }) => text.startsWith(description)),
  );
  const near = warned
    .filter((deadline) => knowers.every((id) => isKnownToPersona(deadline, id)))
    .map(
      ({ description, dueAt }) =>
        `Draws near, but has not happened: ${description} (${writeDateTime(dueAt, playbook.calendar)})`,
    );
  return [...news, ...near];
}

/** Takes out of what comes to light what others present do not perceive: the narrator says only that something was found. */
function keepPrivate(
  draft: Needs,
  { revealed, done }: Pick<Ruled, 'revealed' | 'done'>,
  snapshot: Snapshot,
  effects: readonly Effect[],
): Pick<Ruled, 'revealed' | 'done' | 'privately'> {
  const { persona } = draft;
  const knowers = findWitnessingPersonas(snapshot, persona.id);
  if (knowers.length === 1) return { revealed, done, privately: [] };
  const own = revealed.filter(({ saidBy }) => saidBy === null);
  const common = listAnnouncements(effects, knowers);
  const announced = listAnnouncements(effects, [persona.id]).filter((text) => !common.includes(text));
  const found = own.length === 0 ? [] : [chooseSentences(draft)('discovery.private', { name: persona.name })];
  return {
    revealed: revealed.filter((one) => !own.includes(one)),
    done: [...done, ...found],
    privately: [...own.map(({ text }) => text), ...announced],
  };
}

function finishRuling(draft: Needs, decided: Decided, { recorder }: Uses): Ruled {
  const { snapshot, effects, minutes, isFight, ...rest } = decided;
  const rolls = [...rest.rolls, ...listRolls(effects)];
  const passed = passTime(draft, snapshot, { minutes, isFight, nextOrdinal: rolls.length }, recorder);
  const settled = settleTurn(draft, closeQuestion(draft, passed.snapshot, recorder), recorder);
  const allEffects = [...effects, ...passed.effects, ...settled.effects].filter(
    ({ type }) => type !== 'rolled',
  );
  const fixed = Math.round(countMinutes(draft.snapshot.time, passed.snapshot.time));
  const told = keepPrivate(draft, rest, settled.snapshot, allEffects);
  const ruled = {
    ...rest,
    ...told,
    // From here on everything is written for the table.
    view: viewAsTable(settled.snapshot, draft),
    rolls: [...rolls, ...listRolls(passed.effects)],
    effects: allEffects,
    resolvedSnapshot: settled.snapshot,
    observations: [],
    done: [...told.done, ...describeChanges(passed.snapshot, settled.snapshot, draft)],
    // Nothing is rolled for after the end.
    tableDue: settled.snapshot.ending === undefined ? rest.tableDue : null,
    // The row is told by itself.
    fallsDue: [
      ...[...draft.worldEvents, ...announce(draft, passed.snapshot, allEffects)].filter(
        (text) =>
          (decided.rolled === null || !text.includes(decided.rolled.outcome)) &&
          decided.resolved?.text.includes(text) !== true,
      ),
      ...describeChanges(snapshot, passed.snapshot, draft),
    ],
    span: {
      fixed,
      most: isFight ? fixed : limitMinutes(draft, passed.snapshot, fixed, isChapterStart(draft)),
    },
  };
  return { ...ruled, protection: protectPersonas({ ...draft, ...ruled }) };
}
