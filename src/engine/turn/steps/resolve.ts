import { isRejection } from '#engine/kit/rejection.ts';
import type { ResolvedOutcome } from '#engine/llm/narrate-input.ts';
import { type CheckedResolution, diceForCheck, outcomeOfCheck } from '#engine/rules/check.ts';
import type { Resolution } from '#engine/rules/resolution.ts';
import { rollLedger } from '#engine/rules/roll-ledger.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { actingPersona } from '../acting-persona.ts';
import { checkCalledFor } from '../check-called-for.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Needs = TurnStart & {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly seed: string;
  readonly sceneIndex: number;
};
type Gives = { readonly resolved: ResolvedOutcome | null; readonly rollsMade: number };

const NOTHING_UNCERTAIN: Gives = { resolved: null, rollsMade: 0 };

/** Rolls the ruleset's dice when what the player does calls for it; the bands decide, and nobody later can. */
export const resolve = defineStep<Needs, Gives, Pick<TurnTools, 'events' | 'recorder'>>({
  name: 'resolve',

  async run({ lease, snapshot, playbook, seed, sceneIndex }, { events, recorder }) {
    const { input, attempt } = lease.turn;
    const { resolution } = playbook.mechanics;
    if (input.kind !== 'story' || !isChecked(resolution)) return NOTHING_UNCERTAIN;
    const stats = numbersIn(actingPersona(snapshot, input).stats);
    const called = checkCalledFor(input.text, resolution, stats);
    if (called === null) return NOTHING_UNCERTAIN;

    const check = { stats, ...(called.stat === null ? {} : { stat: called.stat }) };
    const dice = diceForCheck(resolution, check);
    if (isRejection(dice)) return NOTHING_UNCERTAIN;
    const { expression, ...details } = dice;
    const roll = rollLedger(seed, sceneIndex).roll(expression, called.purpose, details);
    if (isRejection(roll)) throw new Error(`the ruleset's own dice cannot be rolled: ${roll.reason}`);

    recorder.roll(roll);
    const { faces, modifier, total, purpose, line } = roll;
    const outcome = outcomeOfCheck(resolution, total, check);
    events.emit({
      type: 'dice-rolled',
      attempt,
      expression: roll.expression,
      faces: [...faces],
      modifier,
      total,
      purpose,
      result: outcome.name,
      line,
    });
    const text = outcome.kind === 'band' ? outcome.band.meaning : '';
    return {
      resolved: {
        text,
        band: outcome.name,
        degree: outcome.degree,
        rolls: [line],
        costs: [],
        consequences: [],
      },
      rollsMade: 1,
    };
  },
});

function isChecked(resolution: Resolution): resolution is CheckedResolution {
  return resolution.kind !== 'table_d100' && resolution.kind !== 'srd5e';
}

function numbersIn(stats: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stats).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
