import { isRejection } from '#engine/util/rejection.ts';
import type { SavedTogether } from '../../authoring-service.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { type AuthoredInput, toAuthoredData } from '../../input/authored-input.ts';
import type { ContentKind } from '../../views/pack-contents.ts';
import { createInvalidInput, type Failure, InvalidInput, NotFound } from '../failure.ts';
import { AuthoredContent, findContentSource } from './authored-content.ts';
import { ContentRefused, PackProblem, toContentRefused } from './pack-problem.ts';
import { AUTHORED_INPUTS, defineTextField, EditConflict, toAuthoringFailure } from './save-content.ts';

const MOST = 100;

const AnyAuthoredInput = builder.inputType('AnyAuthoredInput', {
  description: 'A content of exactly one kind.',
  isOneOf: true,
  fields: (t) => ({
    world: t.field({ type: AUTHORED_INPUTS.world, description: 'A world.' }),
    ruleset: t.field({ type: AUTHORED_INPUTS.ruleset, description: 'A ruleset.' }),
    entryPoint: t.field({ type: AUTHORED_INPUTS.entryPoint, description: 'An entry point.' }),
    character: t.field({ type: AUTHORED_INPUTS.character, description: 'A character.' }),
    location: t.field({ type: AUTHORED_INPUTS.location, description: 'A place.' }),
    faction: t.field({ type: AUTHORED_INPUTS.faction, description: 'A house, guild, company or gang.' }),
    culture: t.field({ type: AUTHORED_INPUTS.culture, description: 'Customs and daily life.' }),
    history: t.field({ type: AUTHORED_INPUTS.history, description: 'Past events that shaped the present.' }),
    technology: t.field({
      type: AUTHORED_INPUTS.technology,
      description: 'Capabilities of tools, crafts or magic.',
    }),
    item: t.field({ type: AUTHORED_INPUTS.item, description: 'A thing.' }),
    event: t.field({ type: AUTHORED_INPUTS.event, description: 'Something that happened on one day.' }),
    law: t.field({ type: AUTHORED_INPUTS.law, description: 'Prohibitions, duties and rights.' }),
  }),
});

const ContentToSaveInput = builder.inputType('ContentToSaveInput', {
  description: 'One of several contents that are saved at once.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'Its id within the pack.' }),
    baseVersion: t.int({ description: 'The version you changed; see the mutations that save one content.' }),
    ...defineTextField(t),
    content: t.field({
      type: AnyAuthoredInput,
      required: true,
      description: 'Kind and fields of the content.',
    }),
  }),
});

const SaveContentsInput = builder.inputType('SaveContentsInput', {
  description: 'Contents of a homebrew pack to be saved at once.',
  fields: (t) => ({
    packId: t.string({ required: true, description: 'The homebrew pack, by the id it gives itself.' }),
    contents: t.field({
      type: [ContentToSaveInput],
      required: true,
      description: `The contents: 1 to ${MOST}, each id once.`,
    }),
  }),
});

const SaveContentsPayload = builder.objectRef<SavedTogether>('SaveContentsPayload').implement({
  description: 'All of them were saved, each as a new version, and can be played now.',
  fields: (t) => ({
    contents: t.field({
      type: [AuthoredContent],
      description: 'The contents as they are now, in the order they were given in.',
      resolve: async ({ rows }, _args, context) => {
        const found = await Promise.all(
          rows.map(({ packId, id }) => findContentSource(`${packId}:${id}`, context)),
        );
        return found.flatMap((content) => content ?? []);
      },
    }),
    packVersion: t.exposeString('packVersion', { description: 'The version the pack has now.' }),
    problems: t.expose('problems', {
      type: [PackProblem],
      description: 'Warnings for the whole pack. They did not prevent saving.',
    }),
  }),
});

const SaveContentsResult = builder.unionType('SaveContentsResult', {
  description: 'The new versions, or why there are none.',
  types: [SaveContentsPayload, ContentRefused, EditConflict, InvalidInput, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'SaveContentsPayload'),
});

builder.mutationField('saveContents', (t) =>
  t.field({
    type: SaveContentsResult,
    description:
      'Saves several contents of a homebrew pack, all or none. Things that name each other can only be saved together.',
    args: { input: t.arg({ type: SaveContentsInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) => saveAll(input, context),
  }),
);

type Input = typeof SaveContentsInput.$inferInput;

async function saveAll({ packId, contents }: Input, context: Context): Promise<SavedTogether | Failure> {
  if (contents.length === 0 || contents.length > MOST) {
    return createInvalidInput(
      ['input', 'contents'],
      `there are ${contents.length}; save 1 to ${MOST} at once.`,
    );
  }
  const changes = contents.map(({ id, text, baseVersion = null, content }) => {
    const [kind, given] = onlyKind(content);
    return { kind, id, data: toAuthoredData(kind, given), body: text ?? '', baseVersion };
  });
  const result = await context.authoring.saveTogether(packId, changes);
  if (isRejection(result)) return toAuthoringFailure(result);
  if (!result.saved) return toContentRefused(result.problems);
  context.renewPacks();
  return result;
}

/** Finds the one input field that is set, and the content kind it represents. */
function onlyKind(content: Input['contents'][number]['content']): readonly [ContentKind, AuthoredInput] {
  const { entryPoint: entry_point, ...others } = content;
  const [only] = Object.entries({ entry_point, ...others }).flatMap(([kind, given]) =>
    given == null ? [] : [[kind, given] as const],
  );
  if (only === undefined) throw new Error('an input of which exactly one field is given had none');
  // Input fields are named after their kinds, except for the one renamed above.
  return only as readonly [ContentKind, AuthoredInput];
}
