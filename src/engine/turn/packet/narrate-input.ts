import type { ContextPacket, GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { CallType } from '#engine/contracts/reading.ts';
import type { TurnInput } from '#engine/domain/turn.ts';
import type { LastingChoice } from '#engine/prompt/assemble.ts';
import { isWindowCut } from '#engine/prompt/conversation-window.ts';
import type { Segment } from '#engine/prompt/segment.ts';
import type { TrackedSheet } from '#engine/prompt/track-sheets.ts';
import { selectNotes } from '#engine/state/choices.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { viewAsTable } from '../acting-persona.ts';
import type { Planned, Reacted, ReadingResult, Recalled, Ruled, TurnContext } from '../context.ts';
import { readOpening, readPrologueHere } from '../playbook.ts';
import { UNTOLD, YEAR_END } from '../rule/elapsed-time.ts';
import { isChapterStart, readGmDirection } from '../rule/gm-direction.ts';
import { findNewEnding } from '../rule/settle-turn.ts';
import { listOffers } from '../rule/triggers.ts';
import { describeAction } from '../rule/validate-actions.ts';
import { buildContextPacket, keepLatestNotes } from './context-packet.ts';

/** Everything the steps before the narrator have laid out. */
export type ReadyToNarrate = TurnContext & ReadingResult & Recalled & Ruled & Reacted & Planned;

/** Gathers what the narrator writes from. What the player has not learnt is only in `secrets`. */
export function buildNarrateInput(
  draft: ReadyToNarrate,
  secrets: GameMasterSecrets | null,
  sheets: readonly TrackedSheet[] = [],
): NarrateInput {
  const { resolvedSnapshot, playbook, sceneLore, persona, plan, reading, snapshot } = draft;
  const view = viewAsTable(resolvedSnapshot, draft);
  // The first narration after a failed opening begins the story as well.
  const isFirst = draft.lease.turn.input.kind === 'opening' || draft.lastNarrated === 0;
  const present = new Set<string>(view.scene.presentIds);
  // A speaker whom the party has left in the same turn is in no list of people; the name says who it was.
  const nameSpeaker = <Said extends { readonly saidBy: string | null }>(said: Said): Said =>
    said.saidBy === null || present.has(said.saidBy)
      ? said
      : { ...said, saidBy: view.entities[said.saidBy]?.name ?? said.saidBy };
  return {
    callType: chooseCallType(draft),
    personaId: persona.id,
    playerText: draft.playerText,
    playerActs: draft.actions.map(describeAction),
    opening: isFirst ? readOpening(playbook, resolvedSnapshot) : null,
    prologueHere: readPrologueHere(playbook, resolvedSnapshot),
    ...(isFirst ? {} : { prologue: readOpening(playbook, resolvedSnapshot).prologue ?? '' }),
    packet: withTableNotes(
      buildContextPacket({
        ...draft,
        snapshot: resolvedSnapshot,
        view,
        sheets,
        knowers: findWitnessingPersonas(resolvedSnapshot, persona.id),
      }),
      draft.lease.turn.input,
    ),
    ...(playbook.mechanics.conversation === 'none' ? { ...draft.said, conversation: [] } : draft.said),
    loreBoundary: sceneLore.since,
    outcome: draft.resolved,
    done: [...draft.done],
    actions: [...draft.visibleActions],
    plan:
      plan === null
        ? null
        : { beats: plan.beats, tensionMove: plan.tension_move, suggestions: plan.next_suggestions },
    revealed: draft.revealed.map(nameSpeaker),
    ...(draft.responses.length === 0 ? {} : { responses: draft.responses.map(nameSpeaker) }),
    ...describeEnding(draft),
    ...describeOffers(draft),
    fallsDue: [...draft.fallsDue],
    span: describeSpan(draft.span.fixed),
    briefing: buildBriefing(draft),
    ...readGmDirection(draft),
    ...(playbook.templates.length === 0 ? {} : { templates: [...playbook.templates] }),
    blocked: [...draft.blocked],
    refusedBefore: [...(snapshot.planning.refused ?? [])],
    notes: selectNotes(snapshot.planning, findWitnessingPersonas(resolvedSnapshot, persona.id)),
    assumptions: reading.assumptions,
    notices: reading.notices,
    rolled: draft.rolled,
    secrets,
    tableDue: draft.tableDue?.type ?? null,
    language: draft.language,
    eventTypes: [...playbook.eventTypes],
  };
}

/** Adds the notes of this turn to those the table has agreed on. */
function withTableNotes(packet: ContextPacket, input: TurnInput): ContextPacket {
  if (input.kind !== 'story' || input.tableNotes === undefined) return packet;
  const notes = [packet.calibration.notes, input.tableNotes].filter((text) => text !== '').join('\n');
  return { ...packet, calibration: { ...packet.calibration, notes } };
}

/**
 * Chooses the lines for the cached part of the prompt. They stay as they were settled before. New ones are chosen where the cache
 * is written anew in any case: at a boundary of SceneLore, and where the conversation is cut. With several personas none are
 * settled, because each turn is told with the knowledge of its own persona.
 */
export function chooseLasting({
  sceneLore: { exchange, since, lasting },
  snapshot: { personas },
}: Pick<ReadyToNarrate, 'sceneLore' | 'snapshot'>): LastingChoice {
  if (personas.length > 1) return { before: [], anew: 'none' };
  if (lasting === undefined || isWindowCut(exchange, since)) return { before: [], anew: 'all' };
  return { before: lasting, anew: exchange === since ? 'place' : 'none' };
}

/** The ending that the rules have reached in this turn, before it is told. */
function describeEnding({ snapshot, resolvedSnapshot }: ReadyToNarrate): Pick<NarrateInput, 'ending'> {
  const ending = findNewEnding(snapshot, resolvedSnapshot);
  return ending === null ? {} : { ending: { title: ending.title, epilogue: ending.epilogue } };
}

function describeOffers(draft: ReadyToNarrate): Pick<NarrateInput, 'offers'> {
  const offers = listOffers({ ...draft, snapshot: draft.resolvedSnapshot });
  return offers.length === 0 ? {} : { offers: [...offers] };
}

/** Minutes in words of the engine; a turn of a minute or so needs none. */
function describeSpan(minutes: number): string {
  if (minutes <= 1) return '';
  if (minutes < 120) return `${minutes} minutes`;
  const [size, unit] = minutes < 2880 ? [60, 'hours'] : [1440, 'days'];
  const whole = Math.round(minutes / size);
  return `${minutes % size === 0 ? '' : 'about '}${whole} ${unit}`;
}

/**
 * Chooses the call type. The engine knows when a roll is told, a chapter begins, a year ends or a fight is on; the Reading says
 * the rest.
 */
function chooseCallType(draft: ReadyToNarrate): CallType {
  const { rolled, lastNarrated, recent, reading, effects, snapshot, resolvedSnapshot } = draft;
  if (rolled !== null) return 'roll_result';
  if (isChapterStart({ ...draft, snapshot: draft.resolvedSnapshot })) return 'chapter_start';
  const endsNow = effects.some(
    (effect) => effect.type === 'chronicle-entry' && effect.entry.type === YEAR_END,
  );
  const hasEnded = recent.some(
    ({ type, scene, tags }) => type === YEAR_END && tags.includes(UNTOLD) && scene.index >= lastNarrated,
  );
  if (endsNow || hasEnded) return 'year_end';
  return snapshot.combat === null && resolvedSnapshot.combat === null ? reading.call_type : 'battle';
}

/** Builds the report of a chapter's opening or a year's end: the chapter before, the accounts. */
function buildBriefing(draft: ReadyToNarrate): string[] {
  const callType = chooseCallType(draft);
  if (callType === 'chapter_start') return describeChapterBefore(draft);
  if (callType !== 'year_end') return [];
  const accounts = Object.values(draft.snapshot.economy.accounts);
  return accounts.map(({ name, balance, currency }) => `${name}: ${balance} ${currency}`);
}

/** Describes the chapter before. A chapter that ends in this very turn has no summary yet but its running notes. */
function describeChapterBefore({ snapshot, resolvedSnapshot, lastChapter }: ReadyToNarrate): string[] {
  const endsNow = resolvedSnapshot.chapter.number > snapshot.chapter.number;
  const before = endsNow ? keepLatestNotes(snapshot.runningSummary) : (lastChapter ?? '');
  return before === '' ? [] : [before];
}

/** Segments of characters under the ids they have in this campaign: packs know them by another. */
export function toCampaignSegments(segments: readonly Segment[], { entities }: Snapshot): readonly Segment[] {
  const byPackId = new Map<string, string>(
    Object.values(entities).flatMap(({ id, packEntityId }) =>
      packEntityId === undefined ? [] : [[packEntityId, id]],
    ),
  );
  return segments.map((segment) => {
    if (segment.scope !== 'npc') return segment;
    return { ...segment, refId: byPackId.get(segment.refId) ?? segment.refId };
  });
}
