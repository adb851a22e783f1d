import { type ReactInput, Reaction } from '#engine/contracts/reaction.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import type { Memory } from '#engine/memory/memories.ts';
import type { RecalledMemory } from '#engine/memory/recall.ts';
import { writeReactPrompt } from '#engine/prompt/react-prompt.ts';
import { explainStat } from '#engine/rules/declared-check.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { findWitnessingPersonas, isInSight } from '#engine/state/knowledge.ts';
import type { Agenda, Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Planned, Reacted, ReadingResult, Recalled, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { recallCharacterMemories } from '../knowledge/find-records.ts';
import { listPresentCharacters } from '../knowledge/working-set.ts';
import { writeAgendaLine, writeDateTime, writeStatLines } from '../packet/format-lines.ts';
import { describeFaction } from '../packet/game-master-notes.ts';
import { writeSrdSheet } from '../packet/srd-sheet.ts';
import { defineStep } from '../pipeline.ts';
import type { Playbook } from '../playbook.ts';
import { createNameResolver } from '../resolvers/name-resolver.ts';
import { resolveReaction } from '../resolvers/resolve-reading.ts';
import { listAnnouncements } from '../rule/elapsed-time.ts';
import { settleTurn } from '../rule/settle-turn.ts';
import { playReactions } from '../rule/srd-rules.ts';
import { type AskTools, askStep } from './ask-step.ts';

/** Runs work on every item, so many at a time, and gives the results in the items' order. Waits for all that began. */
export async function runInParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  let failure: { readonly error: unknown } | null = null;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && failure === null; next = queue.shift()) {
      const [index, item] = next;
      try {
        results[index] = await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  // TypeScript does not see that the workers assign it.
  const failed = failure as { readonly error: unknown } | null;
  if (failed !== null) throw failed.error;
  return results;
}

type Needs = TurnContext & ReadingResult & Recalled & Ruled;

/**
 * Gathers the input for one character's decision: itself, what it keeps to itself, its own memories, and what all present can
 * perceive. It is built from this one record, so no other character's secret can be in it.
 */
function buildReactInput(
  character: Character,
  memories: readonly RecalledMemory[],
  draft: Needs,
): ReactInput {
  const { resolvedSnapshot, view, playbook, said, playerText, persona, witnesses } = draft;
  const present = resolvedSnapshot.scene.presentIds.flatMap((id) => {
    const other = resolvedSnapshot.entities[id];
    if (other?.kind !== 'character' || id === character.id || !isInSight(resolvedSnapshot, id)) return [];
    return [{ id: other.id, name: other.name }];
  });
  const place = view.scene.placeId === null ? undefined : view.entities[view.scene.placeId];
  return {
    characterId: character.id,
    name: character.name,
    profile: [
      describeProfile(character, resolvedSnapshot.agendas[character.id]),
      ...describeFaction(character, resolvedSnapshot, view.personaId),
      ...describePortrayal(character, playbook),
    ].join('\n'),
    relations: describeRelations(resolvedSnapshot, character),
    sheet: writeOwnSheet(character, playbook),
    rulebook: playbook.rulebook.summary,
    checks: playbook.rules.checks.map(({ id, label, covers }) => ({ id, label, covers })),
    scene: `${writeDateTime(resolvedSnapshot.time, playbook.calendar)}${place === undefined ? '' : `, ${place.name}`}.`,
    present,
    fights: isInFight(character.id, resolvedSnapshot),
    memories: memories.map(({ memory, priority }) => ({
      content: writeMemory(memory, resolvedSnapshot),
      priority,
    })),
    playerText: `${persona.name}: ${playerText}`,
    outcome: [
      draft.resolved?.text ?? '',
      ...draft.done,
      ...draft.blocked.map(({ action, reason }) => `Not done (${action}): ${reason}`),
      ...listPerceived(character, draft),
    ].filter((line) => line !== ''),
    agenda: findDueStep(draft, character.id),
    lastNarration: witnesses.includes(character.id) ? (said.conversation.at(-1)?.narration ?? '') : '',
    language: draft.language,
  };
}

/** Tells whether a character has a side in a running fight and is still in it. */
function isInFight(characterId: string, { combat }: Snapshot): boolean {
  return (combat?.combatants ?? []).some(
    ({ id, side, out }) => id === characterId && side !== 'neutral' && !out,
  );
}

/**
 * Lists the facts revealed in this turn that the character perceives: those said aloud, and those it knows itself or is told
 * of. It does not learn what a persona finds in silence.
 */
function listPerceived(
  { id, internal }: Character,
  { revealed, responses, resolvedSnapshot: { entities } }: Needs,
): readonly string[] {
  const own = new Set([...(internal.knows ?? []), ...(internal.withholds ?? [])].map((text) => text.trim()));
  return [...revealed, ...responses].flatMap(({ text, saidBy, aboutId }) => {
    if (saidBy === id) return [`You say it now: ${text}`];
    if (saidBy !== null)
      return [`${entities[saidBy as keyof typeof entities]?.name ?? saidBy} says: ${text}`];
    return aboutId === id || own.has(text.trim()) ? [`This comes out now: ${text}`] : [];
  });
}

/** Writes what a character can do by its own sheet. */
function writeOwnSheet({ stats }: Character, { rules }: Playbook): string[] {
  const block = rules.srd5e ? Srd5eStatBlock.safeParse(stats).data : undefined;
  if (block === undefined) return [...writeStatLines(stats), ...rules.stats.map(explainStat)];
  return writeSrdSheet(block);
}

/** Maximum length of an author's text on how to play a character: about a third of the prompt of a decision. */
const MOST_OF_PORTRAYAL = 4_000;

function describePortrayal({ packEntityId }: Character, { portrayals }: Playbook): readonly string[] {
  const text = packEntityId === undefined ? undefined : portrayals.get(packEntityId);
  return text === undefined ? [] : [`To play them: ${text.slice(0, MOST_OF_PORTRAYAL)}`];
}

/** Below this confidence a character is not sure of a memory it saw itself. */
const SURE = 0.8;

/** Writes a memory with where it comes from: `The oars were dry. (told by Tomas Rell)` */
function writeMemory({ content, provenance, confidence }: Memory, { entities }: Snapshot): string {
  switch (provenance.kind) {
    case 'told':
      return `${content} (told by ${entities[provenance.by as keyof typeof entities]?.name ?? 'another'})`;
    case 'inferred':
      return `${content} (a guess)`;
    case 'witnessed':
      return confidence < SURE ? `${content} (not sure)` : content;
  }
}

/** Finds the step of a character's own agenda that falls due this turn; empty when none does. */
function findDueStep({ effects }: Needs, characterId: string): string {
  const due = effects.find(
    (effect) =>
      effect.type === 'trigger-fired' && effect.source.kind === 'agenda' && effect.source.id === characterId,
  );
  return due?.type === 'trigger-fired' ? due.description : '';
}

/** Describes a character to itself. The author's notes for the game master stay out: it may not know what they say. */
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
    interests = [],
    part = '',
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
    part === '' ? '' : `Part in this story: ${part}`,
    interests.length === 0 ? '' : `Interests: ${interests.join('; ')}`,
    goals.length === 0 ? '' : `Wants: ${goals.join('; ')}`,
    agenda === undefined ? '' : `Works at, unseen: ${writeAgendaLine(agenda)}`,
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

type Uses = AskTools & Pick<TurnTools, 'store' | 'events' | 'countTokens' | 'recorder'>;

/** Most characters who decide in one turn; with `react: everyone` all present, up to the second number. */
const MOST = { addressed: 3, everyone: 6 } as const;
const AT_ONCE = 3;
const TIERS = ['major', 'supporting', 'minor', undefined];

/**
 * Lets characters decide for themselves when they are addressed, acted upon or have an agenda step due. Each decides in a
 * call of its own from its own memories, so that no secret crosses. A character whose reply cannot be used does nothing.
 */
export const react = defineStep<Needs, Reacted, Uses>({
  name: 'react',

  async run(draft, tools) {
    if (draft.playerText === '') return { reactions: [], visibleActions: [] };
    const acting = chooseActors(draft);
    const memories = await recallCharacterMemories(
      acting.map(({ id }) => id),
      draft,
      tools,
    );
    const resolver = createNameResolver(draft.resolvedSnapshot, draft.view);
    const replies = await runInParallel(acting, AT_ONCE, async (character) => {
      const input = buildReactInput(character, memories.get(character.id) ?? [], draft);
      const step = { name: 'react', contract: Reaction, dropInvalidItems: true };
      try {
        const reply = await askStep(
          { step, input, write: writeReactPrompt, salt: character.id },
          draft,
          tools,
        );
        return [{ character, reaction: resolveReaction(reply, resolver).reaction }];
      } catch (error) {
        if (!(error instanceof InvalidReply)) throw error;
        tools.recorder.note('react', { character: character.id, unusable: error.problems });
        return [];
      }
    });
    const reactions = replies
      .flat()
      .map(({ character: { id, name }, reaction }) => ({ characterId: id, name, reaction }));
    for (const { characterId, reaction } of reactions) {
      const { action, intents } = reaction;
      tools.events.emit({
        type: 'character-acted',
        attempt: draft.lease.turn.attempt,
        characterId,
        action,
        intents,
      });
    }
    return {
      reactions,
      visibleActions: reactions.map(({ characterId, name, reaction: { action, intents } }) => {
        return { characterId, name, action, intents };
      }),
    };
  },
});

/** Chooses those present whom the turn concerns, the most important first. */
export function chooseActors(draft: Needs): readonly Character[] {
  const { resolvedSnapshot, view, reading, actions, effects, playbook, responses } = draft;
  const { react: who } = playbook.mechanics;
  // One who gives an authored answer has decided.
  const hasAnswered = (id: string) => responses.some(({ saidBy }) => saidBy === id);
  const concerned = new Set<string>([
    ...reading.addressed,
    ...actions.flatMap(({ entity, opposed_by }) => [entity?.id ?? '', opposed_by]),
    ...effects.flatMap((effect) =>
      effect.type === 'trigger-fired' && effect.source.kind === 'agenda' ? [effect.source.id] : [],
    ),
  ]);
  return listPresentCharacters({ snapshot: resolvedSnapshot, view })
    .filter(({ id, status, retired }) => status === 'conscious' && !retired && !hasAnswered(id))
    .filter(({ id }) => who === 'everyone' || concerned.has(id))
    .toSorted((one, other) => TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier))
    .slice(0, MOST[who]);
}

