import { fileProblem } from '../files/file-problem.ts';
import type { Problem } from '../problem.ts';
import type { AuthoredFile } from './authored-file.ts';

/** One id belongs to one file of a pack, whatever the folder. */
export function duplicateIds(files: readonly AuthoredFile[]): readonly Problem[] {
  const first = new Map<string, AuthoredFile>();
  return files
    .filter(({ isRead }) => isRead)
    .flatMap((file) => {
      const holder = first.get(file.id);
      if (holder === undefined) {
        first.set(file.id, file);
        return [];
      }
      const message = `The id ${file.id} is taken by ${holder.path}.`;
      const advice = 'Give one of the two files another id.';
      return [
        { ...fileProblem('duplicate-id', file.path, message, advice, file.locate(['id'])), field: 'id' },
      ];
    });
}
