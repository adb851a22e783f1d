import type { ReflectInput } from '#engine/llm/step-inputs.ts';
import type { RecalledMemory } from '#engine/memory/recall.ts';
import type { Agenda, Character } from '#engine/state/record.ts';
import { agendaLine } from './agenda-line.ts';
import type { Moment, Resolved, Routed } from './draft.ts';

/**
 * What one character decides from: itself, what it keeps to itself, its own memories, and what anybody present can
 * perceive. It is built from this one record, so nobody else's secret can be in it.
 */
export function reflectInput(
  character: Character,
  memories: readonly RecalledMemory[],
  { standing, view, playbook, said, resolved, words, persona, witnesses }: Moment & Routed & Resolved,
): ReflectInput {
  const others = view.scene.presentIds
    .filter((id) => id !== character.id)
    .flatMap((id) => standing.entities[id]?.name ?? []);
  const place = view.scene.placeId === null ? undefined : view.entities[view.scene.placeId];
  return {
    characterId: character.id,
    name: character.name,
    profile: profileOf(character, standing.agendas[character.id]),
    // A stat block is JSON by its ruleset's schema.
    stats: structuredClone(character.stats) as ReflectInput['stats'],
    rulebook: playbook.rulebook.summary,
    scene: [
      `${playbook.calendar.format(standing.time, 'long')}${place === undefined ? '' : `, ${place.name}`}.`,
      others.length === 0 ? '' : `Also here: ${others.join(', ')}.`,
      `${persona.name}: ${words}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    memories: memories.map(({ memory, priority }) => ({ content: memory.content, priority })),
    outcome: resolved,
    lastNarration: witnesses.includes(character.id) ? (said.conversation.at(-1)?.narration ?? '') : '',
  };
}

function profileOf(
  { name, title, role, description, speech, internal }: Character,
  agenda: Agenda | undefined,
): string {
  const { goals = [], redLines = [], knows = [], withholds = [], disposition, personality = [] } = internal;
  const lines = [
    `${name}, ${title ?? role}. ${description}`,
    speech === undefined ? '' : `Speaks: ${speech}`,
    personality.length === 0 ? '' : `Nature: ${personality.join('; ')}`,
    disposition === undefined ? '' : `Meets the player's character: ${disposition}`,
    goals.length === 0 ? '' : `Wants: ${goals.join('; ')}`,
    agenda === undefined ? '' : `Works at, unseen: ${agendaLine(agenda)}`,
    redLines.length === 0 ? '' : `Never: ${redLines.join('; ')}`,
    knows.length === 0 ? '' : `Knows: ${knows.join('; ')}`,
    withholds.length === 0 ? '' : `Keeps to itself: ${withholds.join('; ')}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}