type RuleReactionsNeeds = TurnContext & Ruled & Pick<Reacted, 'reactions'>;
type Gives = Pick<
  Ruled,
  'resolvedSnapshot' | 'resolved' | 'rolls' | 'effects' | 'harmed' | 'fallsDue' | 'tableDue'
>;

/**
 * Rules what characters attempt in answer, and lets the other combatants act by their stat blocks. Only rules that strike by
 * themselves (SRD 5e) have something to decide here.
 */
export const ruleReactions = defineStep<RuleReactionsNeeds, Gives, Pick<TurnTools, 'events' | 'recorder'>>({
  name: 'rule-reactions',

  async run(draft, tools) {
    const { resolvedSnapshot, resolved, rolls, effects, harmed, fallsDue, tableDue, playbook, persona } =
      draft;
    const before: Gives = { resolvedSnapshot, resolved, rolls, effects, harmed, fallsDue, tableDue };
    if (playbook.mechanics.resolution.kind !== 'srd5e' || draft.playerText === '') return before;
    const played = playReactions(draft, draft, draft, tools);
    if (played === null || played.resolved === null) return before;
    const knowers = findWitnessingPersonas(played.snapshot, persona.id);
    const settled = settleTurn(draft, played.snapshot, tools.recorder);
    return {
      resolvedSnapshot: settled.snapshot,
      tableDue: settled.snapshot.ending === undefined ? tableDue : null,
      resolved:
        resolved === null
          ? played.resolved
          : {
              ...resolved,
              text: [resolved.text, played.resolved.text].filter((text) => text !== '').join(' '),
              rolls: [...resolved.rolls, ...played.resolved.rolls],
            },
      rolls: [...rolls, ...played.rolls],
      effects: [...effects, ...played.effects, ...settled.effects],
      harmed: [...new Set([...harmed, ...played.harmed])],
      fallsDue: [...new Set([...fallsDue, ...listAnnouncements(played.effects, knowers)])].filter(
        (text) => played.resolved?.text.includes(text) !== true,
      ),
    };
  },
});

/** Stands in for `react` where one model plays all characters. */
export function skipReactions(): Reacted {
  return { reactions: [], visibleActions: [] };
}

/** Stands in for `plan` where nothing is planned. */
export function skipPlan(): Planned {
  return { plan: null };
}
