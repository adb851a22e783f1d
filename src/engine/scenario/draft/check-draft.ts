import { packFiles } from '#engine/content/export-pack.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import { libraryOf } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { isError, type Problem } from '#engine/content/problem.ts';
import { parsedPack } from '#engine/content/read-pack.ts';

/** Says what the pack checker would refuse, as sentences for whoever wrote it. */
export type DraftCheck = (pack: HomebrewPack) => readonly string[];

/** The packs a draft stands on are read once, however often the draft is looked at. */
export function draftCheck(beside: readonly PackFiles[]): DraftCheck {
  const others = beside.map(parsedPack);
  return (pack) => {
    const origin = String(pack.manifest.id);
    const draft = parsedPack({ origin, files: packFiles(pack), problems: [] });
    const { problems } = libraryOf([draft, ...others]);
    return problems
      .filter((problem) => problem.packId === draft.label && mustBeMended(problem))
      .map(({ file, field, message, advice }) => `${field === '' ? file : field}: ${message} ${advice}`);
  };
}

/** Authors are only warned of a secret that stands in the open; what was made for them should have none. */
function mustBeMended(problem: Problem): boolean {
  return isError(problem) || problem.code === 'secret-in-the-open';
}
