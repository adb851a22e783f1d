import { canonicalJson } from '#engine/kit/canonical-json.ts';
import type { ContextPacket } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Playbook } from '../playbook.ts';
import { castOf } from './cast-of.ts';
import { hiddenFrom } from './hidden-from.ts';
import { AGENCY_KINDS, type AgencyKind, type NarrationFacts, type WordLimits } from './narration-facts.ts';
import { thingsAndPlaces } from './things-and-places.ts';

/** What a turn knows when its narration is checked. */
export type NarrationSources = {
  /** The world before the turn, and once the rules have spoken. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly playbook: Pick<Playbook, 'mechanics' | 'rules' | 'secrets'>;
  readonly personaId: CharacterId;
  readonly input: Pick<
    NarrateInput,
    'callType' | 'playerText' | 'opening' | 'outcome' | 'rolled' | 'revealed'
  > & { readonly packet?: Pick<ContextPacket, 'lore'> };
  readonly rolls: readonly Roll[];
  /** The rows of the table that made this turn wait; none where it did not wait. */
  readonly offered?: readonly { readonly outcome: string }[];
  /** What the narrator proposes besides its prose; null while it is still being told. */
  readonly proposed: ProposedChanges | null;
  /** Secrets that stand in no snapshot: what lore can be discovered here. */
  readonly hiddenLore: readonly string[];
  /** What has come about lately as far as the persona knows: it may be told, whoever has a part in it. */
  readonly cameAbout?: readonly string[];
};

export type ProposedChanges = Pick<
  NarrateOutcome,
  'operations' | 'scene_characters' | 'scene_transition' | 'location'
>;

/** The facts a narration is held against, from the state and the packs. */
export function narrationFactsOf(sources: NarrationSources): NarrationFacts {
  return { ...settledFacts(sources), ...movableFacts(sources, sources.proposed) };
}

type Movable = ReturnType<typeof castOf> & ReturnType<typeof thingsAndPlaces>;

/** Who and what is where: what the narrator itself may move. */
function movableFacts(
  { before, after }: Pick<NarrationSources, 'before' | 'after'>,
  proposed: ProposedChanges | null,
): Movable {
  const touched = touchedBy(proposed);
  return { ...castOf(before, after, touched), ...thingsAndPlaces(before, after, touched) };
}

/** Facts once the narrator has said what it moves: the very same when that is nothing, so that what they were used for is still known. */
export function withMoved(
  facts: NarrationFacts,
  worlds: Pick<NarrationSources, 'before' | 'after'>,
  proposed: ProposedChanges,
): NarrationFacts {
  const { personas, present, absent, dead, held, otherItems, places, otherPlaces } = facts;
  const stood: Movable = { personas, present, absent, dead, held, otherItems, places, otherPlaces };
  const moved = movableFacts(worlds, proposed);
  return canonicalJson(moved) === canonicalJson(stood) ? facts : { ...facts, ...moved };
}

function settledFacts(sources: NarrationSources): Omit<NarrationFacts, keyof Movable> {
  const { playbook, input, rolls } = sources;
  return {
    ...hiddenFrom(sources),
    rolls,
    numbers: input.rolled === null ? [] : [input.rolled.value],
    row: rowOf(sources),
    playerWords: input.playerText === '' ? [] : [input.playerText],
    settled: settledBy(input),
    cameAbout: sources.cameAbout ?? [],
    guarded: guardedBy(playbook.mechanics, rolls),
    limits: limitsFor(input, playbook.mechanics),
  };
}

/** Every id the narrator's own changes name: what they move is not held against the prose. */
function touchedBy(proposed: ProposedChanges | null): ReadonlySet<string> {
  if (proposed === null) return new Set();
  const { operations, scene_characters: people, scene_transition: transition, location } = proposed;
  const written = JSON.stringify([operations, people, transition, location]);
  return new Set(written.match(/(?<=")[^"\\]+(?=")/g) ?? []);
}

/** A table waits in the scene before this one, or in the turn itself: either way the rows not hit must not be told. */
function rowOf({ before, offered = [], input: { rolled } }: NarrationSources): NarrationFacts['row'] {
  if (rolled === null) return null;
  const rows = before.pendingRoll?.rows ?? offered;
  return {
    outcome: rolled.outcome,
    others: rows.map(({ outcome }) => outcome).filter((text) => text !== rolled.outcome),
  };
}

function settledBy({ outcome, rolled, revealed, opening }: NarrationSources['input']): readonly string[] {
  const texts = [
    outcome?.text,
    ...(outcome?.consequences ?? []),
    rolled?.outcome,
    ...revealed,
    opening?.text,
    opening?.prologue,
  ];
  return texts.flatMap((text) => (text === undefined || text === null || text === '' ? [] : [text]));
}

/** Where inner voices roll, they may think and feel aloud; one that overrides has acted. */
function guardedBy({ resolution }: Mechanics, rolls: readonly Roll[]): readonly AgencyKind[] {
  if (resolution.kind !== 'aspect') return AGENCY_KINDS;
  if (rolls.some(({ total }) => total >= resolution.override_from)) return [];
  return AGENCY_KINDS.filter((kind) => kind !== 'think' && kind !== 'feel');
}

/** Openings, chapters, years, battles and the answer to a binding roll are the turning points of a story. */
const MAJOR: ReadonlySet<string> = new Set(['battle', 'roll_result', 'chapter_start', 'year_end']);
/** Below this share of the usual least, nothing was told. */
const SHARE_OF_TYPICAL = 0.125;

function limitsFor({ callType, opening }: NarrationSources['input'], { narration }: Mechanics): WordLimits {
  const isMajor = opening !== null || MAJOR.has(callType);
  return {
    fewest: Math.max(1, Math.floor(narration.typical_from * SHARE_OF_TYPICAL)),
    most: isMajor ? narration.most_in_major_scenes : narration.most,
  };
}
