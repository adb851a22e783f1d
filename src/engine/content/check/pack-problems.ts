import { basename } from 'node:path';
import { CHUNKED_KINDS, splitIntoChunks } from '../content-chunks.ts';
import { CONTENT_KINDS, KIND_NAMES } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';
import { createManifestProblem, type NamedPack } from '../library/order-packs.ts';
import type { Problem } from '../problem.ts';
import {
  type CheckContext,
  createFieldProblem,
  createTextProblem,
  listContents,
  type PackCheck,
} from './check-context.ts';

/** Whether a pack keeps what its manifest promises. */
export const checkManifests: PackCheck = (checking) =>
  checking.ordered.packs.flatMap((pack) => [
    ...wrongFolder(pack),
    ...declaredTwice(pack, 'event_types'),
    ...declaredTwice(pack, 'character_categories'),
    ...brokenPromises(pack, checking),
  ]);

function wrongFolder(pack: NamedPack): readonly Problem[] {
  const folder = basename(pack.origin);
  const { id } = pack.manifest;
  if (folder === id) return [];
  const message = `The pack is called ${id}, its folder ${folder}.`;
  return [warned(createManifestProblem(pack, 'folder-name', ['id'], message, `Rename the folder to ${id}.`))];
}

function declaredTwice(pack: NamedPack, key: 'event_types' | 'character_categories'): readonly Problem[] {
  const seen = new Set<string>();
  return pack.manifest[key].flatMap(({ id }, at) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      createManifestProblem(
        pack,
        'duplicate-id',
        [key, at, 'id'],
        `${id} is declared twice.`,
        'Keep one of them.',
      ),
    ];
  });
}

function brokenPromises(pack: NamedPack, checking: CheckContext): readonly Problem[] {
  const counts = countsOf(pack, checking);
  return Object.entries(pack.manifest.provides ?? {}).flatMap(([key, promised]) => {
    const found = counts[key === 'npcs' ? 'characters' : key] ?? 0;
    const isUnsure = key === 'chunks' && pack.files.some(({ isSound }) => !isSound);
    if (promised === undefined || isUnsure || keeps(promised, found)) return [];
    const message = `pack.yaml promises ${promised} ${key}; there are ${found}.`;
    return [
      warned(
        createManifestProblem(pack, 'wrong-count', ['provides', key], message, `Write ${key}: ${found}.`),
      ),
    ];
  });
}

/** Reports whether a number keeps a promise; `~150` allows anything within a fifth of it. */
function keeps(promised: number | string, found: number): boolean {
  if (typeof promised === 'number') return promised === found;
  const about = Number(promised.slice(1));
  return Math.abs(found - about) <= Math.max(1, about / 5);
}

/** Files count whether or not they are sound, so that one mistake is told once. */
function countsOf(
  { manifest, files }: NamedPack,
  { library }: CheckContext,
): Readonly<Record<string, number>> {
  const own = KIND_NAMES.map((kind) => {
    const [folder] = CONTENT_KINDS[kind].folders;
    const written = files.filter((file) => file.kind === kind && file.data.overrides === undefined);
    // A bestiary and a spellbook count by what they list.
    const counts = written.map(({ data }) => (Array.isArray(data[folder]) ? data[folder].length : 1));
    return [folder, counts.reduce((sum, count) => sum + count, 0)] as const;
  });
  const lore = CHUNKED_KINDS.flatMap((kind) =>
    library.all(kind).filter(({ packId }) => packId === manifest.id),
  );
  return { ...Object.fromEntries(own), chunks: lore.flatMap((content) => splitIntoChunks(content)).length };
}

function warned(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}

const LONGEST_PIECE = 900;

/** Checks habits that keep a pack easy to navigate and its lore easy to retrieve. */
export const checkContentFiles: PackCheck = (checking) => [
  ...KIND_NAMES.flatMap((kind) => listContents(checking, kind)).flatMap((content) =>
    wrongName(checking, content),
  ),
  ...CHUNKED_KINDS.flatMap((kind) => listContents(checking, kind)).flatMap((content) => [
    ...noName(checking, content),
    ...longPieces(checking, content),
  ]),
];

function wrongName(checking: CheckContext, content: Content): readonly Problem[] {
  const file = basename(content.file).replace(/\.(?:md|ya?ml)$/, '');
  if (file === content.localId) return [];
  const message = `The file is called ${basename(content.file)}, its id is ${content.localId}.`;
  const advice = `Rename the file to ${content.localId}${content.file.slice(content.file.lastIndexOf('.'))}.`;
  return [
    createFieldProblem(checking, content, ['id'], {
      severity: 'warning',
      code: 'file-name',
      message,
      advice,
    }),
  ];
}

function noName(checking: CheckContext, content: Content): readonly Problem[] {
  const source = checking.contents.sources.get(content.id);
  if (content.data.name !== undefined || /^ {0,3}#\s+\S/m.test(source?.body ?? '')) return [];
  const message = 'There is no name.';
  const advice = 'Write name: in the frontmatter, or a # heading at the top of the text.';
  return [
    createFieldProblem(
      checking,
      content,
      ['name'],
      { severity: 'warning', code: 'no-name', message, advice },
      'key',
    ),
  ];
}

function longPieces(checking: CheckContext, content: Content): readonly Problem[] {
  return splitIntoChunks(content).flatMap(({ tokens, sectionPath }, index) => {
    if (tokens <= LONGEST_PIECE) return [];
    const message = `"${sectionPath}" is one piece of about ${tokens} tokens; retrieval works best below ${LONGEST_PIECE}.`;
    const advice = 'Cut it with ## headings.';
    const line = content.sections[index]?.line ?? 1;
    return [
      createTextProblem(checking, content, line, {
        severity: 'warning',
        code: 'long-piece',
        message,
        advice,
      }),
    ];
  });
}
