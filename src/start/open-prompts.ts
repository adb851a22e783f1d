import type { Logger } from 'pino';
import { loadPrompts, type PromptRegistry } from '#engine/prompt/registry.ts';
import { reloadingPrompts } from '#engine/prompt/reloading-registry.ts';

export type OpenPrompts = { readonly prompts: PromptRegistry; readonly close: () => void };

/** The prompts of a folder; when they are watched, a change holds from the next call on and a broken file is only told of. */
export function openPrompts(folder: string, logger: Logger, watched: boolean): OpenPrompts {
  if (!watched) return { prompts: loadPrompts(folder), close: () => {} };
  return reloadingPrompts(folder, (change) => {
    if ('loaded' in change) logger.info({ prompts: change.loaded }, 'prompts reloaded');
    else logger.warn({ problems: change.problems }, 'prompts stay as they were');
  });
}
