import { findWitnessingPersonas, writeSummary } from '#engine/state/knowledge.ts';
import { createPlayerView, createTableView, type PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Recalled, Ruled, TurnContext } from '../context.ts';
import { listLore } from '../packet/context-packet.ts';
import { writeFact } from '../packet/format-lines.ts';
import { readOpening } from '../playbook.ts';

/** Name and number of a character sheet, as players read them: `Harm` and `3`, `HP` and `12/20`, `Edge` and `+2`. */
export type SheetNumber = { readonly label: string; readonly value: string };

/**
 * Entity a secret is about. `isOwn`: it is a text of a character's own, which may not say whose it is. `title`: that of hidden lore
 * that was looked up.
 */
export type SecretSubject = { readonly id: string; readonly isOwn: boolean; readonly title?: string };

/** Everything the exact checks hold prose against, as plain values. */
export type ProseFacts = {
  /** Undiscovered texts: hidden facts, things people withhold, hidden lore. */
  readonly secrets: readonly string[];
  /** Subjects of secrets, by their texts; authors' notes have none. */
  readonly subjects?: ReadonlyMap<string, SecretSubject>;
  /**
   * Texts players were shown or wrote; nothing in them can be leaked. They are this turn's announcements (clock and deadline
   * texts, table rows, revealed facts), public facts and lore, earlier narration, and the player's own words.
   */
  readonly known: readonly string[];
  /** Internal labels of the ruleset and its records: alignments, personality types, tiers, internal names of bands. */
  readonly labels: readonly string[];
  readonly sheet: readonly SheetNumber[];
  /** Lines of the rolls that were made, as players read them. Their numbers may be told. */
  readonly rolls: readonly string[];
  /** Words a narration may have. */
  readonly lengths: { readonly most: number; readonly mostInMajorScenes: number };
  /** Openings, chapters, battles and answers to a binding roll may be longer. */
  readonly isMajorScene: boolean;
};

type FactSources = Pick<
  TurnContext,
  'snapshot' | 'playbook' | 'lease' | 'persona' | 'view' | 'said' | 'recent' | 'playerText'
> &
  Pick<Recalled, 'sceneLore'> &
  Pick<Ruled, 'resolvedSnapshot' | 'rolls' | 'rolled' | 'done' | 'fallsDue' | 'revealed' | 'resolved'> &
  Partial<Pick<Ruled, 'responses'>>;

/** Exchanges whose narration counts as known. */
const KNOWN_EXCHANGES = 12;

/** Gathers everything the prose of a turn is held against. What the engine itself announces this turn is known. */
export function gatherProseFacts(draft: FactSources, readers: 'table' | 'persona' = 'table'): ProseFacts {
  const { resolvedSnapshot, playbook, rolls, rolled, lease } = draft;
  const { narration } = playbook.mechanics;
  const hidden = gatherHiddenTexts(draft, readers);
  return {
    secrets: hidden.map(({ text }) => text),
    subjects: new Map(hidden.flatMap(({ text, subject }) => (subject === null ? [] : [[text, subject]]))),
    known: [...gatherKnownTexts(draft, readers), draft.playerText].filter((text) => text.trim() !== ''),
    labels: gatherLabels(resolvedSnapshot),
    sheet: gatherSheetNumbers(draft.persona.stats),
    rolls: rolls.map(({ line }) => line),
    lengths: { most: narration.most, mostInMajorScenes: narration.most_in_major_scenes },
    isMajorScene: rolled !== null || lease.turn.input.kind !== 'story' || resolvedSnapshot.combat !== null,
  };
}

/** Gathers the same for a text that only one persona's player reads: what the other personas alone know is hidden as well. */
export function gatherPrivateFacts(draft: FactSources): ProseFacts {
  return gatherProseFacts(draft, 'persona');
}

/**
 * Texts that readers have not discovered: hidden facts, what people withhold, hidden lore, what people work at in secret. At the table
 * only what all who perceive the turn know counts as discovered.
 */
