import { expect } from 'vitest';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { RecordInput } from '#engine/contracts/outcome.ts';
import { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import type { Languages } from '#engine/language/languages.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { openEngine } from './engine.ts';
import { type NarrationParts, toNarrationText } from './plain/narration-text.ts';
import type { OutcomeDraft } from './plain/reply.ts';
import type { ReadingDraft } from './plain/shared-readings.ts';
import { inTurn, type StepScript, scriptedSteps } from './step-script.ts';
import { played, sitDownAt } from './waiting-table.ts';

/** What the models of one turn answer. Whatever is left out is the plain answer. */
export type Scripted = {
  readonly reading?: ReadingDraft | ((input: ReadInput) => ReadingDraft);
  readonly prose?: string;
  readonly parts?: Omit<NarrationParts, 'prose'>;
  readonly record?: OutcomeDraft;
};

export type ScriptedTurn = {
  readonly turn: TurnRecord;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** What the steps of this turn were asked with; null when they were not asked. */
  readonly read: ReadInput | null;
  readonly narrate: NarrateInput | null;
  readonly record: RecordInput | null;
  readonly narration: string;
  /** The recording of the attempt, as one text. */
  readonly recording: string;
};

/** Reads the player's words as meeting a listed trigger. */
export function meets(when: string, quote: string): (input: ReadInput) => ReadingDraft {
  return ({ triggers }) => {
    const id = triggers.find((trigger) => trigger.when === when)?.id;
    return { triggers: id === undefined ? [] : [{ id, quote }] };
  };
}

/** A table at which single turns are played with scripted models. */
export async function openScriptedTable(
  entryPointId: string,
  writePacks?: (folder: string) => void,
  languages?: Languages,
  personaIds?: readonly string[],
  promptTokens?: number,
) {
  const script: StepScript = new Map();
  const holds = new Map<string, () => Promise<void>>();
  const scripted = scriptedSteps(script);
  const engine = await openEngine({
    provider: {
      ...scripted,
      async *stream(request) {
        await holds.get(request.step)?.();
        yield* scripted.stream(request);
      },
    },
    ...(writePacks === undefined ? {} : { writePacks }),
    ...(languages === undefined ? {} : { languages }),
    ...(promptTokens === undefined ? {} : { promptTokens }),
  });
  let sessionId = await sitDownAt(engine, entryPointId, personaIds);
  let actions = 0;

  const world = async (): Promise<Snapshot> =>
    engine.snapshots.of((await engine.store.sessions.find(sessionId))?.currentSceneId ?? '');
  const lastInput = (from: number, step: string): unknown =>
    engine.asked.slice(from).findLast((request) => request.step === step)?.input ?? null;

  const play = async (input: TurnInput, answers: Scripted = {}, actionId = `a${++actions}`) => {
    const { reading, prose = 'The rain falls on the quay, and a bell rings.', parts, record } = answers;
    if (reading !== undefined)
      script.set('read', (request) => ({
        say: JSON.stringify(
          typeof reading === 'function' ? reading(ReadInput.parse(request.input)) : reading,
        ),
      }));
    if (answers.prose !== undefined || parts !== undefined || record !== undefined)
      script.set(
        'narrate',
        inTurn({
          say: toNarrationText({ prose, ...parts }),
          ...(record === undefined ? {} : { record }),
        }),
      );
    const [from, before] = [engine.asked.length, await world()];
    const turn = await played(engine, sessionId, actionId, input);
    script.delete('read');
    script.delete('narrate');
    const [read, narrate, recorded] = ['read', 'narrate', 'record'].map((step) => lastInput(from, step));
    const result: ScriptedTurn = {
      turn,
      before,
      after: await world(),
      read: read === null ? null : ReadInput.parse(read),
      narrate: narrate === null ? null : NarrateInput.parse(narrate),
      record: recorded === null ? null : RecordInput.parse(recorded),
      narration:
        turn.sceneId === null ? '' : ((await engine.store.scenes.find(turn.sceneId))?.narration ?? ''),
      recording: JSON.stringify(await engine.store.turns.recording(turn.id, turn.attempt)),
    };
    return result;
  };

  return {
    engine,
    script,
    world,
    play,
    sessionId: () => sessionId,
    /** Awaits this before a step is answered. */
    hold: (step: string, wait: (() => Promise<void>) | null): void => {
      if (wait === null) holds.delete(step);
      else holds.set(step, wait);
    },
    /** Begins the story anew. */
    restart: async (at = entryPointId): Promise<void> => {
      script.clear();
      sessionId = await sitDownAt(engine, at, personaIds);
    },
    /** Plays the player's words; the turn must be committed. */
    say: async (words: string, answers: Scripted = {}): Promise<ScriptedTurn> => {
      const told = await play(createStoryInput(words), answers);
      expect(told.turn, JSON.stringify(told.turn.failure)).toMatchObject({ status: 'committed' });
      return told;
    },
    /** Changes the world by hand. */
    change: async (...proposals: readonly { readonly [field: string]: Json }[]): Promise<Snapshot> => {
      const { turn, after } = await play({ kind: 'operations', asker: 'god', proposals });
      expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
      return after;
    },
    events: async (turnId: string) =>
      (await engine.store.events.after(sessionId, 0, 100_000)).filter((event) => event.turnId === turnId),
  };
}

export type ScriptedTable = Awaited<ReturnType<typeof openScriptedTable>>;
