import type { ContextPacket, PersonaView } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { neutralise } from '../neutralise.ts';
import type { Segment } from '../segment.ts';
import { unsaidIn } from './unsaid-in.ts';
import { labelled, oneLine, section, stretches } from './write-lines.ts';
import { isBriefing } from './write-standing.ts';

/** Where and when this is, and who is there. */
export function writeSituation({ scene, personas, cast }: ContextPacket): string {
  const { place, chapter } = scene;
  const exits = scene.exits.map(({ to, label, blocked }) => {
    return `${label} (${to})${blocked === null ? '' : `, closed: ${blocked}`}`;
  });
  const present = [
    ...personas.map(({ id, name }) => `${name} (${id}), a player's character`),
    ...cast.map((member) => {
      const { id, name, disposition } = member;
      return `${name} (${id})${disposition === '' || isBriefing(member) ? '' : `: ${disposition}`}`;
    }),
  ];
  return stretches([
    labelled('Date', stretches([scene.date, unsaidIn(scene.date)(scene.timeOfDay)], ', ')),
    labelled(`Chapter ${chapter.number}`, chapter.title),
    place === null ? '' : labelled('Place', `${place.name} (${place.id}). ${place.description}`),
    section('Ways out', exits),
    labelled('Light and sound', stretches([scene.visibility, scene.noise], ', ')),
    section('Bounds of the scene', scene.constraints),
    section('Present', present),
  ]);
}

/** How the story opens: what its author asks for, and what the player has already been given to read. */
export function writeOpening({ opening }: NarrateInput, starts: readonly Segment[]): string {
  if (opening === null) return '';
  // The directions may be handed over both as a segment and with the opening.
  const directions = new Set(
    [...starts.map(({ text }) => text), opening.text].map((text) => neutralise(text).trim()),
  );
  const prologue = neutralise(opening.prologue ?? '').trim();
  const read =
    prologue === '' ? '' : `The player has just read this; go on from it and do not repeat it:\n${prologue}`;
  return stretches([...directions, read], '\n\n');
}

/** An event of the chronicle, on a line. */
export function writeEvent({ date, type, summary }: ContextPacket['recentEvents'][number]): string {
  return oneLine(`[${date}] ${type}: ${summary}`);
}

/** The player's character at this moment. */
export function writePlayer(packet: ContextPacket, personaId: string): string {
  const persona: PersonaView | undefined = packet.personas.find(({ id }) => id === personaId);
  const carried = packet.inventory.filter(({ ownerId }) => ownerId === personaId);
  return stretches([
    persona === undefined ? '' : `${oneLine(persona.name)} (${persona.id})`,
    ...(persona?.sheet ?? []).map(oneLine),
    section(
      'Carries',
      carried.map(({ name, itemId, quantity, flags }) => {
        const remarks = flags.length === 0 ? '' : `, ${flags.join(', ')}`;
        return `${quantity} × ${name} (${itemId}${remarks})`;
      }),
    ),
  ]);
}

/** What the rules have settled, and what they have forbidden. */
export function writeOutcome({ outcome, blocked }: Pick<NarrateInput, 'outcome' | 'blocked'>): string {
  return stretches([
    outcome === null ? '' : oneLine(outcome.text),
    labelled('How it went', outcome?.band ?? ''),
    section('Rolls', outcome?.rolls ?? []),
    section('Costs', outcome?.costs ?? []),
    section('Consequences', outcome?.consequences ?? []),
    section(
      'Could not be done',
      blocked.map(({ action, reason }) => `${action}: ${reason}`),
    ),
  ]);
}

export function writeActions({ actions }: NarrateInput): string {
  return actions
    .map(({ characterId, name, action }) => oneLine(`${name} (${characterId}): ${action}`))
    .join('\n');
}

/** What comes to light, and in whose mouth where somebody says it. */
export function writeRevealed({ revealed, revealedBy = [], packet }: NarrateInput): string {
  return revealed
    .map((text) => {
      const told = neutralise(text).trim();
      const teller = revealedBy.find((one) => one.text === text)?.characterId;
      const name = packet.cast.find(({ id }) => id === teller)?.name;
      return name === undefined ? told : `${told} (${neutralise(name)} says so)`;
    })
    .join('\n');
}

export function writePlan({ plan }: Pick<NarrateInput, 'plan'>): string {
  if (plan === null) return '';
  return stretches([section('Beats', plan.beats), labelled('Tension', plan.tensionMove)]);
}
