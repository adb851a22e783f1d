import type { Decision } from '../audit.ts';
import { MAX_EXCHANGES, MIN_EXCHANGES } from '../conversation-window.ts';
import type { Segment } from '../segment.ts';
import {
  countExchanges,
  type Draft,
  type LoreEntry,
  listSentExchanges,
  SHORTENABLE_PROMPTS,
} from './draft.ts';
import { selectLines } from './lasting-lines.ts';
import { listPresent } from './write-people.ts';
import { listTies } from './write-state.ts';

/** Budget and measures by which a rung decides how far to cut. */
export type ReductionContext = {
  readonly budget: number;
  readonly tokens: (draft: Draft) => number;
  readonly tokensOf: (text: string) => number;
  /** Whether the budget is the model's window: then nothing may stay above it. */
  readonly isHard: boolean;
  /** Number of events older than the campaign that a draft tells. */
  readonly countHistory: (draft: Draft) => number;
};

type Step = {
  readonly draft: Draft;
  readonly decision: Decision;
  /**
   * Takes the cut back; null when a later cut stands in the way. Absent where the content is not worth the room that a later cut has
   * freed.
   */
  readonly undo?: (draft: Draft) => Draft | null;
};
/** One way to make a draft smaller; null when it has nothing left to give. */
type Rung = (draft: Draft, scale: ReductionContext) => Step | null;

/** The player's words are never cut below this. */
const LEAST_INPUT = 1200;
const LEAST_SENT = 1;
/** Cached content is cut for this many turns at once. */
const STEP = 4;
/** World and entry are only dropped above this share of the budget. */
const FAR_OVER = 1.5;

const CUT_MARK = ' […]';

/**
 * Order of cuts. Core and ruleset are on no rung. A lasting rung cuts cached content, so it cuts ahead for the next few turns
 * at once, instead of a little more every turn.
 */
const RUNGS: readonly { readonly rung: Rung; readonly lasting?: true }[] = [
  { rung: dropAbsentTies, lasting: true },
  { rung: dropHistory, lasting: true },
  { rung: dropBiographies, lasting: true },
  { rung: dropLore, lasting: true },
  { rung: dropExchangesTo(MIN_EXCHANGES), lasting: true },
  { rung: trimInput },
  { rung: compressState },
  { rung: dropLowestTier, lasting: true },
  { rung: useEssentials, lasting: true },
  { rung: dropExchangesTo(LEAST_SENT), lasting: true },
  { rung: dropPullOfThisTurn },
  { rung: dropScope('npc', 1) },
  { rung: dropScope('world', FAR_OVER) },
  { rung: dropScope('entry', FAR_OVER) },
  { rung: dropExchangesForWindow },
];

/**
 * Goes down the ladder, and on each rung only as far as it must. A late cut may free more than was needed; then earlier cuts of
 * people, exchanges and authored text that fit again are taken back, the latest first.
 */
export function reduceToBudget(
  draft: Draft,
  scale: ReductionContext,
): { readonly draft: Draft; readonly decisions: readonly Decision[] } {
  let current = draft;
  const steps: (Step & { readonly aim: number })[] = [];
  const growth = estimateGrowth(draft, scale);
  for (const { rung, lasting } of RUNGS) {
    const aim = lasting ? scale.budget - growth : scale.budget;
    while (scale.tokens(current) > aim) {
      const step = rung(current, scale);
      if (step === null) break;
      current = step.draft;
      steps.push({ ...step, aim });
    }
  }
  const kept = [...steps];
  for (const step of [...steps].reverse()) {
    const restored = step.undo?.(current) ?? null;
    if (restored === null || scale.tokens(restored) > Math.min(step.aim, scale.budget - growth)) continue;
    current = restored;
    kept.splice(kept.indexOf(step), 1);
  }
  return { draft: current, decisions: mergeDecisions(kept.map(({ decision }) => decision)) };
}

/**
 * Estimates how many tokens the conversation will gain until it reaches the next multiple of `STEP`. Every turn up to there plans for
 * the same size and so makes the same cuts.
 */
function estimateGrowth(draft: Draft, { tokensOf }: ReductionContext): number {
  const sent = listSentExchanges(draft);
  if (sent.length === 0) return 0;
  const said = sent.reduce((sum, { player, narration }) => sum + tokensOf(player) + tokensOf(narration), 0);
  const planned = Math.min(MAX_EXCHANGES, Math.ceil(sent.length / STEP) * STEP);
  return Math.round((said / sent.length) * Math.max(0, planned - sent.length));
}

function dropAbsentTies(draft: Draft): Step | null {
  const { packet, personaId } = draft.input;
  const settled = (['absent_tie', 'own_tie'] as const).flatMap((kind) =>
    selectLines(draft.lasting, kind),
  ).length;
  const count = draft.absentTies ? Math.max(settled, listTies(packet, personaId, false).length) : 0;
  if (count === 0) return null;
  return { draft: { ...draft, absentTies: false }, decision: { type: 'absent-ties-dropped', count } };
}

