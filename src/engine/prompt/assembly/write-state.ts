import type { ContextPacket, SceneView } from '#engine/contracts/context-packet.ts';
import { createLastingLine, type LastingChanges, type LastingLine, toSubjectKey } from './lasting-lines.ts';
import {
  createRepetitionFilter,
  endLine,
  joinTexts,
  SHORTEST_REPETITION,
  toOneLine,
  writeLabelled,
  writeSection,
} from './write-lines.ts';
import { findPersonName, listPresent } from './write-people.ts';

/** Facts are sent anew every turn, and a campaign never stops gathering them. */
const MOST_FACTS = 20;
const FEW_FACTS = 8;

type StateOptions = {
  /** Whether ties to people who are not here are told. */
  readonly absentTies: boolean;
  /** Text of the prompt that need not be said again. */
  readonly said: string;
  /** Whether only what presses is told: no ties, few facts. */
  readonly compressed: boolean;
};

/** Lists the lines on the state of the world that seldom change, as far as this scene is concerned. */
export function listStateLines(
  packet: ContextPacket,
  personaId: string,
  { absentTies, said, compressed }: StateOptions,
): readonly LastingLine[] {
  return [
    ...listChapter(packet.scene),
    ...listWays(packet.scene),
    ...listNearestFacts(packet, compressed ? FEW_FACTS : MOST_FACTS, said),
    ...listThreads(packet),
    ...packet.missions.map(({ id, title, status, objective }) =>
      createLastingLine('mission', id, `${title} (${status.replaceAll('_', ' ')}): ${objective}`),
    ),
    ...packet.deadlines.map((deadline) =>
      createLastingLine('deadline', deadline.id, writeDeadline(deadline)),
    ),
    ...(compressed ? [] : listTies(packet, personaId, true)),
    ...(compressed || !absentTies ? [] : listTies(packet, personaId, false)),
  ];
}

/** Tells whether the subject of a settled line is no more: a way that is gone, a fact taken back, a thread that ended. */
export function createEndTest(packet: ContextPacket): (key: string) => boolean {
  const alive = new Set([
    ...listWays(packet.scene).map(({ key }) => key),
    ...packet.facts.map(({ id }) => `known:${id}`),
    ...packet.threads.map(({ id }) => `thread:${id}`),
    ...packet.missions.map(({ id }) => `mission:${id}`),
    ...packet.deadlines.map(({ id }) => `deadline:${id}`),
    ...listAllTies(packet).map(({ key }) => key),
  ]);
  // The ways from another place are still there.
  const ending = [
    `way:${packet.scene.place?.id ?? ''}:`,
    'known:',
    'thread:',
    'mission:',
    'deadline:',
    'tie:',
  ];
  return (settled) => {
    const key = toSubjectKey(settled);
    return ending.some((kind) => key.startsWith(kind)) && !alive.has(key);
  };
}

/** Writes the state of the world as far as this scene is concerned, without what is settled in a cached block. */
export function writeState(packet: ContextPacket, { listNew, gone }: LastingChanges): string {
  const { deadlines, pendingThreats, clocks } = packet;
  return joinTexts([
    writeSection('State of play', packet.rulesetState),
    writeSection('Known to the players', listNew('known')),
    writeSection('Threads', listNew('thread')),
    writeSection('Missions', listNew('mission')),
    writeSection('Not to be forgotten', listNew('kept')),
    writeSection('Deadlines', listNew('deadline')),
    writeSection(
      'Clocks, for you alone',
      clocks.map(({ name, value, max }) => `${name}: ${value} of ${max}`),
    ),
    // A deadline that presses is listed above.
    writeSection(
      'Threats',
      pendingThreats.filter((threat) => !deadlines.some(({ text }) => text === threat)),
    ),
    writeSection('Between people', [...listNew('tie'), ...listNew('absent_tie'), ...listNew('own_tie')]),
    writeSection('Failures in a row', listStreaks(packet)),
    writeSection('No longer so', gone),
  ]);
}

/** Facts about people and the place here, then the latest of the rest; in the order in which they were learnt. */
function listNearestFacts(packet: ContextPacket, most: number, said: string): LastingLine[] {
  const present = listPresent(packet);
  const isNear = (id: string) => present.has(id) || id === packet.scene.place?.id;
  const left = createRepetitionFilter(said, SHORTEST_REPETITION);
  const unsaid = packet.facts.filter(({ text }) => left(text) !== '');
  const near = unsaid.filter(({ subjectId }) => isNear(subjectId));
  const far = unsaid.filter(({ subjectId }) => !isNear(subjectId));
  const kept = new Set([...far, ...near].slice(-most));
  return unsaid
    .filter((fact) => kept.has(fact))
    .map(({ id, text, confidence = 1 }) =>
      createLastingLine('known', id, confidence < 1 ? `${text} (not certain)` : text),
    );
}

function listThreads({ threads, investigation }: ContextPacket): LastingLine[] {
  return threads.map(({ id, title, status, stakes }) => {
    const progress = investigation.find(({ threadId }) => threadId === id);
    const found = progress === undefined ? '' : `${progress.found} of ${progress.of} things found out`;
    const remarks = joinTexts([status === 'active' ? '' : status, found], ', ');
    const heading = remarks === '' ? title : `${title} (${remarks})`;
    return createLastingLine('thread', id, joinTexts([heading, stakes], ': '));
  });
}

