import type { z } from 'zod';
import type { Operation } from './operation.ts';
import { addCondition } from './operations/add-condition.ts';
import { addFact } from './operations/add-fact.ts';
import { addPersona } from './operations/add-persona.ts';
import { adjustRelation } from './operations/adjust-relation.ts';
import { adjustResource } from './operations/adjust-resource.ts';
import { advanceCombat } from './operations/advance-combat.ts';
import { advanceTime } from './operations/advance-time.ts';
import { append } from './operations/append.ts';
import { appendCoreMemory } from './operations/append-core-memory.ts';
import { appendSummary } from './operations/append-summary.ts';
import { askClarification } from './operations/ask-clarification.ts';
import { awaitRoll } from './operations/await-roll.ts';
import { awardExperience } from './operations/award-experience.ts';
import { changeExhaustion } from './operations/change-exhaustion.ts';
import { changeInventory } from './operations/change-inventory.ts';
import { changeMeter } from './operations/change-meter.ts';
import { changeMoney } from './operations/change-money.ts';
import { connectPlaces } from './operations/connect-places.ts';
import { dealDamage } from './operations/deal-damage.ts';
import { decrement } from './operations/decrement.ts';
import { depleteResource } from './operations/deplete-resource.ts';
import { discoverEntity } from './operations/discover-entity.ts';
import { discoverFact } from './operations/discover-fact.ts';
import { enactLaw } from './operations/enact-law.ts';
import { endCombat } from './operations/end-combat.ts';
import { enterScene } from './operations/enter-scene.ts';
import { expireConditions } from './operations/expire-conditions.ts';
import { gainLevel } from './operations/gain-level.ts';
import { grantTemporaryHitPoints } from './operations/grant-temporary-hit-points.ts';
import { heal } from './operations/heal.ts';
import { increment } from './operations/increment.ts';
import { introduceEntity } from './operations/introduce-entity.ts';
import { introduceItem } from './operations/introduce-item.ts';
import { joinCombat } from './operations/join-combat.ts';
import { leaveScene } from './operations/leave-scene.ts';
import { logEvent } from './operations/log-event.ts';
import { makeDeathSave } from './operations/make-death-save.ts';
import { moveParty } from './operations/move-party.ts';
import { openThread } from './operations/open-thread.ts';
import { payCosts } from './operations/pay-costs.ts';
import { progressAgenda } from './operations/progress-agenda.ts';
import { provoke } from './operations/provoke.ts';
import { recordAttempt } from './operations/record-attempt.ts';
import { recordEconomy } from './operations/record-economy.ts';
import { remove } from './operations/remove.ts';
import { removeCondition } from './operations/remove-condition.ts';
import { removeCustom } from './operations/remove-custom.ts';
import { repealLaw } from './operations/repeal-law.ts';
import { resolveDeadline } from './operations/resolve-deadline.ts';
import { restoreResource } from './operations/restore-resource.ts';
import { retireEntity } from './operations/retire-entity.ts';
import { revealExit } from './operations/reveal-exit.ts';
import { revive } from './operations/revive.ts';
import { set } from './operations/set.ts';
import { setAgenda } from './operations/set-agenda.ts';
import { setCalibration } from './operations/set-calibration.ts';
import { setChoices } from './operations/set-choices.ts';
import { setCustom } from './operations/set-custom.ts';
import { setDeadline } from './operations/set-deadline.ts';
import { setHitPoints } from './operations/set-hit-points.ts';
import { setLife } from './operations/set-life.ts';
import { setRelationship } from './operations/set-relationship.ts';
import { setResource } from './operations/set-resource.ts';
import { setScene } from './operations/set-scene.ts';
import { setTime } from './operations/set-time.ts';
import { settleClarification } from './operations/settle-clarification.ts';
import { settleRoll } from './operations/settle-roll.ts';
import { spendResource } from './operations/spend-resource.ts';
import { stabilize } from './operations/stabilize.ts';
import { startChapter } from './operations/start-chapter.ts';
import { startClock } from './operations/start-clock.ts';
import { startCombat } from './operations/start-combat.ts';
import { takeRest } from './operations/take-rest.ts';
import { tickClock } from './operations/tick-clock.ts';
import { transferItem } from './operations/transfer-item.ts';
import { updateEntity } from './operations/update-entity.ts';
import { updateFact } from './operations/update-fact.ts';
import { updateThread } from './operations/update-thread.ts';
import { upsertMission } from './operations/upsert-mission.ts';
import { warnDeadline } from './operations/warn-deadline.ts';

/** Every way the world can change, in the order in which it is documented. The list is closed. */
export const OPERATIONS = [
  set,
  increment,
  decrement,
  append,
  remove,
  advanceTime,
  setTime,
  moveParty,
  enterScene,
  leaveScene,
  setScene,
  connectPlaces,
  revealExit,
  introduceEntity,
  introduceItem,
  updateEntity,
  retireEntity,
  discoverEntity,
  addFact,
  updateFact,
  discoverFact,
  changeInventory,
  transferItem,
  changeMoney,
  changeMeter,
  adjustRelation,
  setRelationship,
  openThread,
  updateThread,
  startClock,
  tickClock,
  upsertMission,
  setDeadline,
  warnDeadline,
  resolveDeadline,
  setAgenda,
  progressAgenda,
  setResource,
  adjustResource,
  depleteResource,
  addCondition,
  removeCondition,
  expireConditions,
  setLife,
  setHitPoints,
  dealDamage,
  heal,
  grantTemporaryHitPoints,
  makeDeathSave,
  stabilize,
  revive,
  changeExhaustion,
  spendResource,
  restoreResource,
  takeRest,
  awardExperience,
  gainLevel,
  startCombat,
  joinCombat,
  advanceCombat,
  endCombat,
  enactLaw,
  repealLaw,
  recordEconomy,
  logEvent,
  appendCoreMemory,
  appendSummary,
  startChapter,
  setChoices,
  awaitRoll,
  settleRoll,
  askClarification,
  settleClarification,
  recordAttempt,
  payCosts,
  provoke,
  setCustom,
  removeCustom,
  setCalibration,
  addPersona,
] as const satisfies readonly Operation[];

type Listed = (typeof OPERATIONS)[number];

export type OperationName = Listed['name'];

/**
 * A proposed change, the one shape in which models, packs and the API write it: the operation's name in
 * `op`, its input beside it. `{ op: 'advance_time', minutes: 5 }`
 */
export type Proposal = {
  [Name in OperationName]: { readonly op: Name } & z.input<Extract<Listed, { readonly name: Name }>['input']>;
}[OperationName];

export const OPERATION_NAMES: readonly OperationName[] = OPERATIONS.map(({ name }) => name);

const byName: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [operation.name, operation]),
);

export function findOperation(name: string): Operation | null {
  return byName.get(name) ?? null;
}
