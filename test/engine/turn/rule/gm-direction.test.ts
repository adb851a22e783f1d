import { afterEach, describe, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { askingQuay } from '../../../support/asking-packs.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { createPlainProvider } from '../../../support/plain-provider.ts';
import { played, sitDownAt } from '../../../support/waiting-table.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
afterEach(() => engine.close());

async function open(pipeline: string): Promise<void> {
  const resolution = 'resolution: { kind: banded, stats: [nerve, wits] }';
  const table = 'resolution: { kind: table_d100, roll_types: [persuasion, chaos, battle] }';
  engine = await openEngine({
    writePacks: askingQuay(pipeline, pipeline === 'duet' ? table : resolution),
    provider: createPlainProvider({
      narrate: ({ input }) =>
        Object(input).direction?.type === 'time_skip'
          ? { prose: 'Two days later the fog has gone.', record: { minutes: 2 * 24 * 60 } }
          : undefined,
    }),
  });
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
}

const direct = (instructionType: string, text: string) =>
  played(engine, sessionId, text, { kind: 'instruction', instructionType, text });

/** How the last telling was asked for. */
function asked() {
  const request = engine.asked.findLast(({ step }) => step === 'narrate');
  return {
    callType: Object(request?.input).callType,
    maxTokens: request?.maxTokens ?? 0,
    message: JSON.stringify(request?.messages.at(-1)),
  };
}

async function world() {
  const session = await engine.store.sessions.find(sessionId);
  return engine.snapshots.of(session?.currentSceneId ?? '');
}

describe.each(['full', 'ensemble', 'duet'])('what a game master asks for, in the %s pipeline', (pipeline) => {
  it('reaches the narrator in the words it was asked for, and is told', async () => {
    await open(pipeline);
    const turn = await direct('scene_direction', 'The lamp on the mole goes out.');
    expect(turn).toMatchObject({ status: 'committed' });
    expect(asked().message).toContain('The lamp on the mole goes out.');
    expect(asked().message).toContain('No player has acted');
    expect(asked().callType).toBe('narrative');
    const scene = await engine.store.scenes.find(turn.sceneId ?? '');
    expect(scene?.narration).toContain('The lamp on the mole goes out.');

    await played(engine, sessionId, 'w', createStoryInput('I listen.'));
    expect(asked().message).not.toContain('No player has acted');
  });

  it('lets as much time pass as it says, and no dice decide about it', async () => {
    await open(pipeline);
    const before = await world();
    await direct('time_skip', 'The story goes on two days later.');
    expect(asked().message).toContain('Begin at the later moment');
    expect((await world()).time.day).toBe(before.time.day + 2);
  });

  it('opens a chapter in the same telling, by the template and the limit of one, and only once', async () => {
    await open(pipeline);
    await direct('scene_direction', 'The lamp on the mole goes out.');
    const narrative = asked();
    const turn = await direct('chapter_start', 'The dark quay. Everybody has a lantern now.');
    expect(turn).toMatchObject({ status: 'committed' });
    expect(asked()).toMatchObject({ callType: 'chapter_start' });
    expect(asked().message).toContain('A new chapter begins: 2, The dark quay');
    expect(asked().message).toContain('Everybody has a lantern now.');
    // What the chapter before came to.
    expect(asked().message).toMatch(/What lies behind:[^<]*The lamp on the mole goes out/);
    expect(asked().maxTokens - narrative.maxTokens).toBe(1000 - 400);
    expect((await world()).chapter).toMatchObject({ number: 2, title: 'The dark quay' });

    await played(engine, sessionId, 'w', createStoryInput('I listen.'));
    expect(asked().callType).toBe('narrative');
    expect((await world()).chapter.number).toBe(2);
    await engine.tidy();
    const lineage = await engine.store.sessions.lineageOf(sessionId);
    expect(await engine.store.summaries.last(lineage, 'chapter', 5)).toHaveLength(1);
  });
});
