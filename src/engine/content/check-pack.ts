import { parse } from 'node:path';
import { CONTENT_KINDS, type ContentKind, KIND_NAMES } from './format/content-kinds.ts';
import type { Override } from './library/content.ts';
import { buildLibrary } from './library.ts';
import type { PackFiles } from './pack-files.ts';
import { isError, type Problem } from './problem.ts';
import { parsePack, type ReadPack } from './read-pack.ts';
import { readPackFolders } from './reading/read-pack-files.ts';

/** Result of a check: every problem of the requested packs, and the contents they override. */
export type CheckReport = {
  /** The packs that were checked, by id; a pack without a usable manifest by its folder. */
  readonly checked: readonly string[];
  /** Root causes first: files that cannot be read and ids claimed twice. */
  readonly problems: readonly Problem[];
  /** Number of problems that only follow from root causes and are held back until those are repaired. */
  readonly heldBack: number;
  readonly overrides: readonly Override[];
  readonly isPlayable: boolean;
};

/**
 * Checks packs with everything that can be known about them, all problems in one run. `beside` names folders whose packs may be
 * referred to but are not themselves in question.
 */
export async function checkPacks(
  folders: readonly string[],
  beside: readonly string[] = [],
): Promise<CheckReport> {
  const asked = await readPackFolders(folders);
  const origins = new Set(asked.map(({ origin }) => origin));
  const others = (await readPackFolders(beside)).filter(({ origin }) => !origins.has(origin));
  return checkFiles(asked, others);
}

/** Checks packs whose files are already in memory, such as a homebrew pack about to be saved. */
export function checkFiles(asked: readonly PackFiles[], beside: readonly PackFiles[] = []): CheckReport {
  const packs = asked.map(parsePack);
  const checked = packs.map(({ label }) => label);
  const others = beside.map(parsePack).filter(({ label }) => !checked.includes(label));
  const library = buildLibrary([...packs, ...others]);
  const found = library.problems.filter(({ packId }) => checked.includes(packId));
  const { problems, heldBack } = separateCauses(found, packs);
  const overrides = library.overrides.filter(({ byPackId }) => checked.includes(byPackId));
  return { checked, problems, heldBack, overrides, isPlayable: !problems.some(isError) };
}

/**
 * Puts root causes first and holds back what follows from them. Root causes are errors in files whose contents are missing
 * because of them, and ids that two files or two figures claim. Everything independent of them is reported.
 */
function separateCauses(
  problems: readonly Problem[],
  packs: readonly ReadPack[],
): Pick<CheckReport, 'problems' | 'heldBack'> {
  const isLost = ({ packId, file }: Problem) => {
    const pack = packs.find(({ label }) => label === packId);
    const read = pack?.files.find(({ path }) => path === file);
    return file !== '' && !/^pack\.ya?ml$/.test(file) && (read === undefined || !read.isRead);
  };
  const causes = problems.filter(
    (problem) => isError(problem) && (isLost(problem) || isClaimedTwice(problem)),
  );
  const lost = causes.filter(isLost);
  const follows = (problem: Problem) => {
    if (causes.includes(problem)) return false;
    if (problem.code === 'wrong-count') return causes.some((cause) => changesCount(cause, problem));
    if (problem.code === 'file-name')
      return causes.some(({ packId, file }) => packId === problem.packId && file === problem.file);
    return problem.code === 'unknown-reference' && lost.some((cause) => declares(cause, problem));
  };
  const others = problems.filter((problem) => !causes.includes(problem) && !follows(problem));
  return { problems: [...causes, ...others], heldBack: problems.length - causes.length - others.length };
}

/** Reports whether a problem is an id that two files or two figures claim; ids inside one story are not counted. */
function isClaimedTwice({ code, field }: Problem): boolean {
  return code === 'duplicate-id' && /^(?:id|(?:creatures|spells)\..*)$/.test(field);
}

/** Reports whether a cause can change the number of contents that the pack's promise is compared with. */
function changesCount(cause: Problem, { packId, field }: Problem): boolean {
  const promised = findKind(field.replace('provides.', ''));
  const kind = findKind(cause.file.split('/')[0] ?? '');
  return cause.packId === packId && (promised === undefined || kind === undefined || kind === promised);
}

function findKind(folder: string): ContentKind | undefined {
  return KIND_NAMES.find((kind) => CONTENT_KINDS[kind].folders.some((name) => name === folder));
}

/** Reports whether an unknown id belongs to the lost file, as its own id or as a fact of it. Messages end with the id. */
function declares(lost: Problem, { packId, message }: Problem): boolean {
  const named = message.slice(message.lastIndexOf(' ') + 1, -1);
  const fullId = named.includes(':') ? named : `${packId}:${named}`;
  const lostId = `${lost.packId}:${parse(lost.file).name}`;
  return fullId === lostId || fullId.startsWith(`${lostId}.`);
}
