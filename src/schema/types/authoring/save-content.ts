import type { ChangeResult, SavedBatch } from '#engine/authoring/authoring-service.ts';
import type { ContentKind } from '#engine/content/library.ts';
import type { Problem } from '#engine/content/problem.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { type AuthoredInput, defineAuthoredInput, toAuthoredData } from '../../input/authored-input.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { AuthoredContent, type ContentSource, findContentSource } from './authored-content.ts';
import { ContentRefused, PackProblem, toContentRefused } from './pack-problem.ts';

type Kept = {
  readonly content: ContentSource;
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
      description: 'Warnings for the whole pack. They did not prevent saving.',
    }),
  }),
});

const SaveContentResult = builder.unionType('SaveContentResult', {
  description: 'The new version, or why there is none.',
  types: [SaveContentPayload, ContentRefused, Refused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'SaveContentPayload'),
});

/** Returns the result of a content change. The rest of the operation sees the changed packs. */
async function toSaveContentResult(change: Promise<ChangeResult>, context: Context): Promise<Kept | Failure> {
  const result = await change;
  if (isRejection(result)) return toAuthoringFailure(result);
  if (!result.saved) return toContentRefused(result.problems);
  context.renewPacks();
  const { row, packVersion, problems } = result;
  const content = await findContentSource(`${row.packId}:${row.id}`, context);
  if (content === null) throw new Error(`${row.packId}:${row.id} was saved and is not there`);
  return { content, version: row.version, packVersion, problems };
}

const PATHS: Readonly<Record<string, string>> = { body: 'text' };

/** Converts a rejection of the engine into a failure that names the input field. */
export function toAuthoringFailure({ rejected, reason, path = [] }: Rejection): Failure {
  const at = ['input', ...path.map((step) => PATHS[String(step)] ?? String(step))];
  if (rejected === 'edited-meanwhile' || rejected === 'not-the-latest') {
    return { failure: 'Refused', code: 'EDIT_CONFLICT', message: reason, path: at };
  }
  return rejected.startsWith('unknown-') ? createNotFound(at, reason) : createInvalidInput(at, reason);
}

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** Defines the input fields all save mutations share beside the content itself. */
function defineTargetFields(t: InputFields) {
  return {
    packId: t.id({
      required: true,
      description: 'The homebrew pack it belongs to, by the id it gives itself.',
    }),
    id: t.id({
      required: true,
      description:
        'Its id within the pack: lower-case words joined by _ or -. An id that is there gets a new version.',
    }),
    baseVersion: t.int({
      description:
        'Version the change is based on. Nothing is saved when a newer version exists. Pass 0 when the content must be new. Without it, the change replaces newer versions.',
    }),
  };
}

/** Defines the text field of kinds that are written in Markdown. */
function defineTextField(t: InputFields) {
  return {
    text: t.string({
      description:
        'Markdown below its fields, cut at its ## headings. A heading that ends in {gm} begins what players never see.',
    }),
  };
}

type Target = {
  readonly packId: string;
  readonly id: string;
  readonly text?: string | null | undefined;
  readonly baseVersion?: number | null | undefined;
};

/** Saves the content a mutation received. */
function saveAuthoredContent(kind: ContentKind, target: Target, given: AuthoredInput, context: Context) {
  const { packId, id, text, baseVersion = null } = target;
  const request = { packId, kind, id, data: toAuthoredData(kind, given), body: text ?? '', baseVersion };
  return toSaveContentResult(context.authoring.save(request), context);
}

/** Input types for authored content, one per kind. */
const AUTHORED_INPUTS = {
  world: defineAuthoredInput('world', 'AuthoredWorldInput', 'Fields of a world.'),
  ruleset: defineAuthoredInput('ruleset', 'AuthoredRulesetInput', 'Fields of a ruleset.'),
  entryPoint: defineAuthoredInput('entry_point', 'AuthoredEntryPointInput', 'Fields of an entry point.'),
  character: defineAuthoredInput('character', 'AuthoredCharacterInput', 'Fields of a character.'),
  location: defineAuthoredInput('location', 'AuthoredLocationInput', 'Fields of a place.'),
  faction: defineAuthoredInput('faction', 'AuthoredFactionInput', 'Fields of a faction.'),
  culture: defineAuthoredInput('culture', 'AuthoredCultureInput', 'Fields of a piece of culture.'),
  history: defineAuthoredInput('history', 'AuthoredHistoryInput', 'Fields of a piece of history.'),
  technology: defineAuthoredInput('technology', 'AuthoredTechnologyInput', 'Fields of a craft or tool.'),
  item: defineAuthoredInput('item', 'AuthoredItemInput', 'Fields of a thing.'),
  event: defineAuthoredInput('event', 'AuthoredEventInput', 'Fields of an event.'),
  law: defineAuthoredInput('law', 'AuthoredLawInput', 'Fields of a law.'),
  bestiary: defineAuthoredInput('bestiary', 'AuthoredBestiaryInput', 'Figures of creatures.'),
  spellbook: defineAuthoredInput('spellbook', 'AuthoredSpellbookInput', 'Spells as the rules cast them.'),
} as const;