function dropHistory(draft: Draft, { countHistory }: ReductionContext): Step | null {
  const count = countHistory(draft);
  if (count === 0) return null;
  return { draft: { ...draft, history: false }, decision: { type: 'history-dropped', count } };
}

/** Sheets of people who have left go first, then lore about people who are not here; one at a time. */
function dropBiographies(draft: Draft): Step | null {
  const gone = draft.sheets.findLast(({ isHere }) => !isHere);
  if (gone !== undefined) {
    return {
      draft: { ...draft, sheets: draft.sheets.filter((sheet) => sheet !== gone) },
      decision: { type: 'biographies-dropped', ids: [gone.member.id], loreIds: [] },
    };
  }
  const present = listPresent(draft.input.packet);
  const entry = draft.lore.findLast(
    (one) => one.personId !== undefined && !present.has(one.personId) && !isOfThisTurn(draft, one),
  );
  if (entry === undefined) return null;
  return {
    draft: { ...draft, lore: draft.lore.filter((one) => one !== entry) },
    decision: { type: 'biographies-dropped', ids: [], loreIds: [entry.id] },
  };
}

/**
 * Records pulled for earlier turns go first, oldest first and those of a few exchanges together; then what SceneLore was made of, the
 * lowest rank first.
 */
function dropLore(draft: Draft): Step | null {
  const isOldPull = (one: LoreEntry) => one.kind === 'pull' && !isOfThisTurn(draft, one);
  const oldest = draft.lore.find(isOldPull);
  const lowest = draft.lore.findLast(({ kind }) => kind === 'materialised');
  const end = nextStep(oldest?.exchange ?? 0);
  const goes = (one: LoreEntry) =>
    oldest === undefined
      ? one === lowest
      : one === oldest || (isOldPull(one) && one.exchange !== undefined && one.exchange < end);
  const ids = draft.lore.filter(goes).map(({ id }) => id);
  if (ids.length === 0) return null;
  const lore = draft.lore.filter((one) => !goes(one));
  return { draft: { ...draft, lore }, decision: { type: 'lore-dropped', ids } };
}

function dropPullOfThisTurn(draft: Draft): Step | null {
  const last = draft.lore.findLast((one) => isOfThisTurn(draft, one));
  if (last === undefined) return null;
  const lore = draft.lore.filter((one) => one !== last);
  return { draft: { ...draft, lore }, decision: { type: 'lore-dropped', ids: [last.id] } };
}

function isOfThisTurn({ input }: Draft, { kind, exchange }: LoreEntry): boolean {
  return kind === 'pull' && exchange !== undefined && exchange >= countExchanges(input);
}

/** Exchanges go in steps, so that the start of the conversation stands still for a few turns. */
function dropExchangesTo(least: number): Rung {
  return (draft) => {
    const { input, exchangesFrom } = draft;
    const from = Math.min(nextStep(exchangesFrom), countExchanges(input) - least);
    if (from <= exchangesFrom) return null;
    const smaller = { ...draft, exchangesFrom: from };
    const left = listSentExchanges(smaller).length;
    return {
      draft: smaller,
      decision: { type: 'exchanges-dropped', count: from - exchangesFrom, left },
      // Only the last step can be taken back: exchanges are sent without gaps.
      undo: (now) => (now.exchangesFrom === from ? { ...now, exchangesFrom } : null),
    };
  };
}

/** Drops world, entry and the last exchange as well, when the window itself is too small. */
function dropExchangesForWindow(draft: Draft, scale: ReductionContext): Step | null {
  if (!scale.isHard) return null;
  return (
    dropScope('world', 1)(draft, scale) ??
    dropScope('entry', 1)(draft, scale) ??
    dropExchangesTo(0)(draft, scale)
  );
}

function nextStep(exchange: number): number {
  return (Math.floor(exchange / STEP) + 1) * STEP;
}

function trimInput(draft: Draft, { budget, tokens, tokensOf }: ReductionContext): Step | null {
  const { playerText } = draft;
  const words = playerText.endsWith(CUT_MARK) ? playerText.slice(0, -CUT_MARK.length) : playerText;
  if (words.length <= LEAST_INPUT) return null;
  const over = tokens(draft) - budget;
  const perToken = words.length / Math.max(1, tokensOf(words));
  const kept = Math.max(LEAST_INPUT, Math.floor(words.length - over * perToken - CUT_MARK.length));
  const text = `${words.slice(0, kept).trimEnd()}${CUT_MARK}`;
  return {
    draft: { ...draft, playerText: text },
    decision: { type: 'input-trimmed', fromCharacters: playerText.length, toCharacters: text.length },
    undo: (now) => ({ ...now, playerText }),
  };
}

