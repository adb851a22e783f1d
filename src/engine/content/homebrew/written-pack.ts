import { stringify } from 'yaml';
import { fileProblem } from '../files/file-problem.ts';
import { CONTENT_KINDS } from '../format/content-kinds.ts';
import { ContentId } from '../format/words.ts';
import type { HomebrewContent, HomebrewPack, JsonData } from '../homebrew-pack.ts';
import type { PackFile, PackFiles } from '../pack-files.ts';

/** The files a homebrew pack would be on disk; what cannot be written as a file is a problem. */
export function writtenPack(pack: HomebrewPack): PackFiles {
  const origin = typeof pack.manifest.id === 'string' ? pack.manifest.id : 'homebrew';
  try {
    const files = [written('pack.yaml', yamlOf(pack.manifest)), ...pack.contents.map(contentFile)];
    return { origin, files, problems: [] };
  } catch (cause) {
    const message = `The pack cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`;
    const problem = fileProblem('unwritable', '', message, 'Nest less deeply, and write plain values only.');
    return { origin, files: [], problems: [problem] };
  }
}

function contentFile({ kind, id, data, body }: HomebrewContent): PackFile {
  // Whoever made these values, an id must never become a path that leads elsewhere.
  if (!ContentId.safeParse(id).success) throw new Error(`${id.slice(0, 60)} is no id`);
  const { folders, written: form } = CONTENT_KINDS[kind];
  if (form === 'yaml') return written(`${folders[0]}/${id}.yaml`, yamlOf(data));
  return written(`${folders[0]}/${id}.md`, `---\n${yamlOf(data)}---\n${body === '' ? '' : `\n${body}\n`}`);
}

/** The same bytes a file on disk would be read as. */
function written(path: string, text: string): PackFile {
  return { path, text: text.toWellFormed().replace(/\r\n?/g, '\n') };
}

function yamlOf(data: JsonData): string {
  // No anchors: a pack is written as an author would write it. Lines are not folded, so that texts come back as they were.
  return stringify(data, {
    version: '1.2',
    lineWidth: 0,
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
  });
}
