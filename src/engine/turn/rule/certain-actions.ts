import type { Reading } from '#engine/contracts/reading.ts';
import type { Say } from '#engine/language/languages.ts';
import { countRemaining } from '#engine/srd5e/resources.ts';
import { chooseHitDice } from '#engine/srd5e/rests.ts';
import { parseStatBlock } from '#engine/srd5e/stat-block.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { findPurse, readMoney } from '#engine/state/meters.ts';
import type { Character } from '#engine/state/record.ts';
import { findRoute } from '#engine/state/routes.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import { buildStatBlock } from './srd-sides.ts';
import {
  type AllowedAction,
  findMoneyShortage,
  isLyingHere,
  listGivenConsumables,
} from './validate-actions.ts';

/** Operations the rules carry out by themselves, all or none, and the sentence that tells of it once they were applied. */
export type CertainAction = {
  readonly proposals: readonly object[];
  readonly done: (after: Snapshot) => string;
  /** Tells a player why it was refused; the operation's own words when absent. */
  readonly refused?: (rejection: Rejection) => string;
  /** Why it cannot be done after the actions before it; absent where it can. */
  readonly obstacle?: string;
};

type Acting = Pick<TurnContext, 'snapshot' | 'persona' | 'playbook'>;
type Means = { readonly say: Say; readonly rules: StateRules };
type Giving = Means & { readonly playbook: Acting['playbook'] };

/**
 * Lists what is structured and certain in a Reading: things taken, dropped or given away, money paid, and rest. Actions with
 * a check are not certain. Taking what a character holds is not either: the story says whether they let go.
 */
export function listCertainActions(
  actions: readonly AllowedAction[],
  { snapshot, persona, playbook }: Acting,
  say: Say,
): readonly CertainAction[] {
  return actions
    .filter(({ check }) => check === '')
    .flatMap((action) =>
      toCertainActions(action, snapshot, persona, { say, rules: playbook.rules, playbook }),
    );
}

function toCertainActions(
  action: AllowedAction,
  snapshot: Snapshot,
  persona: Acting['persona'],
  means: Giving,
): readonly CertainAction[] {
  const { say } = means;
  switch (action.kind) {
    case 'take':
      return takeThing(action, snapshot, persona, say);
    case 'drop':
      return dropThing(action, snapshot, persona, say);
    case 'give':
      return [
        ...giveThings(action, snapshot, persona, say),
        ...giveConsumables(action, snapshot, persona, means),
        ...payMoney(action, { snapshot, persona }, means),
      ];
    case 'rest':
      return rest(action, snapshot, persona, say);
    default:
      return [];
  }
}

function takeThing(
  { entity, quantity }: AllowedAction,
  snapshot: Snapshot,
  persona: Character,
  say: Say,
): readonly CertainAction[] {
  if (entity?.kind !== 'item' || !entity.portable || !isLyingHere(snapshot, entity)) return [];
  const { placeId } = snapshot.scene;
  const inPlace = placeId === null ? undefined : snapshot.inventory[placeId]?.[entity.id];
  const proposal =
    inPlace === undefined
      ? { op: 'change_inventory', ownerId: persona.id, itemId: entity.id, by: 1 }
      : { op: 'transfer_item', fromId: placeId, toId: persona.id, itemId: entity.id, quantity };
  const thing = countName(entity.name, quantity);
  return [{ proposals: [proposal], done: () => say('done.takes', { who: persona.name, thing }) }];
}

/** Writes a name with its quantity, when there are several. */
function countName(name: string, quantity: number): string {
  return quantity === 1 ? name : `${name} (${quantity})`;
}

function dropThing(
  { entity, quantity }: AllowedAction,
  snapshot: Snapshot,
  persona: Acting['persona'],
  say: Say,
): readonly CertainAction[] {
  if (entity?.kind !== 'item' || snapshot.inventory[persona.id]?.[entity.id] === undefined) return [];
  const { placeId } = snapshot.scene;
  const held = snapshot.inventory[persona.id]?.[entity.id]?.quantity ?? 0;
  // Some of several lie in the place's inventory; the last one lies there by its own record.
  const proposal =
    placeId === null || quantity === held
      ? { op: 'change_inventory', ownerId: persona.id, itemId: entity.id, by: -quantity }
      : { op: 'transfer_item', fromId: persona.id, toId: placeId, itemId: entity.id, quantity };
  const thing = countName(entity.name, quantity);
  return [{ proposals: [proposal], done: () => say('done.puts_down', { who: persona.name, thing }) }];
}

