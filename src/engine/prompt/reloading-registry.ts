import { watch } from 'node:fs';
import { loadPrompts, PromptError, type PromptRegistry } from './registry.ts';

/** A registry that follows its files, for writing prompts while the server runs. */
export type ReloadingRegistry = {
  readonly prompts: PromptRegistry;
  readonly close: () => void;
};

/** Editors write a file in several goes; they are taken for one change. */
const SETTLE_MS = 50;

/**
 * Loads prompts and loads them again when a file changes. Files that do not load are reported and change nothing: the last
 * good ones stay in use.
 */
export function reloadingPrompts(
  folder: string,
  report: (change: { readonly loaded: number } | { readonly problems: readonly string[] }) => void,
): ReloadingRegistry {
  let current = loadPrompts(folder);
  let timer: NodeJS.Timeout | undefined;

  const reload = (): void => {
    try {
      current = loadPrompts(folder);
      report({ loaded: current.list().length });
    } catch (error) {
      report({ problems: error instanceof PromptError ? error.problems : [String(error)] });
    }
  };
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE_MS);
  });

  return {
    prompts: {
      list: () => current.list(),
      versions: (id) => current.versions(id),
      get: (id, pins) => current.get(id, pins),
    },
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
