import { within } from './scene/within.ts';
import type {
  Boundary,
  Discoverable,
  HiddenBriefing,
  Passage,
  Pull,
  PullLogEntry,
  SceneLore,
  ThreadConnection,
  VisibleBriefing,
} from './scene-lore.ts';
import { SCENE_LORE_TOKENS } from './scene-lore.ts';

/** A record and who may read it. */
export type SeenPull = Pull & { readonly isHidden: boolean };

/** What is known of a character who is there: what shows, and what does not. */
export type Briefing = { readonly visible: VisibleBriefing; readonly hidden: HiddenBriefing };

export type SceneMaterial = {
  readonly boundary: Boundary;
  readonly placeId: string | null;
  readonly exchange: number;
  /** The log so far; its latest entries go on. */
  readonly pullLog: readonly PullLogEntry[];
  /** What this very exchange asked for: it outlives the boundary it caused. */
  readonly pulls: readonly SeenPull[];
  /** Most important first, each of them. */
  readonly briefings: readonly Briefing[];
  readonly discoverables: readonly Discoverable[];
  readonly threads: readonly ThreadConnection[];
  readonly atmosphere: readonly Passage[];
};

/** So many pulls from before a boundary stay in the log: each scene keeps its own, so a longer one would be written again and again. */
const LOGGED_BEFORE = 32;

/** Made at a boundary, it leaves two thirds of the budget to what will be pulled. */
const MATERIALISED_TOKENS = Math.floor(SCENE_LORE_TOKENS / 3);

/**
 * Makes SceneLore at a boundary: what was just asked for, then who is there, what can be found, what it has to do with
 * the story, and what the place is like, each as far as the budget reaches.
 */
export function materialiseSceneLore(material: SceneMaterial): SceneLore {
  const { boundary, placeId, exchange } = material;
  const pulls = within(SCENE_LORE_TOKENS, material.pulls);
  const rest = Math.min(MATERIALISED_TOKENS, SCENE_LORE_TOKENS - pulls.tokens);
  const briefings = within(rest, material.briefings, ({ visible, hidden }) => visible.tokens + hidden.tokens);
  const discoverables = within(rest - briefings.tokens, material.discoverables);
  const threads = within(rest - briefings.tokens - discoverables.tokens, material.threads);
  const spent = briefings.tokens + discoverables.tokens + threads.tokens;
  const atmosphere = within(rest - spent, material.atmosphere);
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
      threads: threads.taken,
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
