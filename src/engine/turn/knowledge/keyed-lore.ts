import type { KeyMatch } from '#retrieval/keyed-lore.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import type { PullWithVisibility } from '#retrieval/materialise-scene-lore.ts';
import { SCENE_LORE_TOKENS } from '#retrieval/scene-lore.ts';
import type { TurnContext } from '../context.ts';
import { readOpening } from '../playbook.ts';
import { buildSearchScope } from './search-signals.ts';

/** Exchanges in which keys are looked for, beside the player's words. */
const EXCHANGES = 4;
/** Limits of what one turn adds by keys, and of what is always there. */
const MOST_SAID = { pieces: 6, tokens: 1_500 };
const MOST_ALWAYS = { pieces: 40, tokens: Math.floor(SCENE_LORE_TOKENS / 3) };

type Context = Omit<TurnContext, 'earlySearch'>;

/** Finds the lore that is wanted by the player's words and the last exchanges; before the first, by the prologue. */
export function matchLoreKeys(context: Context): KeyMatch {
  const { playbook, said, playerText, snapshot } = context;
  const exchanges = said.conversation
    .slice(-EXCHANGES)
    .flatMap(({ player, narration }) => [player, narration]);
  const prologue = exchanges.length === 0 ? (readOpening(playbook, snapshot).prologue ?? '') : '';
  return playbook.keyedLore.match([prologue, ...exchanges, playerText], buildSearchScope(context).viewer);
}

/** Lists the pulls for lore whose key was said, but for what is loaded. */
export function pullSaid({ said }: KeyMatch, loaded: readonly string[]): readonly PullWithVisibility[] {
  const fresh = said.map(({ chunk }) => chunk).filter(({ id }) => !loaded.includes(id));
  return takeFitting(fresh, MOST_SAID).map(toPull);
}

/** Lists the pulls for lore that is always there. */
export function pullAlways({ always }: KeyMatch): readonly PullWithVisibility[] {
  return takeFitting(always, MOST_ALWAYS).map(toPull);
}

function takeFitting(
  chunks: readonly LoreChunk[],
  most: { readonly pieces: number; readonly tokens: number },
): readonly LoreChunk[] {
  let left = most.tokens;
  const fitting = chunks.filter(({ tokens }) => {
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return fitting.slice(0, most.pieces);
}

function toPull({ id, title, text, tokens, isHidden }: LoreChunk): PullWithVisibility {
  return { type: 'lore', id, title, text, tokens, isHidden };
}
