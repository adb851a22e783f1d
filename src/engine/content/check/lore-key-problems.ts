import { isRejection } from '#engine/util/rejection.ts';
import { countPatterns, MOST_PATTERNS } from '#retrieval/keyed-lore.ts';
import { compileKey } from '#retrieval/lore-keys.ts';
import { SCENE_LORE_TOKENS } from '#retrieval/scene-lore.ts';
import { CHUNKED_KINDS, readLoreKeys, splitIntoChunks } from '../content-chunks.ts';
import type { Content } from '../library/content.ts';
import type { FieldPath, Problem } from '../problem.ts';
import { type CheckContext, createFieldProblem, listContents, type PackCheck } from './check-context.ts';

/** Tokens that lore with `always: true` may take up in a scene. */
const MOST_ALWAYS = Math.floor(SCENE_LORE_TOKENS / 3);

/** Whether lore keys can be used, and whether what is always there fits into a scene. */
export const checkLoreKeys: PackCheck = (checking) => {
  const keyed = CHUNKED_KINDS.flatMap((kind) => [...listContents(checking, kind)]).filter(
    (content: Content) => readLoreKeys(content) !== null,
  );
  return [
    ...keyed.flatMap((content) => listUnusableKeys(checking, content)),
    ...keyed.flatMap((content) => listConflicts(checking, content)),
    ...findOverflow(checking, keyed),
    ...findTooManyPatterns(checking, keyed),
  ];
};

function listUnusableKeys(checking: CheckContext, content: Content): readonly Problem[] {
  const found = readLoreKeys(content);
  if (found === null) return [];
  const lists: readonly (readonly [FieldPath, readonly string[]])[] = [
    [['keys'], found.keys],
    [['keys_also', 'any'], found.also.any],
    [['keys_also', 'all'], found.also.all],
    [['keys_also', 'none'], found.also.none],
  ];
  return lists.flatMap(([path, keys]) =>
    keys.flatMap((key, index) => {
      const compiled = compileKey(key);
      if (!isRejection(compiled)) return [];
      const advice = 'Write words as they are said, or a pattern without look-around and back-references.';
      const problem = { code: 'bad-key', message: compiled.reason, advice };
      return [createFieldProblem(checking, content, [...path, index], problem)];
    }),
  );
}

/** Reports words that are wanted and forbidden at once: the text could never come. */
function listConflicts(checking: CheckContext, content: Content): readonly Problem[] {
  const found = readLoreKeys(content);
  if (found === null) return [];
  const { keys, also } = found;
  const isForbidden = (key: string) => also.none.includes(key);
  const never = also.all.find(isForbidden) ?? (keys.length > 0 && keys.every(isForbidden) ? keys[0] : null);
  if (never === undefined || never === null) return [];
  const message = `${never} is asked for and forbidden, so this text can never come.`;
  const problem = { code: 'never-wanted', message, advice: 'Take it out of keys_also.none.' };
  return [createFieldProblem(checking, content, ['keys_also', 'none'], problem)];
}

function findOverflow(checking: CheckContext, keyed: readonly Content[]): readonly Problem[] {
  return [...Map.groupBy(keyed, ({ packId }) => packId).values()].flatMap((contents) => {
    let tokens = 0;
    const beyond = contents.find((content) => {
      if (readLoreKeys(content)?.always !== true) return false;
      tokens += splitIntoChunks(content).reduce((sum, chunk) => sum + chunk.tokens, 0);
      return tokens > MOST_ALWAYS;
    });
    if (beyond === undefined) return [];
    const message = `Texts with always: true take more than the ${MOST_ALWAYS} tokens a scene has for them.`;
    const advice = 'Give the less important ones keys in place of always.';
    const problem = { severity: 'warning', code: 'too-much-always', message, advice } as const;
    return [createFieldProblem(checking, beyond, ['always'], problem)];
  });
}

function findTooManyPatterns(checking: CheckContext, keyed: readonly Content[]): readonly Problem[] {
  return [...Map.groupBy(keyed, ({ packId }) => packId).values()].flatMap((contents) => {
    let patterns = 0;
    const beyond = contents.find((content) => {
      const keys = readLoreKeys(content);
      patterns += keys === null ? 0 : countPatterns(keys);
      return patterns > MOST_PATTERNS;
    });
    if (beyond === undefined) return [];
    const message = `More than ${MOST_PATTERNS} patterns are keys; those from here on are not tried.`;
    const problem = {
      severity: 'warning',
      code: 'too-many-patterns',
      message,
      advice: 'Write words in place of patterns.',
    } as const;
    return [createFieldProblem(checking, beyond, ['keys'], problem)];
  });
}
