import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Tier } from '#engine/llm/models.ts';
import {
  isPromptId,
  PROMPT_IDS,
  type PromptId,
  type PromptVariables,
  SPLIT,
  type SplitPromptId,
  SUPPLIED,
} from './prompt-ids.ts';
import {
  findMisplacedVariables,
  findPurpose,
  type PromptFile,
  type PromptParts,
  type Purpose,
  parsePromptFile,
} from './registry/prompt-file.ts';
import { renderTemplate } from './registry/template.ts';

/** Length of a prompt: all of it, or its essentials when the budget is tight. */
export type Variant = 'full' | 'essentials';

/** Version of a prompt that was used, as recorded with every call. */
export type PromptVersion = {
  readonly id: PromptId;
  readonly version: number;
  /** SHA-256 of the file. */
  readonly hash: string;
};

/** One version of one prompt. */
export type Prompt<Id extends PromptId = PromptId> = PromptVersion & {
  readonly id: Id;
  readonly purpose: { readonly kind: Purpose; readonly name: string };
  readonly about: string;
  readonly tier: Tier;
  readonly maxTokens: number;
  readonly outcomeTokens: number;
  readonly variables: readonly string[];
  readonly parts: Readonly<Record<Variant, PromptParts>>;
};

/** The versions a campaign or a replay holds on to; everything not named here uses its newest version. */
export type PromptPins = { readonly [Id in PromptId]?: number };

/** The prompts of the engine, checked whole when they were loaded. */
export type PromptRegistry = {
  /** Every version of every prompt, by id and then oldest first. */
  readonly list: () => readonly Prompt[];
  readonly versions: (id: PromptId) => readonly Prompt[];
  /** The pinned version, or the newest. A version that does not exist throws `UnknownPromptVersion`. */
  readonly get: <Id extends PromptId>(id: Id, pins?: PromptPins) => Prompt<Id>;
};

/** Pins with a version that is still there, and those that were left out because theirs is gone. */
type SettledPins = {
  readonly pins: PromptPins;
  /** `narrate v1`, for the recording. Their prompts are used in the newest version. */
  readonly lost: readonly string[];
};

/** Leaves out pins to versions that no longer exist, so that an old campaign goes on with the newest. */
export function settlePins(pins: Readonly<Record<string, number>>, prompts: PromptRegistry): SettledPins {
  const known = new Set(prompts.list().map(({ id, version }) => `${id} v${version}`));
  const named = Object.entries(pins).map(([id, version]) => ({ id, version, name: `${id} v${version}` }));
  const kept = named.filter(({ name }) => known.has(name));
  return {
    // Every name that is kept is the id of a prompt.
    pins: Object.fromEntries(kept.map(({ id, version }) => [id, version])) as PromptPins,
    lost: named.filter(({ name }) => !known.has(name)).map(({ name }) => name),
  };
}

type RenderedPrompt = { readonly system: string; readonly user: string };

/** Reports prompt files the engine cannot use; the message names each file and its fault. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reports a pin that names a version which does not exist. */
export class UnknownPromptVersion extends Error {
  override readonly name = 'UnknownPromptVersion';
}

/** Reads `<folder>/<id>/vN.md`, all of them. Throws `PromptError` with every problem of every file. */
export function loadPrompts(folder: string): PromptRegistry {
  const problems: string[] = [];
  const prompts = new Map<PromptId, Prompt[]>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    if (isPromptId(entry.name)) prompts.set(entry.name, readVersions(folder, entry.name, problems));
    else problems.push(`${folder}/${entry.name}: nothing in the engine speaks with a prompt of this name`);
  }
  for (const id of PROMPT_IDS) {
    if (!prompts.has(id)) problems.push(`${folder}/${id}/v1.md: is missing`);
  }
  if (problems.length > 0) throw new PromptError(problems);
  return registryOf(prompts);
}

/** Writes a prompt out with its variables. */
export function renderPrompt<Id extends PromptId>(
  prompt: Prompt<Id>,
  variables: PromptVariables<Id>,
  variant: Variant = 'full',
): RenderedPrompt {
  const { system, user } = prompt.parts[variant];
  return {
    system: system === null ? '' : renderTemplate(system, variables),
    user: user === null ? '' : renderTemplate(user, variables),
  };
}

/** Renders one part of a prompt whose parts are rendered apart. */
export function renderPart<Id extends SplitPromptId, Part extends 'system' | 'user'>(
  prompt: Prompt<Id>,
  part: Part,
  variables: Readonly<Record<(typeof SPLIT)[Id][Part][number], string>>,
  variant: Variant = 'full',
): string {
  const template = prompt.parts[variant][part];
  return template === null ? '' : renderTemplate(template, variables);
}

function readVersions(folder: string, id: PromptId, problems: string[]): Prompt[] {
  const prompts: Prompt[] = [];
  for (const name of readdirSync(join(folder, id)).sort()) {
    const path = `${folder}/${id}/${name}`;
    const version = Number(/^v([1-9]\d*)\.md$/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(version)) {
      problems.push(`${path}: is no version of a prompt; name it v1.md, v2.md and so on`);
      continue;
    }
    const parsed = parsePromptFile(readFileSync(path, 'utf8'), SUPPLIED[id]);
    const misplaced =
      parsed.file === null || !isSplit(id) ? [] : findMisplacedVariables(parsed.file, SPLIT[id]);
    problems.push(...[...parsed.problems, ...misplaced].map((problem) => `${path}: ${problem}`));
    if (parsed.file !== null) prompts.push(promptOf(id, version, parsed.file));
  }
  if (prompts.length === 0 && problems.length === 0) problems.push(`${folder}/${id}/v1.md: is missing`);
  return prompts.sort((a, b) => a.version - b.version);
}

function isSplit(id: PromptId): id is SplitPromptId {
  return Object.hasOwn(SPLIT, id);
}

function promptOf(id: PromptId, version: number, { head, full, essentials, hash }: PromptFile): Prompt {
  return {
    id,
    version,
    hash,
    purpose: findPurpose(head),
    about: head.about,
    tier: head.tier,
    maxTokens: head.max_tokens,
    outcomeTokens: head.outcome_tokens ?? 0,
    variables: head.variables,
    parts: { full, essentials },
  };
}

function registryOf(prompts: ReadonlyMap<PromptId, readonly Prompt[]>): PromptRegistry {
  const versions = (id: PromptId): readonly Prompt[] => prompts.get(id) ?? [];
  return {
    list: () => PROMPT_IDS.flatMap(versions),
    versions,
    get<Id extends PromptId>(id: Id, pins: PromptPins = {}): Prompt<Id> {
      const pinned = pins[id];
      const all = versions(id);
      const found = pinned === undefined ? all.at(-1) : all.find(({ version }) => version === pinned);
      if (found === undefined) {
        const known = all.map(({ version }) => `v${version}`).join(', ');
        throw new UnknownPromptVersion(`The prompt ${id} has no version v${pinned}; there are ${known}.`);
      }
      // The map files every prompt under its own id.
      return found as Prompt<Id>;
    },
  };
}

/** A registry that follows its files, for writing prompts while the server runs. */
type ReloadingRegistry = {
  readonly prompts: PromptRegistry;
  readonly close: () => void;
};

/** Editors write a file in several goes; they are taken for one change. */
const SETTLE_MS = 50;

/**
 * Loads prompts and loads them again when a file changes. Files that do not load are reported and change nothing: the last
 * good ones stay in use.
 */
export function createReloadingRegistry(
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
