import type { ContentKind } from '../format/content-kinds.ts';
import type { Contents } from '../library/build-contents.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/create-library.ts';
import type { OrderedPacks } from '../library/order-packs.ts';
import { type FieldPath, formatFieldPath, type Problem } from '../problem.ts';

/** Input of a check: all packs put together, including those with errors. */
export type CheckContext = {
  readonly ordered: OrderedPacks;
  readonly contents: Contents;
  /** The same as a library, for checks that use it as play does. */
  readonly library: Library;
};

export type PackCheck = (checking: CheckContext) => readonly Problem[];

export type ProblemDetails = {
  readonly severity?: Problem['severity'];
  readonly code: string;
  readonly message: string;
  readonly advice: string;
};

/** Creates a problem at a field of a content, in the file where that field was last written. */
export function createFieldProblem(
  { contents }: CheckContext,
  content: Content,
  path: FieldPath,
  { severity = 'error', code, message, advice }: ProblemDetails,
  part: 'key' | 'value' = 'value',
): Problem {
  const source = contents.sources.get(content.id);
  if (source === undefined) throw new Error(`${content.id} came from no file`);
  const written = source.replacedBy.get(String(path[0])) ?? source;
  const position = written.file.locate(path, part);
  const place = { packId: written.packId, file: written.file.path, field: formatFieldPath(path) };
  return { severity, code, ...place, ...position, ...spokenIn(written.packId, message, advice) };
}

/** Creates a problem at a line of a content's text. */
export function createTextProblem(
  { contents }: CheckContext,
  content: Content,
  line: number,
  finding: ProblemDetails,
): Problem {
  const source = contents.sources.get(content.id);
  if (source === undefined) throw new Error(`${content.id} came from no file`);
  const written = source.replacedBy.get('text') ?? source;
  const { severity = 'error', code, message, advice } = finding;
  const place = { packId: written.packId, file: written.file.path, field: '' };
  return {
    severity,
    code,
    ...place,
    line: written.file.bodyLine + line - 1,
    column: 1,
    ...spokenIn(written.packId, message, advice),
  };
}

/** Lists the contents of a kind in all packs. */
export function listContents<Kind extends ContentKind>(
  checking: CheckContext,
  kind: Kind,
): readonly Content<Kind>[] {
  return checking.library.all(kind);
}

/** Narrows the library to the packs that a content's own pack sees. */
export function narrowToPack({ library }: CheckContext, { packId }: Content): Library {
  return library.narrowedTo([packId]);
}

/** Shortens ids of the author's own pack in a message, because authors write them short. */
function spokenIn(packId: string, message: string, advice: string) {
  const own = new RegExp(`\\b${packId}:(?=[a-z])`, 'g');
  return { message: message.replace(own, ''), advice: advice.replace(own, '') };
}
