import type { ContextPacket } from '#engine/llm/context-packet.ts';
import { section, stretches } from './write-lines.ts';

/** How many facts are told; they are sent anew every turn, and a campaign never stops gathering them. */
const MANY_FACTS = 16;
/** How many facts a compressed state keeps. */
const FEW_FACTS = 12;

/** The state of the world as far as this scene is concerned. */
export function writeState(packet: ContextPacket, personaId: string): string {
  return stretches([
    section('State of play', packet.rulesetState),
    section(
      'At hand',
      packet.entities.map(({ id, name, description }) => `${name} (${id}): ${description}`),
    ),
    section('Known', nearestFacts(packet)),
    section(
      'Threads',
      packet.threads.map(({ id, title, status, stakes }) => `${title} (${id}), ${status}: ${stakes}`),
    ),
    ...pressure(packet),
    section('Between people', tiesAtHand(packet)),
    section('What others have', othersHave(packet, personaId)),
    section(
      'Going on',
      // What bounds the scene stands with the scene.
      packet.activeSituations.filter((going) => !packet.scene.constraints.includes(going)),
    ),
    section(
      'Found out',
      packet.investigation.map(({ threadId, found, of }) => `${threadId}: ${found} of ${of}`),
    ),
    section('Failures in a row', streaks(packet)),
  ]);
}

/** The same in as few words as will do: what presses, what is being pursued, and the facts nearest at hand. */
export function writeCompressedState(packet: ContextPacket): string {
  const near = packet.facts.filter(isNear(packet));
  return stretches([
    section('State of play', packet.rulesetState),
    section('At hand', packet.entities.length === 0 ? [] : [names(packet.entities)]),
    section('Known', near.slice(-FEW_FACTS).map(writeFact)),
    section(
      'Threads',
      packet.threads.filter(({ status }) => status === 'active').map(({ id, title }) => `${title} (${id})`),
    ),
    ...pressure(packet),
    section('Failures in a row', streaks(packet)),
  ]);
}

/** What is known of whom and what is here, then the latest of the rest; in the order in which it was learnt. */
function nearestFacts(packet: ContextPacket): string[] {
  const near = isNear(packet);
  const far = packet.facts.filter((fact) => !near(fact));
  const kept = new Set([...far, ...packet.facts.filter(near)].slice(-MANY_FACTS));
  return packet.facts.filter((fact) => kept.has(fact)).map(writeFact);
}

/** What is only said to be so is told as that. */
function writeFact({ id, text, confidence = 1 }: ContextPacket['facts'][number]): string {
  return confidence < 1 ? `${text} (${id}, not certain)` : `${text} (${id})`;
}

function isNear(packet: ContextPacket): (fact: ContextPacket['facts'][number]) => boolean {
  const here = new Set([...peopleHere(packet), packet.scene.place?.id ?? '']);
  return ({ subjectId }) => here.has(subjectId);
}

/** What binds somebody who is here to anybody; how the rest of the world stands to each other can wait until it is met. */
function tiesAtHand(packet: ContextPacket): string[] {
  const here = new Set(peopleHere(packet));
  return packet.relationships
    .filter(({ fromId, toId }) => here.has(fromId) || here.has(toId))
    .map(({ text, intensity = 0 }) => {
      return intensity === 0 ? text : `${text} (${intensity > 0 ? '+' : ''}${intensity})`;
    });
}

function peopleHere({ cast, personas }: ContextPacket): string[] {
  return [...cast, ...personas].map(({ id }) => id);
}

function pressure(packet: ContextPacket): string[] {
  return [
    section(
      'Clocks',
      packet.clocks.map(({ id, name, value, max }) => `${name} (${id}) ${value}/${max}`),
    ),
    section(
      'Missions',
      packet.missions.map(({ id, title, status, objective }) => `${title} (${id}), ${status}: ${objective}`),
    ),
    section('Deadlines', packet.deadlines.map(writeDeadline)),
    // A deadline presses by itself.
    section(
      'Threats',
      packet.pendingThreats.filter((threat) => !packet.deadlines.some(({ text }) => text === threat)),
    ),
  ];
}

function writeDeadline({ id, text, urgency, due }: ContextPacket['deadlines'][number]): string {
  return `${text} (${id}), ${due === undefined ? '' : `due ${due}, `}${urgency}`;
}

function othersHave({ inventory, personas }: ContextPacket, personaId: string): string[] {
  const nameOf = new Map(personas.map(({ id, name }) => [id, name]));
  return inventory
    .filter(({ ownerId }) => ownerId !== personaId)
    .map(({ ownerId, name, quantity }) => `${nameOf.get(ownerId) ?? ownerId}: ${quantity} × ${name}`);
}

function streaks({ failureStreaks, personas }: ContextPacket): string[] {
  const nameOf = new Map(personas.map(({ id, name }) => [id, name]));
  return Object.entries(failureStreaks)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => `${nameOf.get(id) ?? id}: ${count}`);
}

function names(entities: ContextPacket['entities']): string {
  return entities.map(({ id, name }) => `${name} (${id})`).join(', ');
}
