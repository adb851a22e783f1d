import type { ResolvedOutcome } from '#engine/llm/narrate-input.ts';
import type { CheckedResolution } from '#engine/rules/check.ts';
import { rollLedger } from '#engine/rules/roll-ledger.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Interpreted, Moment, Planned, Resolved, Routed, Validated } from '../draft.ts';
import { latestMoment } from '../latest-moment.ts';
import { personaHoldOf } from '../persona-hold-of.ts';
import { reveal } from '../reveal.ts';
import { rolledEvent } from '../rolled-event.ts';
import { diceFrom, ruledBy } from '../ruled-by.ts';
import { Suspended } from '../suspended.ts';
import { afterCheck } from './after-check.ts';
import { type BandCheck, type CheckAsked, checkAsked } from './band-check.ts';
import { rollGiven } from './roll-given.ts';
import { type Ruling, type RulingTools, rulingOf } from './ruling-of.ts';
import { tableOf } from './table-of.ts';

type Needs = Moment & Routed & Interpreted & Validated & Planned;

/** Resolves by declared dice and bands: at most one check, whose band nobody can talk away. */
export async function byBands(
  draft: Needs,
  resolution: CheckedResolution,
  tools: RulingTools,
): Promise<Resolved | Suspended> {
  const asked = checkAsked(draft, resolution);
  if (asked === null) {
    return {
      ...reveal(draft.snapshot, draft, tools.recorder),
      resolved: null,
      rolled: null,
      rolls: [],
      observations: [],
    };
  }
  const answer = rollGiven(draft.lease.turn);
  const waits = draft.playbook.mechanics.player_dice === 'asked' && answer === null;
  if (waits) return awaiting(asked, resolution);

  const ledger = rollLedger(draft.seed, draft);
  const made = asked.make(ledger, answer?.faces ?? null);
  tools.recorder.roll(made.roll);
  tools.events.emit(rolledEvent(draft.lease.turn.attempt, made.roll, made.outcome.name));
  return settled(draft, made, await rulingOf(draft, [made.roll], tools), tools);
}

function awaiting({ expression, modifier, purpose }: CheckAsked, resolution: CheckedResolution): Suspended {
  const rows = tableOf(resolution, modifier);
  return new Suspended({ kind: 'roll', purpose, expression, rows, kept: {} });
}

/** Costs and consequences first, then what the rules add in words, then what the attempt has brought to light. */
function settled(draft: Needs, { roll, outcome }: BandCheck, ruling: Ruling, tools: RulingTools): Resolved {
  const aftermath = afterCheck(draft, outcome.degree);
  const paid = applyOperations(draft.snapshot, aftermath.operations, {
    ...ruledBy(draft),
    dice: diceFrom(draft, 1),
  });
  const hold = personaHoldOf({
    ...draft,
    standing: paid.snapshot,
    resolved: outcome,
    rolled: null,
    rolls: [roll],
    effects: paid.effects,
  });
  const ruled = applyOperations(paid.snapshot, ruling.operations, {
    ...ruledBy(draft),
    asker: 'model',
    hold,
    latest: latestMoment(draft, null),
    dice: diceFrom(draft, paid.nextOrdinal),
  });
  for (const { effects, rejected } of [paid, ruled]) tools.recorder.operations({ effects, rejected });
  const isFound = outcome.degree !== 'failure';
  const found = reveal(ruled.snapshot, isFound ? draft : { ...draft, discoveries: [] }, tools.recorder);
  const effects = [...paid.effects, ...ruled.effects, ...found.effects];
  const bound = effects.flatMap((effect) => (effect.type === 'consequence-bound' ? [effect.text] : []));
  const resolved: ResolvedOutcome = {
    text: ruling.text === '' && outcome.kind === 'band' ? outcome.band.meaning : ruling.text,
    band: outcome.name,
    degree: outcome.degree,
    rolls: [roll.line],
    costs: [...aftermath.costs],
    consequences: [...new Set([...aftermath.consequences, ...bound])],
  };
  return {
    standing: found.standing,
    resolved,
    rolled: null,
    rolls: [roll, ...effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    effects: effects.filter(({ type }) => type !== 'rolled'),
    observations: ruling.observations,
    revealed: found.revealed,
    revealedBy: found.revealedBy,
  };
}
