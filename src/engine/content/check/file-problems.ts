import { basename } from 'node:path';
import { CHUNKED_KINDS, chunksOf } from '../chunk.ts';
import { KIND_NAMES } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import type { Problem } from '../problem.ts';
import { at, type Check, type Checking, each, inText } from './checking.ts';

const LONGEST_PIECE = 900;

/** Small habits that keep a pack easy to find one's way in and its lore easy to retrieve. */
export const fileProblems: Check = (checking) => [
  ...KIND_NAMES.flatMap((kind) => each(checking, kind)).flatMap((content) => wrongName(checking, content)),
  ...CHUNKED_KINDS.flatMap((kind) => each(checking, kind)).flatMap((content) => [
    ...noName(checking, content),
    ...longPieces(checking, content),
  ]),
];

function wrongName(checking: Checking, content: Content): readonly Problem[] {
  const file = basename(content.file).replace(/\.(?:md|ya?ml)$/, '');
  if (file === content.localId) return [];
  const message = `The file is called ${basename(content.file)}, its id is ${content.localId}.`;
  const advice = `Rename the file to ${content.localId}${content.file.slice(content.file.lastIndexOf('.'))}.`;
  return [at(checking, content, ['id'], { severity: 'warning', code: 'file-name', message, advice })];
}

function noName(checking: Checking, content: Content): readonly Problem[] {
  const source = checking.contents.sources.get(content.id);
  if (content.data.name !== undefined || /^ {0,3}#\s+\S/m.test(source?.body ?? '')) return [];
  const message = 'There is no name.';
  const advice = 'Write name: in the frontmatter, or a # heading at the top of the text.';
  return [at(checking, content, ['name'], { severity: 'warning', code: 'no-name', message, advice }, 'key')];
}

function longPieces(checking: Checking, content: Content): readonly Problem[] {
  return chunksOf(content).flatMap(({ tokens, sectionPath }, index) => {
    if (tokens <= LONGEST_PIECE) return [];
    const message = `"${sectionPath}" is one piece of about ${tokens} tokens; retrieval works best below ${LONGEST_PIECE}.`;
    const advice = 'Cut it with ## headings.';
    const line = content.sections[index]?.line ?? 1;
    return [inText(checking, content, line, { severity: 'warning', code: 'long-piece', message, advice })];
  });
}
