import type { ResolvedOutcome } from '#engine/llm/narrate-input.ts';
import { rollLedger } from '#engine/rules/roll-ledger.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Interpreted, Moment, Planned, Resolved, Routed, Validated } from '../draft.ts';
import { reveal } from '../reveal.ts';
import { rolledEvent } from '../rolled-event.ts';
import { ruledBy } from '../ruled-by.ts';
import { degreeOf } from './degree-of.ts';
import { diceOf } from './dice-of.ts';
import { type Ruling, type RulingTools, rulingOf } from './ruling-of.ts';

type Needs = Moment & Routed & Interpreted & Validated & Planned;

/**
 * Resolves by rules that are read: the model says which checks the rules ask for, the engine rolls them with the numbers of the
 * stat block, and the model says what they come to. The loop is bounded; what was rolled stays rolled.
 */
export async function byModel(draft: Needs, tools: RulingTools): Promise<Resolved> {
  const { seed, sceneIndex, playbook, lease } = draft;
  const ledger = rollLedger(seed, sceneIndex);
  let ruling: Ruling = await rulingOf(draft, [], tools);
  const most = playbook.mechanics.checks_per_turn;
  for (let asked = 0; ruling.dice.length > 0 && ledger.rolls().length < most && asked < most; asked += 1) {
    for (const request of ruling.dice.slice(0, most - ledger.rolls().length)) {
      const roll = diceOf(draft, request, ledger);
      tools.recorder.roll(roll);
      tools.events.emit(rolledEvent(lease.turn.attempt, roll, roll.result ?? ''));
    }
    ruling = await rulingOf(draft, ledger.rolls(), tools);
  }
  const rolls = ledger.rolls();
  const ruled = applyOperations(draft.snapshot, ruling.operations, {
    ...ruledBy(draft),
    asker: 'model',
    dice: { seed, nextOrdinal: rolls.length },
  });
  tools.recorder.operations({ asker: 'model', effects: ruled.effects, rejected: ruled.rejected });
  const degree = degreeOf(rolls);
  const found = reveal(
    ruled.snapshot,
    degree === 'failure' ? { ...draft, discoveries: [] } : draft,
    tools.recorder,
  );
  const effects = [...ruled.effects, ...found.effects];
  const thrown = effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []));
  for (const roll of thrown) tools.events.emit(rolledEvent(lease.turn.attempt, roll, roll.result ?? ''));
  const all = [...rolls, ...thrown];
  return {
    standing: found.standing,
    resolved: ruling.text === '' && all.length === 0 ? null : outcomeOf(ruling, all, degree),
    rolled: null,
    rolls: all,
    effects: effects.filter(({ type }) => type !== 'rolled'),
    observations: ruling.observations,
    revealed: found.revealed,
  };
}

function outcomeOf(
  { text }: Ruling,
  rolls: readonly { readonly line: string; readonly result?: string }[],
  degree: ResolvedOutcome['degree'],
): ResolvedOutcome {
  return {
    text,
    band: rolls.at(-1)?.result ?? null,
    degree,
    rolls: rolls.map(({ line }) => line),
    costs: [],
    consequences: [],
  };
}
