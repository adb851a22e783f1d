import type { JsonData } from './homebrew-pack.ts';
import type { PackFile, PackFiles } from './pack-files.ts';
import { readFrontmatter } from './reading/read-content-file.ts';
import { readFolder } from './reading/read-pack-files.ts';

/** A Markdown note that need not be a file of a pack. */
export type Note = {
  readonly frontmatter: JsonData;
  readonly body: string;
  /** Why its frontmatter could not be read; null when there is none, or it was read. */
  readonly fault: string | null;
};

/** Reads the text files below a folder within the bounds of a pack. */
export function readNoteFolder(folder: string): Promise<PackFiles> {
  return readFolder(folder);
}

/** Reads a note. One without frontmatter is all text. */
export function readNote({ path, text }: PackFile): Note {
  if (!text.startsWith('---')) return { frontmatter: {}, body: text, fault: null };
  const { data, body, problems } = readFrontmatter(text, path);
  const [problem] = problems;
  if (problem !== undefined) return { frontmatter: {}, body: body || text, fault: problem.message };
  const isKeys = typeof data === 'object' && data !== null && !Array.isArray(data);
  // An object that was read from YAML has texts as keys and JSON as values.
  return { frontmatter: isKeys ? (data as JsonData) : {}, body, fault: null };
}
