import { z } from 'zod';
import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { getPersonaId, isWorldCommand } from '#engine/domain/turn-permissions.ts';
import { Roll } from '#engine/rules/roll.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { RecordingRecord } from '#engine/store/turns.ts';
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

type Reads = Pick<Context, 'loaders' | 'access'>;

/** Roll with the session it fell in. */
export type SessionRoll = Roll & { readonly sessionId: string };

/** Loads the dice of a turn that made a scene. Without a scene no roll counts. */
export async function loadTurnRolls(
  { sceneId }: Pick<TurnRecord, 'sceneId'>,
  context: Reads,
): Promise<readonly SessionRoll[]> {
  const scene = sceneId === null ? null : await context.loaders.scene.load(sceneId);
  return scene === null ? [] : loadSceneRolls(scene, context);
}

/** Loads the dice of the turn that made a scene, in the order of the throws. */
export async function loadSceneRolls(
  { sessionId, index, audience = null }: Pick<SceneRecord, 'sessionId' | 'index' | 'audience'>,
  context: Reads,
): Promise<readonly SessionRoll[]> {
  const rolls = (await context.loaders.rolls.load({ sessionId, index })).map(({ roll }) => ({
    ...parseRoll(roll),
    sessionId,
  }));
  return (await canPerceive(sessionId, audience, context)) ? rolls : rolls.map(removeTexts);
}

/** Returns whether the viewer perceives what has this audience: the game master always, players by their persona. */
export async function canPerceive(
  sessionId: string,
  audience: readonly string[] | null,
  { access }: Pick<Context, 'access'>,
): Promise<boolean> {
  if (audience === null) return true;
  const membership = await access.standingAt(sessionId);
  if (membership === null) return false;
  return membership.role === 'gm' || audience.some((id) => id === membership.personaId);
}

/** Removes what a roll was about. Its dice stay, so that every player can verify all of them. */
export function removeTexts<Dice extends Roll>(roll: Dice): Dice {
  const { result: _result, target: _target, ...proof } = roll;
  // The optional fields that were left out are the only difference.
  return { ...proof, purpose: 'Private', line: '' } as Dice;
}

/** Returns a filter for rolls of a line of scenes that leaves out texts of turns the viewer did not perceive. */
export async function createRollRedaction(
  lineage: Lineage,
  context: Reads,
): Promise<<Dice extends Roll>(roll: Dice, scene: ScenePosition) => Dice> {
  const sessionId = lineage.at(-1)?.sessionId ?? '';
  const scenes = await context.loaders.privateScenes.load(lineage);
  const hidden = new Set<string>();
  for (const { sessionId: session, index, audience = null } of scenes) {
    if (!(await canPerceive(sessionId, audience, context))) hidden.add(`${session} ${index}`);
  }
  return (roll, scene) => (hidden.has(`${scene.sessionId} ${scene.index}`) ? removeTexts(roll) : roll);
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

/**
 * Returns whether the viewer may read the texts of a turn. The player of its persona and the game master may at any time. Others
 * may once it is committed, if their persona perceived it: before, it may still turn out to be a thought or a question.
 */
export async function canReadTurn(turn: TurnRecord, context: Context): Promise<boolean> {
  const { sessionId, input, sceneId, baseSceneId } = turn;
  const personaId = getPersonaId(input) ?? (await context.loaders.snapshot.load(baseSceneId)).personas[0];
  if (await canPerceive(sessionId, personaId === undefined ? [] : [personaId], context)) return true;
  const scene = sceneId === null ? null : await context.loaders.scene.load(sceneId);
  return scene !== null && canPerceive(sessionId, scene.audience ?? null, context);
}

/** Returns the player's text of a turn; null when the viewer may not know it. */
export async function readPlayerText(
  turn: TurnRecord,
  _args: object,
  context: Context,
): Promise<string | null> {
  if (turn.input.kind !== 'story' || (await isHiddenCommand(turn, context))) return null;
  return (await canReadTurn(turn, context)) ? turn.input.text : null;
}
