import { z } from 'zod';
import { Roll } from '#engine/rules/roll.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { isWorldCommand } from '#engine/store/turn-permissions.ts';
import type { RecordingRecord, TurnRecord } from '#engine/store/turns.ts';
import type { Context } from '../context.ts';

/** Parts of a recording that the API types. Recordings grow; other parts are still in the whole recording. */
const Content = z.object({
  steps: z.array(z.object({ name: z.string(), milliseconds: z.number() })).catch([]),
  calls: z.array(z.record(z.string(), z.unknown())).catch([]),
  prompts: z.array(z.unknown()).catch([]),
  searches: z.array(z.unknown()).catch([]),
  operations: z.array(z.unknown()).catch([]),
  notes: z.array(z.unknown()).catch([]),
});

const Noted = z.object({
  step: z.enum(['narrate', 'record']),
  note: z.object({ gmNotes: z.array(z.string()), rationale: z.string().catch('') }),
});

export type RecordedStep = z.infer<typeof Content>['steps'][number];
export type ParsedRecording = RecordingRecord & z.infer<typeof Content>;

export function parseRecording(recording: RecordingRecord): ParsedRecording {
  return { ...recording, ...Content.parse(recording.content) };
}

/** Loads the recording of a turn's last attempt; null while there is none. */
export async function loadLastRecording(
  turnId: string,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<ParsedRecording | null> {
  const last = (await loaders.recordings.load(turnId)).at(-1);
  return last === undefined ? null : parseRecording(last);
}

/** Reads the storyteller's notes for the game master alone: its notes on a scene, and the reasons for its proposed changes. */
export function readGmNotes({ notes }: Pick<ParsedRecording, 'notes'>): {
  readonly notes: readonly string[];
  readonly rationale: string | null;
} {
  const noted = notes.flatMap((note) => Noted.safeParse(note).data?.note ?? []);
  const rationale = noted.map((note) => note.rationale).filter((text) => text !== '');
  return { notes: noted.flatMap(({ gmNotes }) => gmNotes), rationale: rationale.at(-1) ?? null };
}

type Reads = Pick<Context, 'loaders'>;

/** Loads the dice of a turn that made a scene. Without a scene no roll counts. */
export async function loadTurnRolls(
  { sceneId }: Pick<TurnRecord, 'sceneId'>,
  { loaders }: Reads,
): Promise<readonly Roll[]> {
  const scene = sceneId === null ? null : await loaders.scene.load(sceneId);
  return scene === null ? [] : loadSceneRolls(scene, { loaders });
}

/** Loads the dice of the turn that made a scene, in the order of the throws. */
export async function loadSceneRolls(
  { sessionId, index }: Pick<SceneRecord, 'sessionId' | 'index'>,
  { loaders }: Reads,
): Promise<readonly Roll[]> {
  return (await loaders.rolls.load({ sessionId, index })).map(({ roll }) => parseRoll(roll));
}

/** Parses a stored roll. */
export const parseRoll = (roll: unknown): Roll => Roll.parse(roll);

/** Checks whether the text of a turn is hidden from the viewer: commands name secrets that players do not know. */
export async function isHiddenCommand(
  turn: TurnRecord,
  { access }: Pick<Context, 'access'>,
): Promise<boolean> {
  return isWorldCommand(turn) && (await access.standingAt(turn.sessionId))?.role !== 'gm';
}

/** Returns the player's text of a turn; null when the viewer may not know it. */
export async function readPlayerText(
  turn: TurnRecord,
  _args: object,
  context: Context,
): Promise<string | null> {
  if (turn.input.kind !== 'story') return null;
  return (await isHiddenCommand(turn, context)) ? null : turn.input.text;
}