function compressState(draft: Draft, { tokens }: ReductionContext): Step | null {
  if (draft.stateCompressed) return null;
  const compressed = { ...draft, stateCompressed: true };
  const [fromTokens, toTokens] = [tokens(draft), tokens(compressed)];
  return {
    draft: compressed,
    decision: { type: 'game-state-compressed', fromTokens, toTokens },
    undo: (now) => ({ ...now, stateCompressed: false }),
  };
}

function dropLowestTier(draft: Draft): Step | null {
  const tier = Math.max(0, ...draft.sheets.map(({ member }) => member.tier));
  if (tier <= 1) return null;
  const ids = draft.sheets.filter(({ member }) => member.tier === tier).map(({ member }) => member.id);
  const sheets = draft.sheets.filter(({ member }) => member.tier < tier);
  return {
    draft: { ...draft, sheets },
    decision: { type: 'npc-tier-dropped', tier, ids },
    undo: (now) => {
      if (now.dropped.has('npc')) return null;
      const restored = draft.sheets.filter(
        (sheet) => sheet.member.tier === tier || now.sheets.includes(sheet),
      );
      return { ...now, sheets: restored };
    },
  };
}

/** Scopes whose segments may be said in their essentials, in that order. */
const SHORTENABLE_SCOPES = ['npc', 'world', 'entry', 'ruleset'] as const;

/** Shortens our own prompts first, then one segment after another: people furthest back, world, entry, ruleset. */
function useEssentials(draft: Draft): Step | null {
  const prompt = SHORTENABLE_PROMPTS.find((one) => !draft.briefPrompts.has(one));
  if (prompt !== undefined) {
    return {
      draft: { ...draft, briefPrompts: new Set([...draft.briefPrompts, prompt]) },
      decision: { type: 'essentials-used', of: 'prompts', id: prompt, reason: 'over-budget' },
      undo: (now) => ({ ...now, briefPrompts: without(now.briefPrompts, prompt) }),
    };
  }
  const segment = listShortenable(draft)[0];
  if (segment === undefined) return null;
  return {
    draft: { ...draft, briefSegments: new Set([...draft.briefSegments, segment.id]) },
    decision: { type: 'essentials-used', of: 'segments', id: segment.id, reason: 'over-budget' },
    undo: (now) =>
      now.dropped.has(segment.scope)
        ? null
        : { ...now, briefSegments: without(now.briefSegments, segment.id) },
  };
}

function without<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  return new Set([...items].filter((one) => one !== item));
}

/** Segments that would get shorter, in the order in which they are shortened. */
export function listShortenable({ segments, sheets, briefSegments }: Draft): readonly Segment[] {
  const described = new Set(sheets.map(({ member }) => member.id));
  return SHORTENABLE_SCOPES.flatMap((scope) =>
    segments
      .filter((segment) => segment.scope === scope && !briefSegments.has(segment.id))
      .filter(({ refId }) => scope !== 'npc' || described.has(refId))
      .filter(({ text, essentials }) => typeof essentials === 'string' && essentials.length < text.length)
      .sort((one, other) => (other.tier ?? 0) - (one.tier ?? 0)),
  );
}

function dropScope(scope: 'npc' | 'world' | 'entry', share: number): Rung {
  return (draft, { budget, tokens }) => {
    const isThere =
      scope === 'npc' ? draft.sheets.length > 0 : draft.segments.some((each) => each.scope === scope);
    if (!isThere || draft.dropped.has(scope) || tokens(draft) <= budget * share) return null;
    const dropped = new Set([...draft.dropped, scope]);
    return {
      draft: { ...draft, dropped },
      decision: { type: 'scope-dropped', scope },
      undo: (now) => ({ ...now, dropped: without(now.dropped, scope) }),
    };
  };
}

/** Merges the steps of one rung into one decision. Essentials stay apart: each is a warning of its own. */
function mergeDecisions(decisions: readonly Decision[]): readonly Decision[] {
  const merged: Decision[] = [];
  for (const decision of decisions) {
    const last = merged.at(-1);
    const both = last === undefined ? null : joinDecisions(last, decision);
    if (both === null) merged.push(decision);
    else merged[merged.length - 1] = both;
  }
  return merged;
}

function joinDecisions(before: Decision, after: Decision): Decision | null {
  if (before.type === 'input-trimmed' && after.type === 'input-trimmed') {
    return { ...after, fromCharacters: before.fromCharacters };
  }
  if (before.type === 'lore-dropped' && after.type === 'lore-dropped') {
    return { ...after, ids: [...before.ids, ...after.ids] };
  }
  if (before.type === 'biographies-dropped' && after.type === 'biographies-dropped') {
    const [ids, loreIds] = [
      [...before.ids, ...after.ids],
      [...before.loreIds, ...after.loreIds],
    ];
    return { ...after, ids, loreIds };
  }
  if (before.type === 'exchanges-dropped' && after.type === 'exchanges-dropped') {
    return { ...after, count: before.count + after.count };
  }
  return null;
}
