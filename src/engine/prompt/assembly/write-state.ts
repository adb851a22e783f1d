import type { ContextPacket, SceneView } from '#engine/contracts/context-packet.ts';
import {
  createRepetitionFilter,
  endSentence,
  joinTexts,
  toOneLine,
  writeLabelled,
  writeSection,
} from './write-lines.ts';
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
  return joinTexts([
    writeSection('State of play', packet.rulesetState),
    writeSection('Known to the players', listNearestFacts(packet, MOST_FACTS, options.said)),
    writeSection('Threads', listThreads(packet)),
    ...listPressures(packet),
    writeSection('Between people', [
      ...listTies(packet, personaId, true),
      ...(options.absentTies ? listTies(packet, personaId, false) : []),
    ]),
    writeSection('Failures in a row', listStreaks(packet)),
  ]);
}

/** Writes the same in few words: what presses, what is being pursued, and the facts nearest at hand. */
export function writeCompressedState(packet: ContextPacket, said: string): string {
  return joinTexts([
    writeSection('State of play', packet.rulesetState),
    writeSection('Known to the players', listNearestFacts(packet, FEW_FACTS, said)),
    writeSection(
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
  const left = createRepetitionFilter(said, SHORTEST_REPETITION);
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
    const remarks = joinTexts([status === 'active' ? '' : status, found], ', ');
    return joinTexts([remarks === '' ? title : `${title} (${remarks})`, stakes], ': ');
  });
}

/**
 * Lists ties between people here, or of people here to people elsewhere. A person's attitude to the acting persona stands with
 * that person instead.
 */
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
    writeSection(
      'Missions',
      missions.map(
        ({ title, status, objective }) => `${title} (${status.replaceAll('_', ' ')}): ${objective}`,
      ),
    ),
    writeSection('Deadlines', deadlines.map(writeDeadline)),
    writeSection(
      'Clocks, for you alone',
      clocks.map(({ name, value, max }) => `${name}: ${value} of ${max}`),
    ),
    // A deadline that presses is listed above.
    writeSection(
      'Threats',
      pendingThreats.filter((threat) => !deadlines.some(({ text }) => text === threat)),
    ),
  ];
}

function writeDeadline({ text, urgency, due }: ContextPacket['deadlines'][number]): string {
  return `${text} (${joinTexts([due === undefined ? '' : `due ${due}`, `urgency ${urgency}`], ', ')})`;
}

function listStreaks(packet: ContextPacket): string[] {
  return Object.entries(packet.failureStreaks)
    .filter(([, count]) => count > 1)
    .map(([id, count]) => `${findName(packet, id)}: ${count}`);
}

/** Values of the scene that are worth no word. */
const ORDINARY = new Set(['', 'clear', 'normal']);

/** Writes where and when the scene is, how the place feels, what is at hand and which ways lead on. */
export function writeSituation({ scene, entities, activeSituations }: ContextPacket): string {
  return joinTexts([
    joinTexts([writeWhen(scene), writeChapter(scene)], ' '),
    writePlace(scene),
    writeSenses(scene),
    writeSection(
      'At hand',
      entities.map(({ name, description }) => joinTexts([name, endSentence(description)], ': ')),
    ),
    writeSection('Ways from here', scene.exits.map(writeExit)),
    writeSection('Holds in this scene', scene.constraints),
    writeSection(
      'Going on',
      activeSituations.filter((going) => !scene.constraints.includes(going)),
    ),
  ]);
}

function writeWhen({ date, timeOfDay }: SceneView): string {
  const when = joinTexts([toOneLine(date), toOneLine(createRepetitionFilter(date)(timeOfDay))], ', ');
  return when === '' ? '' : `It is ${endSentence(when)}`;
}

function writeChapter({ chapter: { number, title } }: SceneView): string {
  return endSentence(`Chapter ${number}${title === '' ? '' : `, ${title}`}`);
}

function writePlace({ place }: SceneView): string {
  if (place === null) return '';
  const left = createRepetitionFilter(place.description);
  return joinTexts([
    joinTexts([`The scene is at ${endSentence(place.name)}`, endSentence(place.description)], ' '),
    writeSection('How it feels here', place.atmosphere.map(left)),
  ]);
}

function writeSenses({ visibility, noise }: SceneView): string {
  return joinTexts(
    [
      ORDINARY.has(visibility) ? '' : writeLabelled('Light', endSentence(visibility)),
      ORDINARY.has(noise) ? '' : writeLabelled('Sound', endSentence(noise)),
    ],
    ' ',
  );
}

function writeExit({ label, name, blocked }: SceneView['exits'][number]): string {
  const to = name === undefined || label.includes(name) ? '' : `to ${name}`;
  const way = joinTexts([label, to], ', ');
  return blocked === null ? way : `${way}; closed: ${blocked}`;
}
