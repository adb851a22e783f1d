import {
  type Boundary,
  type DiscoverableLore,
  type HiddenBriefing,
  type Passage,
  type Pull,
  type PullLogEntry,
  SCENE_LORE_TOKENS,
  type SceneLore,
  type ThreadConnection,
  type VisibleBriefing,
} from './scene-lore.ts';

type BudgetSelection<Item> = { readonly taken: readonly Item[]; readonly tokens: number };

/** Takes the first items that fit into a budget; skips one that does not fit in favour of a smaller one. */
function takeWithinBudget<Item extends { readonly tokens: number }>(
  budget: number,
  items: readonly Item[],
): BudgetSelection<Item>;
function takeWithinBudget<Item>(
  budget: number,
  items: readonly Item[],
  costOf: (item: Item) => number,
): BudgetSelection<Item>;
function takeWithinBudget<Item extends { readonly tokens?: number }>(
  budget: number,
  items: readonly Item[],
  costOf: (item: Item) => number = ({ tokens = 0 }) => tokens,
): BudgetSelection<Item> {
  const taken: Item[] = [];
  let tokens = 0;
  for (const item of items) {
    const cost = costOf(item);
    if (tokens + cost > budget) continue;
    taken.push(item);
    tokens += cost;
  }
  return { taken, tokens };
}

/** A record and who may read it. */
export type PullWithVisibility = Pull & { readonly isHidden: boolean };

/** Knowledge about a character who is present: the visible part and the hidden part. */
export type Briefing = { readonly visible: VisibleBriefing; readonly hidden: HiddenBriefing };

export type SceneMaterial = {
  readonly boundary: Boundary;
  readonly placeId: string | null;
  readonly exchange: number;
  /** The log so far; its latest entries go on. */
  readonly pullLog: readonly PullLogEntry[];
  /** Pulls requested by this very exchange; they outlive the boundary it caused. */
  readonly pulls: readonly PullWithVisibility[];
  /** Most important first, each of them. */
  readonly briefings: readonly Briefing[];
  readonly discoverables: readonly DiscoverableLore[];
  readonly threads: readonly ThreadConnection[];
  readonly atmosphere: readonly Passage[];
  /** Lore of earlier sessions, where one takes the story up again. */
  readonly session?: readonly Passage[];
};

/** So many pulls from before a boundary stay in the log: each scene keeps its own, so a longer one would be written again and again. */
const LOGGED_BEFORE = 32;

/** Made at a boundary, it leaves half of the budget to what will be pulled. */
const MATERIALISED_TOKENS = Math.floor(SCENE_LORE_TOKENS / 3);
/** Discoverables have a budget of their own, so that they take no room from the scene. */
const DISCOVERABLE_TOKENS = Math.floor(SCENE_LORE_TOKENS / 6);
/** So has what earlier sessions left behind. */
const SESSION_TOKENS = Math.floor(SCENE_LORE_TOKENS / 10);
/** The place and the threads have something for certain, however many people are there. */
const ATMOSPHERE_TOKENS = Math.floor(MATERIALISED_TOKENS / 3);

/**
 * Builds SceneLore at a boundary, each part as far as the budget reaches. The order is: pulls just requested, the place, the
 * first thread, people present, other threads. What can be discovered here has a budget of its own.
 */
export function materialiseSceneLore(material: SceneMaterial): SceneLore {
  const { boundary, placeId, exchange } = material;
  const pulls = takeWithinBudget(SCENE_LORE_TOKENS, material.pulls);
  const rest = Math.min(MATERIALISED_TOKENS, SCENE_LORE_TOKENS - pulls.tokens);
  const atmosphere = takeWithinBudget(Math.min(rest, ATMOSPHERE_TOKENS), material.atmosphere);
  const [first, ...others] = material.threads;
  const leading = takeWithinBudget(rest - atmosphere.tokens, first === undefined ? [] : [first]);
  const briefings = takeWithinBudget(
    rest - atmosphere.tokens - leading.tokens,
    material.briefings,
    ({ visible, hidden }) => visible.tokens + hidden.tokens,
  );
  const spent = atmosphere.tokens + leading.tokens + briefings.tokens;
  const further = takeWithinBudget(rest - spent, others);
  const threads = [...leading.taken, ...further.taken];
  const unspent = SCENE_LORE_TOKENS - pulls.tokens - spent - further.tokens;
  const session = takeWithinBudget(Math.min(SESSION_TOKENS, unspent), material.session ?? []);
  const discoverables = takeWithinBudget(
    Math.min(DISCOVERABLE_TOKENS, unspent - session.tokens),
    material.discoverables,
  );
  const pulled = (hidden: boolean) =>
    pulls.taken.filter(({ isHidden }) => isHidden === hidden).map(({ isHidden: _, ...pull }) => pull);
  return {
    version: 1,
    placeId,
    boundary,
    since: exchange,
    exchange,
    stale: null,
    visible: {
      audience: 'player',
      atmosphere: atmosphere.taken,
      briefings: briefings.taken.map(({ visible }) => visible),
      threads,
      ...(session.taken.length === 0 ? {} : { session: session.taken }),
      pulls: pulled(false),
    },
    hidden: {
      audience: 'gm',
      briefings: briefings.taken.map(({ hidden }) => hidden),
      discoverables: discoverables.taken,
      pulls: pulled(true),
    },
    pullLog: [
      ...material.pullLog.slice(-LOGGED_BEFORE),
      ...pulls.taken.map(({ type, id, tokens }) => ({ exchange, type, id, tokens })),
    ],
  };
}