function giveThings(
  action: AllowedAction,
  snapshot: Snapshot,
  persona: Acting['persona'],
  say: Say,
): readonly CertainAction[] {
  const { entity } = action;
  if (entity?.kind !== 'character' || entity.status !== 'conscious') return [];
  const { quantity } = action;
  return action.items.flatMap((itemId) => {
    // Names were resolved to ids before.
    const item = snapshot.entities[itemId as keyof Snapshot['entities']];
    if (item?.kind !== 'item' || snapshot.inventory[persona.id]?.[item.id] === undefined) return [];
    return {
      proposals: [{ op: 'transfer_item', fromId: persona.id, toId: entity.id, itemId: item.id, quantity }],
      done: (after: Snapshot) => {
        const left = after.inventory[persona.id]?.[item.id]?.quantity ?? 0;
        const given = { who: persona.name, thing: countName(item.name, quantity), whom: entity.name };
        return left === 0 ? say('done.gives', given) : say('done.gives_some', { ...given, left });
      },
    };
  });
}

/**
 * Lists what goes from sheet to sheet: potions, arrows and the like. One without a stat block gets the usual one with it.
 * Those who are not conscious take nothing in hand; what heals them is administered by the rules.
 */
function giveConsumables(
  action: AllowedAction,
  snapshot: Snapshot,
  persona: Acting['persona'],
  { say, rules, playbook }: Giving,
): readonly CertainAction[] {
  const { entity, quantity } = action;
  if (entity?.kind !== 'character' || entity.status !== 'conscious' || entity.id === persona.id) return [];
  return listGivenConsumables(action, persona, { snapshot, rules }).map(({ key }) => {
    const resource = { kind: 'consumable', name: key } as const;
    const receiver = snapshot.entities[entity.id];
    const body = receiver?.kind === 'character' ? listMissingBody(playbook, receiver) : [];
    return {
      proposals: [
        { op: 'spend_resource', characterId: persona.id, resource, amount: quantity },
        ...body,
        { op: 'restore_resource', characterId: entity.id, resource, amount: quantity },
      ],
      done: ({ entities }: Snapshot) => {
        const giver = entities[persona.id];
        const block = giver?.kind === 'character' ? parseStatBlock(giver.stats).data : undefined;
        const left = block === undefined ? 0 : (countRemaining(block, resource) ?? 0);
        const thing = countName(key.replaceAll('_', ' '), quantity);
        const given = { who: persona.name, thing, whom: entity.name };
        return left === 0 ? say('done.gives', given) : say('done.gives_some', { ...given, left });
      },
    };
  });
}

/** Lists the operation that gives a character the usual stat block; none where it has one. */
function listMissingBody(playbook: Acting['playbook'], character: Character): readonly object[] {
  const stats = parseStatBlock(character.stats).success ? null : buildStatBlock(playbook, character);
  return stats === null ? [] : [{ op: 'set_stat_block', characterId: character.id, stats }];
}

/** Lists the payment from sheet to sheet, or out of the story's purse; people whose sheet keeps no money take it uncounted. */
function payMoney(
  { entity, pays }: AllowedAction,
  { snapshot, persona }: Pick<Acting, 'snapshot' | 'persona'>,
  { say, rules }: Means,
): readonly CertainAction[] {
  if (pays === 0 || entity?.kind !== 'character') return [];
  const purse = findPurse(snapshot, rules);
  if (purse !== null) {
    const paid = say('done.pays_from', {
      who: persona.name,
      whom: entity.name,
      amount: pays,
      purse: purse.name,
    });
    // What was enough when the turn began may have been paid out by an action before.
    const obstacle = findMoneyShortage(pays, { snapshot, persona, rules, say });
    const payment = { proposals: [purse.pay(pays, paid)], done: () => paid };
    return [obstacle === null ? payment : { ...payment, obstacle }];
  }
  const money = readMoney(persona, rules);
  if (money === null) return [];
  return [
    {
      proposals: [{ op: 'change_money', characterId: persona.id, by: -pays, fromId: entity.id }],
      done: (after) => {
        const payer = after.entities[persona.id];
        const left = payer?.kind === 'character' ? (readMoney(payer, rules)?.amount ?? 0) : 0;
        const paid = { who: persona.name, whom: entity.name, amount: `${pays} ${money.name}` };
        return say('done.pays', { ...paid, left });
      },
    },
  ];
}

