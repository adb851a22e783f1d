import type { CharacterDraft, CharacterMaker } from '#engine/characters/making.ts';
import type { Sheet } from '#engine/characters/sheet.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { getCharacterLevel } from '#engine/srd5e/derived-numbers.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { applyAllOrNone } from '#engine/state/apply-operations.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { Content } from './library/content.ts';
import type { Library } from './library/create-library.ts';
import { compileRules } from './ruleset-rules.ts';
import { composeStatBlock } from './stat-blocks.ts';

/** Guide for new characters of one story, and the level they begin with. */
export type StoryMaker = {
  readonly maker: CharacterMaker;
  /** 1 to 3. */
  readonly level: number;
  /** Builds the sheet a complete draft leads to; null while it is not complete, or when dice decide about it. */
  readonly preview: (draft: CharacterDraft) => Sheet | null;
};

/** Creates the guide for new characters of an entry point: by its first ruleset, with the spells of its packs. */
export function createStoryMaker(
  library: Library,
  entryPoint: Content<'entry_point'>,
): StoryMaker | Rejection {
  const own = library.narrowedTo([entryPoint.packId]);
  const ruleset = own.find('ruleset', entryPoint.data.rulesets[0] ?? '');
  if (ruleset === null) throw new Error(`${entryPoint.id} is in the library without its ruleset`);
  const rules = compileRules(ruleset);
  if (isRejection(rules)) return rules;
  const level = rules.srd5e ? findLevel(own, entryPoint, ruleset) : 1;
  const spells = own.figures().spells.map(({ name, description, figures }) => {
    return { name, description, level: figures.level, classes: figures.classes };
  });
  const maker = rules.createMaker({ level, spells });
  return {
    maker,
    level,
    preview: (draft) => {
      if (draft.method === 'roll') return null;
      const made = maker.make(draft, throwNoDice);
      return isRejection(made) ? null : rules.buildSheet(made.stats);
    },
  };
}

/** Dice of a preview. A draft that asks for dice is not previewed. */
function throwNoDice(): never {
  throw new Error('a preview throws no dice');
}

/** Finds the level of the personas the entry point offers, 3 at most, so that a new one is their equal. */
function findLevel(library: Library, { data }: Content<'entry_point'>, ruleset: Content<'ruleset'>): number {
  const levels = data.cast.flatMap((cast) => {
    const character = cast.role === 'persona' ? library.find('character', cast.character) : null;
    const block =
      character === null
        ? undefined
        : Srd5eStatBlock.safeParse(composeStatBlock(character, ruleset, library, cast)).data;
    return block === undefined ? [] : [getCharacterLevel(block)];
  });
  return Math.min(3, Math.max(1, ...levels));
}

type Joined = { readonly snapshot: Snapshot; readonly rolls: readonly Roll[] };

/** Brings new characters into the first scene of a campaign. Scores that are rolled come from the seed of its session. */
export function bringNewPersonas(
  snapshot: Snapshot,
  drafts: readonly CharacterDraft[],
  {
    library,
    entryPoint,
    ruleset,
    calendar,
    seed,
  }: {
    readonly library: Library;
    readonly entryPoint: Content<'entry_point'>;
    readonly ruleset: Content<'ruleset'>;
    readonly calendar: Calendar;
    readonly seed: string;
  },
): Joined | Rejection {
  if (drafts.length === 0) return { snapshot, rolls: [] };
  const story = createStoryMaker(library, entryPoint);
  const rules = compileRules(ruleset);
  if (isRejection(story)) return story;
  if (isRejection(rules)) return rules;
  for (const [index, draft] of drafts.entries()) {
    const problems = story.maker.findProblems(draft);
    const reason = problems.map(({ message }) => message).join(' ');
    if (problems.length > 0) return reject('incomplete-character', reason, ['newPersonas', index]);
  }
  const proposals = drafts.map((draft) => ({ op: 'create_persona', draft, level: story.level }));
  const {
    snapshot: joined,
    effects,
    rejected,
  } = applyAllOrNone(snapshot, proposals, {
    asker: 'engine',
    sceneIndex: 0,
    rules,
    calendar,
    dice: { seed, index: 0, nextOrdinal: 0 },
  });
  const [refused] = rejected;
  if (refused !== undefined) return { ...refused.rejection, path: ['newPersonas', refused.index] };
  const rolls = effects.flatMap((effect) => (effect.type === 'rolled' ? [effect.roll] : []));
  return { snapshot: joined, rolls };
}
