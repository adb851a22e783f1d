import type { Logger } from 'pino';
import { createReloadingRegistry, loadPrompts, type PromptRegistry } from '#engine/prompt/registry.ts';

export type OpenPrompts = { readonly prompts: PromptRegistry; readonly close: () => void };

/** Opens the prompts of a folder. When watched, a change applies from the next call on, and a broken file is only logged. */
export function openPrompts(folder: string, logger: Logger, watched: boolean): OpenPrompts {
  if (!watched) return { prompts: loadPrompts(folder), close: () => {} };
  return createReloadingRegistry(folder, (change) => {
    if ('loaded' in change) logger.info({ prompts: change.loaded }, 'prompts reloaded');
    else logger.warn({ problems: change.problems }, 'prompts stay as they were');
  });
}