const LONG_REST_MINUTES = 240;

function rest(
  { minutes }: AllowedAction,
  snapshot: Snapshot,
  persona: Acting['persona'],
  say: Say,
): readonly CertainAction[] {
  if (snapshot.combat !== null) return [];
  const kind = minutes >= LONG_REST_MINUTES || minutes === 0 ? 'long' : 'short';
  const resters = snapshot.scene.presentIds.flatMap((id) => {
    const one = snapshot.entities[id];
    if (one?.kind !== 'character' || one.status === 'dead') return [];
    const isOfParty = one.side === 'party' || snapshot.personas.includes(one.id);
    return isOfParty ? [toRester(one, kind)] : [];
  });
  return [
    {
      proposals: [
        {
          op: 'take_rest',
          kind,
          resters: resters.length === 0 ? [{ characterId: persona.id }] : resters,
        },
      ],
      done: () => say(kind === 'long' ? 'done.long_rest' : 'done.short_rest', { who: persona.name }),
      refused: ({ rejected, reason }) => {
        if (rejected !== 'no-rest-here') return reason;
        return say(kind === 'long' ? 'refused.no_long_rest' : 'refused.no_short_rest');
      },
    },
  ];
}

/** Lets a character rest; in a short rest one who is hurt spends hit dice, where its sheet has them. */
function toRester({ id, stats }: Character, kind: 'long' | 'short'): object {
  const block = kind === 'short' && 'hit_points' in stats ? parseStatBlock(stats).data : undefined;
  return block === undefined ? { characterId: id } : { characterId: id, spend: chooseHitDice(block) };
}

/**
 * Finds the way the Reading sets out on: an operation when the place is known and the way open; null when the persona stays.
 */
export function findMove(
  { reading }: Pick<ReadingResult, 'reading'>,
  actions: readonly AllowedAction[],
  { snapshot, persona }: Acting,
): { readonly proposal: object; readonly blocked: string | null; readonly name: string } | null {
  const wanted = reading.moves_to || findStepTarget(actions, snapshot);
  // Names were resolved to ids before; following a character leads to where they are.
  const target = snapshot.entities[wanted as keyof Snapshot['entities']];
  const placeId =
    target?.kind === 'location' ? target.id : target?.kind === 'character' ? target.placeId : null;
  const place = placeId === null || placeId === undefined ? undefined : snapshot.entities[placeId];
  if (place?.kind !== 'location' || place.id === snapshot.scene.placeId) return null;
  if (!snapshot.scene.presentIds.includes(persona.id)) return null;
  const route =
    snapshot.scene.placeId === null ? null : findRoute(snapshot, snapshot.scene.placeId, place.id);
  const companionIds = reading.company.filter((id) => {
    const one = snapshot.entities[id as keyof Snapshot['entities']];
    return one?.kind === 'character' && one.status !== 'dead' && snapshot.scene.presentIds.includes(one.id);
  });
  const stayingIds = listStaying(reading, persona.id, snapshot);
  return {
    proposal: {
      op: 'move_party',
      placeId: place.id,
      companionIds,
      ...(stayingIds.length === 0 ? {} : { stayingIds }),
    },
    blocked: route === null || route.open ? null : route.reason,
    name: place.name,
  };
}

/** Lists those of the party here who stay behind when the persona goes alone, or with named company only. */
export function listStaying(
  { alone, company }: Pick<Reading, 'alone' | 'company'>,
  personaId: CharacterId,
  { scene, entities, personas }: Snapshot,
): readonly CharacterId[] {
  if (!alone) return [];
  return scene.presentIds.flatMap((id) => {
    const one = entities[id];
    if (one?.kind !== 'character' || one.id === personaId || company.includes(id)) return [];
    return one.side === 'party' || personas.includes(one.id) ? [one.id] : [];
  });
}

/**
 * Finds the target of a move that names no destination: only a place one way off, or a person. A loose name never starts a
 * journey.
 */
function findStepTarget(actions: readonly AllowedAction[], { scene, entities }: Snapshot): string {
  const entity = actions.find(({ kind }) => kind === 'move')?.entity ?? null;
  if (entity?.kind === 'character') return entity.id;
  const here = scene.placeId === null ? undefined : entities[scene.placeId];
  const isNext = here?.kind === 'location' && here.exits?.some(({ to }) => to === entity?.id) === true;
  return entity !== null && isNext ? entity.id : '';
}
