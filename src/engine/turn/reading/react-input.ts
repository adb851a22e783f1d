import type { ReactInput } from '#engine/contracts/reaction.ts';
import type { RecalledMemory } from '#engine/memory/recall.ts';
import type { Agenda, Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { agendaLine } from '../agenda-line.ts';
import type { Read, Recalled, Ruled, TurnContext } from '../context.ts';
import { sheetLines } from '../packet/sheet-lines.ts';
import { writeMoment } from '../packet/write-moment.ts';

type Needs = TurnContext & Read & Recalled & Ruled;

/**
 * Gathers what one character decides from: itself, what it keeps to itself, its own memories, and what anybody present can
 * perceive. It is built from this one record, so no other character's secret can be in it.
 */
export function buildReactInput(
  character: Character,
  memories: readonly RecalledMemory[],
  draft: Needs,
): ReactInput {
  const { resolvedSnapshot, view, playbook, said, playerText, persona, witnesses } = draft;
  const present = resolvedSnapshot.scene.presentIds.flatMap((id) => {
    const other = resolvedSnapshot.entities[id];
    return other?.kind === 'character' && id !== character.id ? [{ id: other.id, name: other.name }] : [];
  });
  const place = view.scene.placeId === null ? undefined : view.entities[view.scene.placeId];
  return {
    characterId: character.id,
    name: character.name,
    profile: describeProfile(character, resolvedSnapshot.agendas[character.id]),
    relations: describeRelations(resolvedSnapshot, character),
    sheet: sheetLines(character.stats),
    rulebook: playbook.rulebook.summary,
    checks: playbook.rules.checks.map(({ id, label, covers }) => ({ id, label, covers })),
    scene: `${writeMoment(resolvedSnapshot.time, playbook.calendar)}${place === undefined ? '' : `, ${place.name}`}.`,
    present,
    memories: memories.map(({ memory, priority }) => ({ content: memory.content, priority })),
    playerText: `${persona.name}: ${playerText}`,
    outcome: [draft.resolved?.text ?? '', ...draft.done].filter((line) => line !== ''),
    agenda: findDueStep(draft, character.id),
    lastNarration: witnesses.includes(character.id) ? (said.conversation.at(-1)?.narration ?? '') : '',
    language: draft.language,
  };
}

/** The step of a character's own agenda that falls due this turn; empty when none does. */
function findDueStep({ effects }: Needs, characterId: string): string {
  const due = effects.find(
    (effect) =>
      effect.type === 'trigger-fired' && effect.source.kind === 'agenda' && effect.source.id === characterId,
  );
  return due?.type === 'trigger-fired' ? due.description : '';
}

function describeProfile(
  { name, title, role, description, speech, internal, task, pronouns }: Character,
  agenda: Agenda | undefined,
): string {
  const {
    goals = [],
    redLines = [],
    knows = [],
    withholds = [],
    personality = [],
    sampleLines = [],
  } = internal;
  const lines = [
    `${name}, ${title ?? role}. ${description}`,
    pronouns === undefined ? '' : `Pronouns: ${pronouns}`,
    speech === undefined ? '' : `Speaks: ${speech}`,
    sampleLines.length === 0 ? '' : `Says things like: ${sampleLines.join(' / ')}`,
    personality.length === 0 ? '' : `Nature: ${personality.join('; ')}`,
    internal.disposition === undefined ? '' : `Meets the player's character: ${internal.disposition}`,
    task === undefined ? '' : `Busy with: ${task}`,
    goals.length === 0 ? '' : `Wants: ${goals.join('; ')}`,
    agenda === undefined ? '' : `Works at, unseen: ${agendaLine(agenda)}`,
    redLines.length === 0 ? '' : `Never: ${redLines.join('; ')}`,
    knows.length === 0 ? '' : `Knows: ${knows.join('; ')}`,
    withholds.length === 0 ? '' : `Keeps to itself: ${withholds.join('; ')}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function describeRelations(
  { relations, relationships, entities, scene }: Snapshot,
  { id }: Character,
): string[] {
  const isHere = (other: string) => scene.presentIds.some((present) => present === other);
  const nameOf = (other: string) => entities[other as keyof typeof entities]?.name ?? other;
  const felt = Object.values(relations).flatMap(({ low, high, trust, tension, closeness }) => {
    const other = low === id ? high : high === id ? low : null;
    if (other === null || !isHere(other)) return [];
    return [`${nameOf(other)}: trust ${trust}, tension ${tension}, closeness ${closeness} of 10`];
  });
  const ties = Object.values(relationships).flatMap(({ fromId, toId, type, notes }) => {
    if (fromId !== id || !isHere(toId)) return [];
    return [`${nameOf(toId)}: ${type.replaceAll('_', ' ')}${notes === '' ? '' : ` (${notes})`}`];
  });
  return [...felt, ...ties];
}
