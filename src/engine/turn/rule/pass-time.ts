import { minutesBetween } from '#engine/kit/world-time.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { broughtByTime } from '../brought-by-time.ts';
import type { TurnContext } from '../context.ts';
import type { Recorder } from '../recorder.ts';
import { diceFrom, ruledBy } from '../ruled-by.ts';
import { advanceBy } from './time-span.ts';

export type PassedTime = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  /** Minutes since the turn began. */
  readonly elapsed: number;
};

/**
 * Lets the rest of a turn's minutes pass and applies what falls due in all of them: deadlines, agendas, resources, conditions.
 * `snapshot` may already stand later than the turn began, by a way or a rest.
 */
export function passTime(
  context: TurnContext,
  snapshot: Snapshot,
  { minutes, nextOrdinal }: { readonly minutes: number; readonly nextOrdinal: number },
  recorder: Pick<Recorder, 'operations'>,
): PassedTime {
  const gone = minutesBetween(context.snapshot.time, snapshot.time);
  const engine = { ...ruledBy(context), dice: diceFrom(context, nextOrdinal) };
  const isLate = gone < minutes || gone === 0;
  const advanced = isLate
    ? applyOperations(snapshot, [advanceBy(minutes - gone)], engine)
    : { snapshot, effects: [], rejected: [], nextOrdinal };
  const brought = broughtByTime(context.snapshot, advanced.snapshot, context.playbook);
  const applied = applyOperations(advanced.snapshot, brought.operations, {
    ...engine,
    dice: diceFrom(context, advanced.nextOrdinal),
  });
  if (brought.operations.length > 0) {
    recorder.operations({ asker: 'engine', effects: applied.effects, rejected: applied.rejected });
  }
  return {
    snapshot: applied.snapshot,
    effects: [...advanced.effects, ...applied.effects, ...brought.notices],
    elapsed: minutesBetween(context.snapshot.time, applied.snapshot.time),
  };
}

/** Lists what players are told of effects: notices meant for them, and what the chronicle keeps in plain sight. */
export function listAnnouncements(effects: readonly Effect[], personaId: string): readonly string[] {
  const texts = effects.flatMap((effect) => {
    if (effect.type === 'notice') {
      const isMeant =
        effect.audience === 'player' && (effect.personaIds?.some((id) => id === personaId) ?? true);
      return isMeant ? [effect.text] : [];
    }
    if (effect.type !== 'chronicle-entry') return [];
    const { visibility, knownTo, summary } = effect.entry;
    return visibility === 'public' || knownTo.some((id) => id === personaId) ? [summary] : [];
  });
  // What the chronicle keeps is often part of the notice.
  return [...new Set(texts)].filter(
    (text, _index, all) => !all.some((other) => other !== text && other.includes(text)),
  );
}
