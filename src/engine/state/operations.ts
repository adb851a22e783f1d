import type { z } from 'zod';
import type { Operation } from './operation.ts';
import { progressAgenda, setAgenda } from './operations/agendas.ts';
import {
  askClarification,
  awaitRoll,
  payCosts,
  provoke,
  recordAttempt,
  settleClarification,
  settleRoll,
} from './operations/attempts.ts';
import { addPersona, createPersona, removeCustom, setCalibration, setCustom } from './operations/campaign.ts';
import { startClock, tickClock } from './operations/clocks.ts';
import { advanceCombat, endCombat, joinCombat, leaveCombat, startCombat } from './operations/combat.ts';
import { addCondition, expireConditions, removeCondition } from './operations/conditions.ts';
import { resolveDeadline, setDeadline, warnDeadline } from './operations/deadlines.ts';
import { giveResponse, reachEnding } from './operations/endings.ts';
import { discoverEntity, introduceEntity, retireEntity, updateEntity } from './operations/entities.ts';
import { awardExperience, gainLevel } from './operations/experience.ts';
import { addFact, discoverFact, updateFact } from './operations/facts.ts';
import {
  changeExhaustion,
  dealDamage,
  grantTemporaryHitPoints,
  heal,
  makeDeathSave,
  revive,
  setHitPoints,
  setLife,
  stabilize,
} from './operations/health.ts';
import { changeInventory, introduceItem, transferItem } from './operations/items.ts';
import { changeMeter, changeMoney } from './operations/money-and-meters.ts';
import { connectPlaces, revealExit } from './operations/places.ts';
import { enactLaw, recordEconomy, repealLaw } from './operations/realm.ts';
import { adjustRelation, setRelationship } from './operations/relations.ts';
import { restoreResource, spendResource, takeRest } from './operations/rest-and-resources.ts';
import { append, decrement, increment, remove, set } from './operations/ruleset-state.ts';
import { enterScene, leaveScene, moveParty, setScene } from './operations/scene.ts';
import { addEffect, concentrate, endEffect, setStatBlock, takeShape } from './operations/stat-blocks.ts';
import {
  appendCoreMemory,
  appendSummary,
  logEvent,
  setChoices,
  shareSummaries,
  startChapter,
} from './operations/story.ts';
import { openThread, updateThread, upsertMission } from './operations/threads-and-missions.ts';
import { advanceTime, setTime } from './operations/time.ts';
import { adjustResource, depleteResource, setResource } from './operations/world-resources.ts';

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
  addEffect,
  endEffect,
  takeShape,
  concentrate,
  setStatBlock,
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
  leaveCombat,
  endCombat,
  enactLaw,
  repealLaw,
  recordEconomy,
  logEvent,
  appendCoreMemory,
  appendSummary,
  shareSummaries,
  startChapter,
  setChoices,
  giveResponse,
  reachEnding,
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
  createPersona,
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
