import type { Problem } from '#engine/content/problem.ts';
import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import type { ChangeResult } from '../authoring.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Authored, AuthoredContent, findAuthored } from './authored-content.ts';
import { ContentRefused, contentRefused } from './content-refused.ts';
import { type Failure, InvalidInput, invalidInput, NotFound, notFound, plainFailure } from './failure.ts';
import { PackProblem } from './pack-problem.ts';

type Kept = {
  readonly content: Authored;
  readonly version: number;
  readonly packVersion: string;
  readonly problems: readonly Problem[];
};

const SaveContentPayload = builder.objectRef<Kept>('SaveContentPayload').implement({
  description: 'A new version was made. If the content is part of its pack, it can be played now.',
  fields: (t) => ({
    content: t.expose('content', { type: AuthoredContent, description: 'The content as it is now.' }),
    version: t.exposeInt('version', { description: 'The number of the new version.' }),
    packVersion: t.exposeString('packVersion', { description: 'The version its pack has now.' }),
    problems: t.expose('problems', {
      type: [PackProblem],
      description: 'What did not stand in the way and would be better mended, in the whole pack.',
    }),
  }),
});

export const EditConflict = plainFailure(
  'EditConflict',
  'Somebody else saved a newer version in the meantime. Nothing was saved; look at theirs and save again.',
);

export const SaveContentResult = builder.unionType('SaveContentResult', {
  description: 'The new version, or why there is none.',
  types: [SaveContentPayload, ContentRefused, EditConflict, InvalidInput, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'SaveContentPayload'),
});

/** The answer to a change of a content. The rest of the operation sees the packs as they are now. */
export async function answerToChange(
  change: Promise<ChangeResult>,
  context: Context,
): Promise<Kept | Failure> {
  const result = await change;
  if (isRejection(result)) return failureOf(result);
  if (!result.saved) return contentRefused(result.problems);
  context.renewPacks();
  const { row, packVersion, problems } = result;
  const content = await findAuthored(`${row.packId}:${row.id}`, context);
  if (content === null) throw new Error(`${row.packId}:${row.id} was saved and is not there`);
  return { content, version: row.version, packVersion, problems };
}

const PATHS: Readonly<Record<string, string>> = { body: 'text' };

/** What the engine refused, as a failure that names the field of the input. */
export function failureOf({ rejected, reason, path = [] }: Rejection): Failure {
  const at = ['input', ...path.map((step) => PATHS[String(step)] ?? String(step))];
  if (rejected === 'edited-meanwhile' || rejected === 'not-the-latest') {
    return { failure: 'EditConflict', code: 'EDIT_CONFLICT', message: reason, path: at };
  }
  return rejected.startsWith('unknown-') ? notFound(at, reason) : invalidInput(at, reason);
}
