import type { ContextPacket, Exchange } from '#engine/llm/context-packet.ts';
import type {
  InterpretInput,
  Involved,
  ModeInput,
  PlanInput,
  ReflectInput,
  ResolveInput,
  RouteInput,
} from '#engine/llm/step-inputs.ts';
import { labelled, oneLine, section, stretches } from './assembly/write-lines.ts';
import { writeOutcome, writePlan, writePlayer, writeSituation } from './assembly/write-moment.ts';
import { writeOperations } from './assembly/write-operations.ts';
import { writeState } from './assembly/write-state.ts';
import { characterIndex, eventIndex } from './record-index.ts';
import { type PromptShelf, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

/** Asks which knowledge a turn needs. */
export function routePrompt(input: RouteInput, shelf: PromptShelf): StepPrompt {
  const variables = {
    event_types: input.eventTypes.join(', '),
    character_categories: input.characterCategories.join(', '),
    characters: characterIndex(input.characters),
    date: input.date,
    place: input.place,
    persona: `${input.persona.name} (${input.persona.id})`,
    loaded: input.loaded.length === 0 ? 'nothing' : input.loaded.join(', '),
    events: eventIndex(input.events),
    recent: lastSaid(input.lastExchange),
    input: input.playerText,
  };
  return writeStepPrompt('route', variables, shelf);
}

/** Asks what the player's words mean. */
export function interpretPrompt(input: InterpretInput, shelf: PromptShelf): StepPrompt {
  const { packet, personaId } = input;
  const variables = {
    rulebook: input.rulebook,
    scene: stretches([writeSituation(packet), writeState(packet, personaId)], '\n\n'),
    cast: packet.cast.map(({ id, name, role }) => oneLine(`${name} (${id}): ${role}`)).join('\n'),
    inventory: writePlayer(packet, personaId),
    recent: lastSaid(input.lastExchange),
    input: input.playerText,
  };
  return writeStepPrompt('interpret', variables, shelf);
}

/** Asks how the turn should go. */
export function planPrompt(input: PlanInput, shelf: PromptShelf): StepPrompt {
  const { packet } = input;
  const variables = {
    tone: writeTone(packet),
    // Threads and clocks stand by themselves.
    scene: stretches(
      [writeSituation(packet), writeState({ ...packet, threads: [], clocks: [] }, firstPersona(packet))],
      '\n\n',
    ),
    cast: packet.cast
      .map(({ id, name, goals }) => oneLine(`${name} (${id}) wants: ${goals.join('; ')}`))
      .join('\n'),
    threads: packet.threads.map(({ id, title, stakes }) => oneLine(`${title} (${id}): ${stakes}`)).join('\n'),
    clocks: packet.clocks.map(({ name, value, max }) => oneLine(`${name} ${value}/${max}`)).join('\n'),
    actions: actionLines(input.actions),
    blocked: input.blocked.map(({ action, reason }) => oneLine(`${action}: ${reason}`)).join('\n'),
    recent: lastSaid(input.lastExchange),
    input: input.playerText,
  };
  return writeStepPrompt('plan', variables, shelf);
}

/** Asks what the rules make of it: for dice first, for the outcome when they have fallen. */
export function resolvePrompt(input: ResolveInput, shelf: PromptShelf): StepPrompt {
  const { packet, personaId } = input;
  const variables = {
    rulebook: input.rulebook,
    operations: writeOperations(input.operations, shelf.variant ?? 'full'),
    scene: stretches([writeSituation(packet), writeState(packet, personaId)], '\n\n'),
    stats: input.involved.map(statLine).join('\n'),
    memories: stretches(input.involved.map(({ name, memories }) => section(oneLine(name), memories))),
    actions: actionLines(input.actions),
    plan: writePlan(input),
    rolls: input.rolls.map(oneLine).join('\n'),
    table: input.tableType ?? '',
    input: input.playerText,
  };
  return writeStepPrompt('resolve', variables, shelf);
}

/** Asks one character what it does. */
export function reflectPrompt(input: ReflectInput, shelf: PromptShelf): StepPrompt {
  const variables = {
    name: oneLine(input.name),
    profile: input.profile,
    stats: Object.keys(input.stats).length === 0 ? '' : JSON.stringify(input.stats),
    rulebook: input.rulebook,
    scene: input.scene,
    memories: input.memories
      .map(({ content, priority }) => oneLine(`[${priority.toFixed(1)}] ${content}`))
      .join('\n'),
    outcome: writeOutcome({ outcome: input.outcome, blocked: [] }) || 'Nothing in particular.',
    recent: input.lastNarration,
  };
  return writeStepPrompt('reflect', variables, shelf);
}

/** Answers a player outside the story. */
export function dmPrompt(input: ModeInput, shelf: PromptShelf): StepPrompt {
  const { rulebook, playerText: question } = input;
  return writeStepPrompt('mode-dm', { rulebook, scene: wholeScene(input), question }, shelf);
}

/** Carries out a command of the campaign's owner. */
export function godPrompt(input: ModeInput, shelf: PromptShelf): StepPrompt {
  const operations = writeOperations(input.operations, shelf.variant ?? 'full');
  return writeStepPrompt(
    'mode-god',
    { operations, scene: wholeScene(input), command: input.playerText },
    shelf,
  );
}

/** Weighs the situation for a player's character. */
export function thinkPrompt(input: ModeInput, shelf: PromptShelf): StepPrompt {
  const { personas } = input.packet;
  const persona = personas.find(({ id }) => id === input.personaId)?.name ?? 'the character';
  const variables = { scene: wholeScene(input), persona: oneLine(persona), question: input.playerText };
  return writeStepPrompt('mode-think', variables, shelf);
}

function wholeScene({ packet, personaId }: ModeInput): string {
  return stretches(
    [
      labelled('The story so far', packet.storySoFar.at(-1)?.text ?? ''),
      writeSituation(packet),
      writeState(packet, personaId),
      writePlayer(packet, personaId),
    ],
    '\n\n',
  );
}

function writeTone({ calibration: { tone, boundaries } }: ContextPacket): string {
  const left = boundaries.length === 0 ? '' : `Left out at this table: ${boundaries.join('; ')}`;
  return stretches([tone, left].map(oneLine));
}

function firstPersona({ personas }: ContextPacket): string {
  return personas[0]?.id ?? '';
}

function lastSaid(exchange: Exchange | null): string {
  if (exchange === null) return '';
  return stretches(
    [exchange.player === '' ? '' : `The player: ${exchange.player}`, exchange.narration],
    '\n\n',
  );
}

function actionLines(actions: PlanInput['actions']): string {
  return actions
    .map(({ action, target_id, details }) => {
      const target = target_id === '' ? '' : ` (${target_id})`;
      return oneLine(`${action}${target}${details === '' ? '' : `: ${details}`}`);
    })
    .join('\n');
}

function statLine({ characterId, name, stats }: Involved): string {
  return oneLine(`${name} (${characterId}): ${JSON.stringify(stats)}`);
}
