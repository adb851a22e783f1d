import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { CharacterId } from './ids.ts';
import type { Actor } from './operation.ts';
import type { Choice } from './record.ts';
import type { Snapshot } from './snapshot.ts';

const COMMAND = 'god:';

/** Returns true when a choice commands the world. Only game masters are offered such choices. */
export function isGodCommand({ key }: Pick<Choice, 'key'>): boolean {
  return key.startsWith(COMMAND) && key !== RETURN_TO_STORY.key;
}

/** The way out of GOD mode, which is always offered there. */
export const RETURN_TO_STORY: Choice = {
  key: 'god:return_story',
  text: 'Return to the story',
  description: 'Leave GOD mode and go on playing.',
  risk: 'safe',
};

type PlanningBlock = Snapshot['planning'];

/** Returns the part of a planning block a persona is offered: its own after a thought, else the table's if it is meant. */
export function selectOffered(
  { own, audience, context, analysis, choices }: PlanningBlock,
  personaId: CharacterId,
): Pick<PlanningBlock, 'context' | 'analysis' | 'choices'> {
  const mine = own?.[personaId];
  if (mine !== undefined) return mine;
  if (audience !== undefined && !audience.includes(personaId)) return { choices: [] };
  return {
    ...(context === undefined ? {} : { context }),
    ...(analysis === undefined ? {} : { analysis }),
    choices: choices.filter((choice) => !isGodCommand(choice)),
  };
}

/** Returns the narrator's notes for a turn that these personas perceive: those of each of them, every note once. */
export function selectNotes(
  { notes = [], notesApart = {}, audience }: PlanningBlock,
  readers: readonly CharacterId[],
): string[] {
  const isMeant = (id: CharacterId) => audience === undefined || audience.includes(id);
  return [...new Set(readers.flatMap((id) => notesApart[id] ?? (isMeant(id) ? notes : [])))];
}

/** Lists every choice an input for a persona may take, with the game master's commands. */
export function listTakableChoices(
  { planning, personas }: Pick<Snapshot, 'planning' | 'personas'>,
  personaId: string | null,
): readonly Choice[] {
  const persona = personas.find((id) => id === personaId) ?? personas[0];
  const offered = persona === undefined ? planning.choices : selectOffered(planning, persona).choices;
  return [...(planning.commands ?? []), ...offered];
}

const FEWEST = 3;
const MOST = 5;

const OTHER_ACTION: Choice = {
  key: 'other_action',
  text: 'Other action',
  description: 'Describe something else you would like to do.',
  risk: 'low',
};

const OWN_WORDS = [OTHER_ACTION.key, 'custom_action'];

/** Returns true when a choice only stands for words of the player's own. Clients offer a field for those anyway. */
export function isOwnWords({ key }: Pick<Choice, 'key'>): boolean {
  return OWN_WORDS.includes(key);
}

/** Completes a planning block with the choice that must always be there, or rejects it with the fault. */
export function completePlanningBlock(block: PlanningBlock, asker: Actor): PlanningBlock | Rejection {
  const keys = block.choices.map(({ key }) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) return reject('choice-twice', `The choice ${twice} is there twice.`, ['choices']);
  if (asker === 'god') return godBlock(block);
  const god = keys.find((key) => key.startsWith('god:'));
  if (god !== undefined)
    return reject('god-choice', `${god} belongs to GOD mode; leave the god: away.`, ['choices']);
  // Only the engine may offer no choices: it does so while a roll or an answer is awaited.
  if (keys.length === 0 && asker === 'engine') return block;
  return isMinimal(keys) ? block : standardBlock(block);
}

function isMinimal(keys: readonly string[]): boolean {
  return keys.length === 2 && keys.includes('continue') && keys.includes('custom_action');
}

function standardBlock(block: PlanningBlock): PlanningBlock | Rejection {
  const offered = block.choices.some(({ key }) => key === OTHER_ACTION.key);
  const choices = offered ? block.choices : [...block.choices, OTHER_ACTION];
  if (choices.length >= FEWEST && choices.length <= MOST) return { ...block, choices };
  const found = `${choices.length} with other_action`;
  return reject('choice-count', `A scene offers ${FEWEST} to ${MOST} choices, not ${found}.`, ['choices']);
}

function godBlock(block: PlanningBlock): PlanningBlock | Rejection {
  const plain = block.choices.find(({ key }) => !key.startsWith('god:'));
  if (plain !== undefined) {
    return reject('god-choice', `In GOD mode ${plain.key} must be god:${plain.key}.`, ['choices']);
  }
  const offered = block.choices.some(({ key }) => key === RETURN_TO_STORY.key);
  return offered ? block : { ...block, choices: [...block.choices, RETURN_TO_STORY] };
}