/**
 * Lists ties between people here, or of people here to people elsewhere. A person's attitude to the acting persona stands with
 * that person instead.
 */
export function listTies(packet: ContextPacket, personaId: string, bothHere: boolean): LastingLine[] {
  const present = listPresent(packet);
  const regarded = new Set(packet.cast.filter(({ relation }) => relation !== '').map(({ id }) => id));
  return listAllTies(packet).flatMap(({ key, text, fromId, toId }) => {
    const here = Number(present.has(fromId)) + Number(present.has(toId));
    const isTold = bothHere ? here === 2 && !(toId === personaId && regarded.has(fromId)) : here === 1;
    const prefix = bothHere ? '' : [fromId, toId].includes(personaId) ? 'own_' : 'absent_';
    return isTold ? [{ key: `${prefix}${key}`, text }] : [];
  });
}

/** Lists all ties; those of one pair are told apart by their order. */
function listAllTies({
  relationships,
}: ContextPacket): (LastingLine & { readonly fromId: string; readonly toId: string })[] {
  const counts = new Map<string, number>();
  return relationships.map(({ fromId, toId, text, intensity = 0 }) => {
    const pair = `${fromId}>${toId}`;
    const count = counts.get(pair) ?? 0;
    counts.set(pair, count + 1);
    const strength = intensity === 0 ? '' : ` (${intensity > 0 ? '+' : ''}${intensity})`;
    return { ...createLastingLine('tie', `${pair}:${count}`, `${text}${strength}`), fromId, toId };
  });
}

function writeDeadline({ text, urgency, due, concerns = [] }: ContextPacket['deadlines'][number]): string {
  const remarks = [
    due === undefined ? '' : `due ${due}`,
    `urgency ${urgency}`,
    concerns.length === 0 ? '' : `concerns ${concerns.join(' and ')}`,
  ];
  return `${text} (${joinTexts(remarks, ', ')})`;
}

function listStreaks(packet: ContextPacket): string[] {
  return Object.entries(packet.failureStreaks)
    .filter(([, count]) => count > 1)
    .map(([id, count]) => `${findPersonName(packet, id)}: ${count}`);
}

/** Values of the scene that are worth no word. */
const ORDINARY = new Set(['', 'clear', 'normal']);

/** Lists what a place is and how it feels. */
export function listPlaceLines({ scene: { place } }: ContextPacket): LastingLine[] {
  if (place === null) return [];
  const left = createRepetitionFilter(place.description);
  const text = joinTexts([
    endLine(place.description),
    place.district === undefined ? '' : writeLabelled('District', place.district),
    writeSection('How it feels here', place.atmosphere.map(left)),
    writeSection('What it does to those who are here', place.effects ?? []),
  ]);
  return text === '' ? [] : [createLastingLine('place', place.id, text)];
}

/** Writes where and when the scene is and what is at hand; the place and its ways as far as no cached block tells them. */
export function writeSituation(
  { scene, entities, activeSituations }: ContextPacket,
  { listNew }: LastingChanges,
): string {
  return joinTexts([
    joinTexts([writeWhen(scene), ...listNew('chapter')], ' '),
    joinTexts(
      [scene.place === null ? '' : `The scene is at ${endLine(scene.place.name)}`, ...listNew('place')],
      ' ',
    ),
    writeSenses(scene),
    writeSection(
      'At hand',
      entities.map(({ name, description, tags }) =>
        joinTexts([tags.length === 0 ? name : `${name} (${tags.join(', ')})`, endLine(description)], ': '),
      ),
    ),
    writeSection('Ways from here', listNew('way')),
    writeSection('Holds in this scene', scene.constraints),
    writeSection(
      'Going on',
      activeSituations.filter((going) => !scene.constraints.includes(going)),
    ),
  ]);
}

function writeWhen({ date, timeOfDay }: SceneView): string {
  const when = joinTexts([toOneLine(date), toOneLine(createRepetitionFilter(date)(timeOfDay))], ', ');
  return when === '' ? '' : `It is ${endLine(when)}`;
}

/** Lists the chapter with what it is about. Its line has one key, so that the next chapter takes the place of the last. */
function listChapter({ chapter: { number, title, about = '' } }: SceneView): LastingLine[] {
  const plain = `Chapter ${number}`;
  const heading = endLine(title === '' || title === plain ? plain : `${plain}, ${title}`);
  const text = joinTexts([heading, about === '' ? '' : `It is about this: ${toOneLine(about)}`], ' ');
  return [createLastingLine('chapter', 'present', text)];
}

function writeSenses({ visibility, noise }: SceneView): string {
  return joinTexts(
    [
      ORDINARY.has(visibility) ? '' : writeLabelled('Light', endLine(visibility)),
      ORDINARY.has(noise) ? '' : writeLabelled('Sound', endLine(noise)),
    ],
    ' ',
  );
}

function listWays({ exits, place }: SceneView): LastingLine[] {
  return exits.map((exit) => createLastingLine('way', `${place?.id ?? ''}:${exit.to}`, writeExit(exit)));
}

function writeExit({ label, name, blocked }: SceneView['exits'][number]): string {
  const to = name === undefined || label.includes(name) ? '' : `to ${name}`;
  const way = joinTexts([label, to], ', ');
  return blocked === null ? way : `${way}; closed: ${blocked}`;
}