function gatherHiddenTexts(
  draft: FactSources,
  readers: 'table' | 'persona',
): readonly { readonly text: string; readonly subject: SecretSubject | null }[] {
  const { resolvedSnapshot: after, sceneLore, playbook } = draft;
  const known = new Set<string>(viewFor(draft, readers).facts.map(({ id }) => id));
  const facts = Object.values(after.facts).filter(
    ({ id, visibility }) => visibility !== 'public' && !known.has(id),
  );
  const people = Object.values(after.entities).filter((entity) => entity.kind === 'character');
  return [
    ...facts.map((fact) => ({
      text: writeFact(fact, after),
      subject: { id: fact.subjectId, isOwn: false },
    })),
    ...people.flatMap(({ id, internal }) =>
      (internal.withholds ?? []).map((text) => ({ text, subject: { id, isOwn: true } })),
    ),
    ...Object.entries(after.agendas).map(([id, { goal }]) => ({ text: goal, subject: { id, isOwn: true } })),
    ...sceneLore.hidden.pulls.map(({ id, title, text }) => ({ text, subject: { id, isOwn: false, title } })),
    ...playbook.secrets.map((text) => ({ text, subject: null })),
  ];
}

function viewFor(
  { resolvedSnapshot: after, persona, playbook }: FactSources,
  readers: 'table' | 'persona',
): PlayerView {
  const create = readers === 'table' ? createTableView : createPlayerView;
  const view = create(after, persona.id, playbook.rules);
  if (isRejection(view)) throw new Error(view.reason);
  return view;
}

function gatherKnownTexts(draft: FactSources, readers: 'table' | 'persona'): readonly string[] {
  const { resolvedSnapshot: after, playbook, said, sceneLore, snapshot, persona } = draft;
  const knowers = readers === 'table' ? findWitnessingPersonas(after, persona.id) : [persona.id];
  const opening = readOpening(playbook, snapshot);
  return [
    ...describeView(viewFor(draft, readers)),
    ...said.conversation.slice(-KNOWN_EXCHANGES).flatMap(({ player, narration }) => [player, narration]),
    ...listLore(sceneLore).map(({ text }) => text),
    ...draft.recent.map(({ summary }) => summary),
    ...draft.done,
    ...draft.fallsDue,
    ...[...draft.revealed, ...(draft.responses ?? [])].map(({ text }) => text),
    ...(after.ending === undefined ? [] : [after.ending.title, after.ending.epilogue]),
    ...(draft.resolved === null ? [] : [draft.resolved.text, ...draft.resolved.consequences]),
    ...(draft.rolled === null ? [] : [draft.rolled.outcome]),
    ...(snapshot.pendingRoll?.rows.map(({ outcome }) => outcome) ?? []),
    opening.prologue ?? '',
    opening.text,
    opening.stakes,
    ...opening.goals,
    writeSummary(after, knowers),
  ];
}

/** Lists everything a player's view shows in words. */
function describeView(view: PlayerView): readonly string[] {
  return [
    ...view.facts.map((fact) => writeFact(fact, view)),
    ...view.threads.flatMap(({ title, stakes }) => [title, stakes]),
    ...view.missions.flatMap(({ title, objective }) => [title, objective]),
    ...view.deadlines.map(({ description }) => description),
    ...view.clocks.map(({ name }) => name),
    ...Object.values(view.entities).flatMap(({ name, description }) => [name, description]),
  ];
}

/** Gathers the alignments and personality types of all characters on record. */
function gatherLabels({ entities }: Snapshot): readonly string[] {
  const people = Object.values(entities).filter((entity): entity is Character => entity.kind === 'character');
  return [
    ...new Set(people.flatMap(({ internal: { alignment, mbti } }) => [alignment ?? '', mbti ?? ''])),
  ].filter((label) => label.trim() !== '');
}

/** Numbers of a stat block, one level deep, with the names players know them by. */
function gatherSheetNumbers(stats: Character['stats']): readonly SheetNumber[] {
  return Object.entries(stats).flatMap(([label, value]): SheetNumber[] => {
    const name = label.replaceAll('_', ' ');
    if (typeof value === 'number') return [{ label: name, value: String(value) }];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return Object.entries(value).flatMap(([inner, number]) =>
      typeof number === 'number' ? [{ label: inner.replaceAll('_', ' '), value: String(number) }] : [],
    );
  });
}
