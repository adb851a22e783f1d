import { z } from 'zod';
import { Reading } from '#engine/contracts/reading.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import type { Say } from '#engine/language/languages.ts';
import { countLevelsDue, placePoints } from '#engine/srd5e/levels.ts';
import { parseStatBlock, type Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import { TurnSuspension } from '../pipeline.ts';
import type { CertainAction } from './certain-actions.ts';
import {
  addNamedOptions,
  findLevelQuestion,
  type GivenChoices,
  joinChoices,
  LevelOption,
  NOTHING_GIVEN,
  settleLevel,
} from './level-questions.ts';

/** Key of the choice that takes a level. */
const LEVEL_UP = 'level_up';

/** Offers a level that is due to the acting persona, outside fights; null when none is. */
export function offerLevelUp(
  { combat, entities }: Snapshot,
  { persona, playbook }: Pick<TurnContext, 'persona' | 'playbook'>,
  say: Say,
): object | null {
  const now = entities[persona.id];
  if (!playbook.rules.srd5e || combat !== null || now?.kind !== 'character') return null;
  const block = parseStatBlock(now.stats).data;
  if (block === undefined || block.status === 'dead' || countLevelsDue(block) === 0) return null;
  return {
    key: LEVEL_UP,
    text: say('choice.level_up'),
    description: say('choice.level_up.description', { who: now.name }),
    risk: 'safe',
  };
}

type Levelling = Pick<TurnContext, 'lease' | 'persona' | 'playbook'> & ReadingResult;

/** Finds the sheet of the acting persona where the player chose a level or asked for it in words; null outside that. */
function findSheetToRaise(
  { reading, lease, persona, playbook }: Levelling,
  { combat, entities }: Snapshot,
): Srd5eStatBlock | null {
  const isChosen = isLevelChosen(lease.turn);
  const now = entities[persona.id];
  if (!playbook.rules.srd5e || combat !== null || now?.kind !== 'character') return null;
  const block = parseStatBlock(now.stats).data;
  if (block === undefined || (!isChosen && reading.level_up === null)) return null;
  // A level named in passing is only taken when one is due.
  return isChosen || countLevelsDue(block) > 0 ? block : null;
}

/** Tells whether the player chose the level that was offered. */
export function isLevelChosen({ input }: Pick<TurnRecord, 'input'>): boolean {
  return input.kind === 'story' && input.choiceKey === LEVEL_UP;
}

const Kept = z.object({ reading: Reading, language: z.string(), levelOptions: z.array(LevelOption) });

/** Suspends the turn for the next choice of a level that is open; null when all are made. */
export function suspendForLevelUp(draft: Levelling, snapshot: Snapshot, say: Say): TurnSuspension | null {
  const block = findSheetToRaise(draft, snapshot);
  if (block === null || block.status === 'dead' || countLevelsDue(block) === 0) return null;
  const given = draft.reading.level_up ?? NOTHING_GIVEN;
  const question = findLevelQuestion(given, block, draft.playbook.figures.figures().spells, say);
  if (question === null) return null;
  const { text, options } = question;
  const kept: z.infer<typeof Kept> = {
    reading: { ...draft.reading, level_up: given },
    language: draft.language,
    levelOptions: [...options],
  };
  return new TurnSuspension({
    kind: 'clarification',
    question: text,
    options: options.map((option) => option.text),
    kept: JSON.parse(JSON.stringify(kept)),
  });
}

/** An answer to a choice of a level: with what it adds when it names an option, else in words that are still to be read. */
type LevelAnswer = { readonly read: ReadingResult } | { readonly before: GivenChoices };

/** Returns the answer to a choice of a level; null when the turn does not go on from one. */
export function readLevelAnswer(turn: TurnRecord): LevelAnswer | null {
  const { suspension, baseSceneId, answers } = turn;
  const answer = answers.at(-1);
  if (suspension?.kind !== 'clarification' || suspension.sceneId !== baseSceneId) return null;
  const kept = Kept.safeParse(suspension.kept).data;
  if (kept === undefined || answer?.kind !== 'clarification') return null;
  const { reading, language, levelOptions } = kept;
  const before = reading.level_up ?? NOTHING_GIVEN;
  const given = addNamedOptions(before, levelOptions, answer.text);
  return given === null ? { before } : { read: { reading: { ...reading, level_up: given }, language } };
}

/** Joins the choices made before with what words say now. A player who no longer speaks of a level takes none. */
export function joinLevelAnswer(reading: Reading, before: GivenChoices, turn: TurnRecord): Reading {
  const isOver = reading.level_up === null && !isLevelChosen(turn);
  if (isOver) return reading;
  return { ...reading, question: null, level_up: joinChoices(before, reading.level_up ?? NOTHING_GIVEN) };
}

/** Lists the operation that takes a level, with the choices that were made; what the player left to the standard is the rules' own. */
export function listLevelUp(draft: Levelling, snapshot: Snapshot, say: Say): readonly CertainAction[] {
  const block = findSheetToRaise(draft, snapshot);
  if (block === null) return [];
  const { reading, persona, playbook } = draft;
  return [
    {
      proposals: [
        {
          op: 'gain_level',
          characterId: persona.id,
          ...toChoices(reading.level_up ?? NOTHING_GIVEN, block, playbook.figures),
        },
      ],
      done: (after) => describeLevel(after, block, persona, say),
    },
  ];
}

/** Tells the level that was reached, and what the sheet has gained by it. */
function describeLevel(
  { entities }: Snapshot,
  before: Srd5eStatBlock,
  { id, name: who }: TurnContext['persona'],
  say: Say,
): string {
  const now = entities[id];
  const block = now?.kind === 'character' ? parseStatBlock(now.stats).data : undefined;
  if (block === undefined) return who;
  const level = block.classes.reduce((sum, entry) => sum + entry.level, 0);
  const points = block.hit_points.max - before.hit_points.max;
  const gains = [
    ...block.features.filter((one) => !before.features.includes(one)),
    ...block.spells_known.filter((one) => !before.spells_known.includes(one)),
  ];
  return gains.length === 0
    ? say('done.level', { who, level, points })
    : say('done.level_gains', { who, level, points, gains: gains.join(', ') });
}

function toChoices(
  given: GivenChoices,
  block: Srd5eStatBlock,
  { figures }: TurnContext['playbook']['figures'],
): object {
  const settled = settleLevel(given, block, figures().spells);
  if (settled === null) return { class: block.classes[0]?.class };
  const { chosenFeatures, openFeatures } = settled;
  const usualFeatures = given.standard
    ? openFeatures.flatMap(({ options, count }) => options.slice(0, count))
    : [];
  const { points, abilities, openCantrips, openSpells, cantripsLeft, spellsLeft } = settled;
  const usual = given.standard
    ? [...openCantrips.slice(0, cantripsLeft), ...openSpells.slice(0, spellsLeft)]
    : [];
  return {
    class: settled.class,
    hitPoints: given.hit_points ?? 'average',
    spells: [...settled.learned, ...usual].map(({ name }) => name),
    features: [...chosenFeatures, ...usualFeatures],
    ...omitUndefined({
      subclass: given.subclass || undefined,
      abilities: points === 0 ? undefined : placePoints(block, settled.class, abilities),
    }),
  };
}
