import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { addMicroseconds } from '#engine/kit/world-time.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { endTurn, startTurn } from '#engine/rules/srd5e-turn.ts';
import { clampCost } from '#engine/rules/time-costs.ts';
import type { Effect } from '../effect.ts';
import type { CharacterId } from '../ids.ts';
import { type Changed, defineOperation, type OperationContext } from '../operation.ts';
import { noticeAbout } from '../parts/notice-about.ts';
import { atTime } from '../parts/passing-time.ts';
import { withStatBlock } from '../parts/stat-block.ts';
import type { Combat } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** Ends the turn of whoever acts and begins the next one's. After the last a new round begins, six seconds on. */
export const advanceCombat = defineOperation({
  name: 'advance_combat',
  summary: 'Passes the turn in the fight to the next who can still act; a new round costs six seconds.',
  input: z.strictObject({}),

  apply(snapshot, _input, context) {
    const { combat } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight.');
    const next = nextTurn(combat);
    if (next === null) return reject('nobody-left', 'Nobody can act any more; end the fight.');
    const ended = changeBlock(snapshot, combat.combatants[combat.turn]?.id, context, endTurn);
    const clocked =
      next.round === combat.round ? { snapshot: ended, effects: [] } : roundPasses(ended, context);
    if ('rejected' in clocked) return clocked;
    const turned = { ...clocked.snapshot, combat: next };
    const begun = beginTurn(turned, next.combatants[next.turn]?.id, context);
    return { snapshot: begun.snapshot, effects: [...clocked.effects, ...begun.effects] };
  },
});

function nextTurn(combat: Combat): Combat | null {
  const { combatants, turn, round } = combat;
  for (let step = 1; step <= combatants.length; step += 1) {
    const at = (turn + step) % combatants.length;
    if (combatants[at]?.out !== false) continue;
    const wrapped = turn + step >= combatants.length;
    // Surprise ends with the turn that was lost to it.
    const seen = combatants.map((fighter, index) =>
      index === turn ? { ...fighter, surprised: false } : fighter,
    );
    return { ...combat, combatants: seen, turn: at, round: wrapped ? round + 1 : round };
  }
  return null;
}

function roundPasses(snapshot: Snapshot, { rules }: OperationContext): Changed | Rejection {
  const cost = clampCost('combat_round', null, { costs: rules.timeCosts });
  return 'rejected' in cost ? cost : atTime(snapshot, addMicroseconds(snapshot.time, cost.microseconds));
}

function beginTurn(snapshot: Snapshot, id: CharacterId | undefined, context: OperationContext): Changed {
  const effects: Effect[] = [];
  const next = changeBlock(snapshot, id, context, (block) => {
    const started = startTurn(block);
    const character = id === undefined ? undefined : snapshot.entities[id];
    if (started.deathSaveDue && character?.kind === 'character') {
      effects.push(noticeAbout(snapshot, character, `${character.name} must make a death save.`));
    }
    return started.block;
  });
  return { snapshot: next, effects };
}

function changeBlock(
  snapshot: Snapshot,
  id: CharacterId | undefined,
  { rules }: OperationContext,
  change: (block: Srd5eStatBlock) => Srd5eStatBlock,
): Snapshot {
  const character = id === undefined ? undefined : snapshot.entities[id];
  if (!rules.srd5e || character?.kind !== 'character') return snapshot;
  const parsed = Srd5eStatBlock.safeParse(character.stats);
  if (!parsed.success) return snapshot;
  const block = change(parsed.data);
  return block === parsed.data ? snapshot : withStatBlock(snapshot, character, block);
}