const SaveWorldInput = builder.inputType('SaveWorldInput', {
  description: 'A world to be saved in a homebrew pack.',
  fields: (t) => ({
    ...defineTargetFields(t),
    ...defineTextField(t),
    world: t.field({ type: AUTHORED_INPUTS.world, required: true, description: 'Content fields.' }),
  }),
});

builder.mutationField('saveWorld', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description: 'Saves a world as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveWorldInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) => saveAuthoredContent('world', input, input.world, context),
  }),
);

const SaveRulesetInput = builder.inputType('SaveRulesetInput', {
  description: 'A ruleset to be saved in a homebrew pack.',
  fields: (t) => ({
    ...defineTargetFields(t),
    ruleset: t.field({ type: AUTHORED_INPUTS.ruleset, required: true, description: 'Content fields.' }),
  }),
});

builder.mutationField('saveRuleset', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description: 'Saves a ruleset as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveRulesetInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) => saveAuthoredContent('ruleset', input, input.ruleset, context),
  }),
);

const SaveEntryPointInput = builder.inputType('SaveEntryPointInput', {
  description: 'An entry point to be saved in a homebrew pack.',
  fields: (t) => ({
    ...defineTargetFields(t),
    entryPoint: t.field({ type: AUTHORED_INPUTS.entryPoint, required: true, description: 'Content fields.' }),
  }),
});

builder.mutationField('saveEntryPoint', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description: 'Saves an entry point as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveEntryPointInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) =>
      saveAuthoredContent('entry_point', input, input.entryPoint, context),
  }),
);

const SaveCharacterInput = builder.inputType('SaveCharacterInput', {
  description: 'A character to be saved in a homebrew pack.',
  fields: (t) => ({
    ...defineTargetFields(t),
    ...defineTextField(t),
    character: t.field({ type: AUTHORED_INPUTS.character, required: true, description: 'Content fields.' }),
  }),
});

builder.mutationField('saveCharacter', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description: 'Saves a character as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveCharacterInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) => saveAuthoredContent('character', input, input.character, context),
  }),
);

/** Defines one input field for each kind of knowledge about a world. */
function defineLoreFields(t: InputFields) {
  return {
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
  };
}

const AuthoredLoreInput = builder.inputType('AuthoredLoreInput', {
  description: 'Knowledge about a world, of exactly one kind.',
  isOneOf: true,
  fields: defineLoreFields,
});

const SaveLoreInput = builder.inputType('SaveLoreInput', {
  description: 'Knowledge about a world to be saved in a homebrew pack.',
  fields: (t) => ({
    ...defineTargetFields(t),
    ...defineTextField(t),
    lore: t.field({
      type: AuthoredLoreInput,
      required: true,
      description: 'Kind and fields of the content.',
    }),
  }),
});

builder.mutationField('saveLore', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description: 'Saves knowledge about a world as a new version, if its pack can be played with it.',
    args: { input: t.arg({ type: SaveLoreInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) => {
      const [kind, given] = findGivenKind(input.lore);
      return saveAuthoredContent(kind, input, given, context);
    },
  }),
);

const WithdrawContentInput = builder.inputType('WithdrawContentInput', {
  description: 'Content to remove from its pack.',
  fields: (t) => ({
    packId: t.id({ required: true, description: 'The homebrew pack, by the id it gives itself.' }),
    id: t.id({ required: true, description: 'The id of the content within the pack.' }),
  }),
});

