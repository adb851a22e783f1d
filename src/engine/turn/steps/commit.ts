import { eventRowFor } from '#engine/live/turn-event.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { defineStep } from '../step.ts';
import { LeaseLostError } from '../turn-failure.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Needs = TurnStart & {
  readonly nextSnapshot: Snapshot;
  readonly narration: string;
  readonly sceneIndex: number;
};
type Gives = { readonly sceneId: string };
type Uses = Pick<TurnTools, 'store' | 'log' | 'events' | 'recorder' | 'clock' | 'newId'>;

/** Writes everything in one short transaction guarded by the current scene, and only then tells anyone. */
export const commit = defineStep<Needs, Gives, Uses>({
  name: 'commit',

  async run({ lease, nextSnapshot, narration, sceneIndex }, { store, log, events, recorder, clock, newId }) {
    await events.flush();
    const at = clock();
    const scene = { id: newId(), snapshot: nextSnapshot, narration };
    const { turn } = lease;
    const body = { type: 'turn-committed', attempt: turn.attempt, sceneId: scene.id, sceneIndex } as const;
    const written = await store.endings.commit(lease, {
      scene,
      recording: { id: newId(), content: recorder.content({ turn }) },
      events: [eventRowFor(turn.id, body, at)],
      at,
    });
    if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
    log.announce(written);
    return { sceneId: scene.id };
  },
});
