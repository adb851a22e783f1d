import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { omitSaid } from './omit-said.ts';
import { section, stretches } from './write-lines.ts';
import { findName, listPresent } from './write-people.ts';

/** Facts are sent anew every turn, and a campaign never stops gathering them. */
const MOST_FACTS = 20;
const FEW_FACTS = 8;
/** A shorter fact may stand inside another sentence by chance. */
const SHORTEST_REPETITION = 16;

type StateOptions = {
  /** Whether ties to people who are not here are told. */
  readonly absentTies: boolean;
  /** Text of the prompt that need not be said again. */
  readonly said: string;
};

/** Writes the state of the world as far as this scene is concerned. */
export function writeState(packet: ContextPacket, personaId: string, options: StateOptions): string {
  return stretches([
    section('State of play', packet.rulesetState),
    section('Known to the players', listNearestFacts(packet, MOST_FACTS, options.said)),
    section('Threads', listThreads(packet)),
    ...listPressures(packet),
    section('Between people', [
      ...listTies(packet, personaId, true),
      ...(options.absentTies ? listTies(packet, personaId, false) : []),
    ]),
    section('Failures in a row', listStreaks(packet)),
  ]);
}

/** Writes the same in few words: what presses, what is being pursued, and the facts nearest at hand. */
export function writeCompressedState(packet: ContextPacket, said: string): string {
  return stretches([
    section('State of play', packet.rulesetState),
    section('Known to the players', listNearestFacts(packet, FEW_FACTS, said)),
    section(
      'Threads',
      packet.threads.filter(({ status }) => status === 'active').map(({ title }) => title),
    ),
    ...listPressures(packet),
  ]);
}

/** Facts about people and the place here, then the latest of the rest; in the order in which they were learnt. */
function listNearestFacts(packet: ContextPacket, most: number, said: string): string[] {
  const present = listPresent(packet);
  const isNear = (id: string) => present.has(id) || id === packet.scene.place?.id;
  const left = omitSaid(said, SHORTEST_REPETITION);
  const unsaid = packet.facts.filter(({ text }) => left(text) !== '');
  const near = unsaid.filter(({ subjectId }) => isNear(subjectId));
  const far = unsaid.filter(({ subjectId }) => !isNear(subjectId));
  const kept = new Set([...far, ...near].slice(-most));
  return unsaid
    .filter((fact) => kept.has(fact))
    .map(({ text, confidence = 1 }) => (confidence < 1 ? `${text} (not certain)` : text));
}

function listThreads({ threads, investigation }: ContextPacket): string[] {
  return threads.map(({ id, title, status, stakes }) => {
    const progress = investigation.find(({ threadId }) => threadId === id);
    const found = progress === undefined ? '' : `${progress.found} of ${progress.of} things found out`;
    const remarks = stretches([status === 'active' ? '' : status, found], ', ');
    return stretches([remarks === '' ? title : `${title} (${remarks})`, stakes], ': ');
  });
}

/** Ties between people here, or of people here to people elsewhere. How somebody regards the acting persona stands with them. */
export function listTies(packet: ContextPacket, personaId: string, bothHere: boolean): string[] {
  const present = listPresent(packet);
  const regarded = new Set(packet.cast.filter(({ relation }) => relation !== '').map(({ id }) => id));
  return packet.relationships
    .filter(({ fromId, toId }) => {
      const here = Number(present.has(fromId)) + Number(present.has(toId));
      return bothHere ? here === 2 && !(toId === personaId && regarded.has(fromId)) : here === 1;
    })
    .map(({ text, intensity = 0 }) =>
      intensity === 0 ? text : `${text} (${intensity > 0 ? '+' : ''}${intensity})`,
    );
}

function listPressures(packet: ContextPacket): string[] {
  const { clocks, missions, deadlines, pendingThreats } = packet;
  return [
    section(
      'Missions',
      missions.map(
        ({ title, status, objective }) => `${title} (${status.replaceAll('_', ' ')}): ${objective}`,
      ),
    ),
    section('Deadlines', deadlines.map(writeDeadline)),
    section(
      'Clocks, for you alone',
      clocks.map(({ name, value, max }) => `${name}: ${value} of ${max}`),
    ),
    // A deadline that presses is listed above.
    section(
      'Threats',
      pendingThreats.filter((threat) => !deadlines.some(({ text }) => text === threat)),
    ),
  ];
}

function writeDeadline({ text, urgency, due }: ContextPacket['deadlines'][number]): string {
  return `${text} (${stretches([due === undefined ? '' : `due ${due}`, `urgency ${urgency}`], ', ')})`;
}

function listStreaks(packet: ContextPacket): string[] {
  return Object.entries(packet.failureStreaks)
    .filter(([, count]) => count > 1)
    .map(([id, count]) => `${findName(packet, id)}: ${count}`);
}