builder.mutationField('withdrawContent', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description:
      'Takes a content out of its homebrew pack, if the pack can be played without it. Its versions stay readable.',
    args: { input: t.arg({ type: WithdrawContentInput, required: true, description: 'Content to remove.' }) },
    resolve: (_root, { input: { packId, id } }, context) =>
      toSaveContentResult(context.authoring.withdraw(packId, id), context),
  }),
);

const RestoreContentInput = builder.inputType('RestoreContentInput', {
  description: 'Version to restore.',
  fields: (t) => ({
    packId: t.id({ required: true, description: 'The homebrew pack, by the id it gives itself.' }),
    id: t.id({ required: true, description: 'The id of the content within the pack.' }),
    version: t.int({ required: true, description: 'The number of the version.' }),
  }),
});

builder.mutationField('restoreContent', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentResult,
    description: 'Saves an earlier version again, as a new one, withdrawn contents included.',
    args: { input: t.arg({ type: RestoreContentInput, required: true, description: 'Version.' }) },
    resolve: (_root, { input: { packId, id, version } }, context) =>
      toSaveContentResult(context.authoring.restore(packId, id, version), context),
  }),
);

const MAX_CONTENTS = 100;

const AnyAuthoredInput = builder.inputType('AnyAuthoredInput', {
  description: 'A content of exactly one kind.',
  isOneOf: true,
  fields: (t) => ({
    world: t.field({ type: AUTHORED_INPUTS.world, description: 'A world.' }),
    ruleset: t.field({ type: AUTHORED_INPUTS.ruleset, description: 'A ruleset.' }),
    entryPoint: t.field({ type: AUTHORED_INPUTS.entryPoint, description: 'An entry point.' }),
    character: t.field({ type: AUTHORED_INPUTS.character, description: 'A character.' }),
    ...defineLoreFields(t),
    bestiary: t.field({ type: AUTHORED_INPUTS.bestiary, description: 'Figures of creatures.' }),
    spellbook: t.field({ type: AUTHORED_INPUTS.spellbook, description: 'Spells as the rules cast them.' }),
  }),
});

const ContentToSaveInput = builder.inputType('ContentToSaveInput', {
  description: 'One of several contents that are saved at once.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Its id within the pack.' }),
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
    packId: t.id({ required: true, description: 'The homebrew pack, by the id it gives itself.' }),
    contents: t.field({
      type: [ContentToSaveInput],
      required: true,
      description: `The contents: 1 to ${MAX_CONTENTS}, each id once.`,
    }),
  }),
});

const SaveContentsPayload = builder.objectRef<SavedBatch>('SaveContentsPayload').implement({
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
  types: [SaveContentsPayload, ContentRefused, Refused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'SaveContentsPayload'),
});

builder.mutationField('saveContents', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SaveContentsResult,
    description:
      'Saves several contents of a homebrew pack, all or none. Things that name each other can only be saved together.',
    args: { input: t.arg({ type: SaveContentsInput, required: true, description: 'Content to save.' }) },
    resolve: (_root, { input }, context) => saveAll(input, context),
  }),
);

type Input = typeof SaveContentsInput.$inferInput;

async function saveAll({ packId, contents }: Input, context: Context): Promise<SavedBatch | Failure> {
  if (contents.length === 0 || contents.length > MAX_CONTENTS) {
    return createInvalidInput(
      ['input', 'contents'],
      `there are ${contents.length}; save 1 to ${MAX_CONTENTS} at once.`,
    );
  }
  const changes = contents.map(({ id, text, baseVersion = null, content }) => {
    const [kind, given] = findGivenKind(content);
    return { kind, id, data: toAuthoredData(kind, given), body: text ?? '', baseVersion };
  });
  const result = await context.authoring.saveBatch(packId, changes);
  if (isRejection(result)) return toAuthoringFailure(result);
  if (!result.saved) return toContentRefused(result.problems);
  context.renewPacks();
  return result;
}

/** Finds the one input field that is set, and the content kind it represents. */
function findGivenKind(content: object): readonly [ContentKind, AuthoredInput] {
  const [only] = Object.entries(content).filter(([, given]) => given != null);
  if (only === undefined) throw new Error('an input of which exactly one field is given had none');
  const [kind, given] = only;
  // Input fields are named after their kinds, except for the entry point.
  return [kind === 'entryPoint' ? 'entry_point' : kind, given] as readonly [ContentKind, AuthoredInput];
}
