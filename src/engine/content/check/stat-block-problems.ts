import { isRejection } from '#engine/kit/rejection.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import type { Content } from '../library/content.ts';
import type { FieldPath, Problem } from '../problem.ts';
import { rulesOf } from '../ruleset-rules.ts';
import { sentence } from '../text/sentence.ts';
import { at, type Check, type Checking, each, seenFrom } from './checking.ts';

/** Whether stat blocks and scene seeds satisfy the schemas of their rulesets. */
export const statBlockProblems: Check = (checking) => {
  const rules = new Map<string, StateRules>();
  for (const ruleset of each(checking, 'ruleset')) {
    const compiled = rulesOf(ruleset);
    if (!isRejection(compiled)) rules.set(ruleset.id, compiled);
  }
  return [
    ...each(checking, 'ruleset').flatMap((ruleset) => defaultBlock(checking, ruleset, rules.get(ruleset.id))),
    ...each(checking, 'character').flatMap((character) => ownBlocks(checking, character, rules)),
    ...each(checking, 'entry_point').flatMap((entry) => {
      const first = rules.get(entry.data.rulesets[0] ?? '');
      return first === undefined
        ? []
        : [...seed(checking, entry, first), ...castBlocks(checking, entry, first)];
    }),
  ];
};

type Fault = { readonly path: FieldPath; readonly message: string };

function faultsAt(
  checking: Checking,
  content: Content,
  base: FieldPath,
  code: string,
  faults: readonly Fault[],
) {
  return faults.map(({ path, message }): Problem => {
    const field = [...base, ...path];
    const [wrong = message, right = 'Write what the schema of the ruleset asks for'] =
      message.split(/; (?=[^;]*$)/);
    const finding = {
      code,
      message: `${field.join('.')} does not fit its ruleset: ${wrong}.`,
      advice: sentence(right),
    };
    return at(checking, content, field, finding);
  });
}

function defaultBlock(checking: Checking, ruleset: Content<'ruleset'>, rules: StateRules | undefined) {
  const block = ruleset.data.default_stat_block;
  if (rules === undefined || block === undefined) return [];
  return faultsAt(checking, ruleset, ['default_stat_block'], 'bad-stat-block', rules.statFaults(block));
}

function ownBlocks(
  checking: Checking,
  character: Content<'character'>,
  rules: ReadonlyMap<string, StateRules>,
): readonly Problem[] {
  return Object.entries(character.data.stat_blocks).flatMap(([rulesetId, block]) => {
    const base = ['stat_blocks', asWritten(checking, character, rulesetId)];
    const faults = rules.get(rulesetId)?.statFaults(block) ?? [];
    return faultsAt(checking, character, base, 'bad-stat-block', faults);
  });
}

/** The key as it stands in the file: authors may write the short id. */
function asWritten({ contents }: Checking, { id }: Content, rulesetId: string): string {
  const source = contents.sources.get(id);
  const written = (source?.replacedBy.get('stat_blocks') ?? source)?.file.data.stat_blocks;
  const keys = typeof written === 'object' && written !== null ? Object.keys(written) : [];
  return (
    keys.find((key) => key === rulesetId) ?? keys.find((key) => rulesetId.endsWith(`:${key}`)) ?? rulesetId
  );
}

function seed(checking: Checking, entry: Content<'entry_point'>, rules: StateRules): readonly Problem[] {
  const faults = rules.stateFaults(entry.data.scene_seed);
  return faultsAt(checking, entry, ['scene_seed'], 'bad-scene-seed', faults);
}

/** The stat block of a cast member as it will be in play: their own, with what the entry point changes. */
function castBlocks(
  checking: Checking,
  entry: Content<'entry_point'>,
  rules: StateRules,
): readonly Problem[] {
  const rulesetId = entry.data.rulesets[0] ?? '';
  const library = seenFrom(checking, entry);
  const ruleset = library.find('ruleset', rulesetId);
  return entry.data.cast.flatMap(({ character, role, stat_block }, index) => {
    const own = library.find('character', character)?.data.stat_blocks[rulesetId];
    const base = own ?? ruleset?.data.default_stat_block;
    if (stat_block !== undefined && (base === undefined || rules.statFaults(base).length === 0)) {
      const faults = rules.statFaults({ ...base, ...stat_block });
      return faultsAt(checking, entry, ['cast', index, 'stat_block'], 'bad-stat-block', faults);
    }
    if (stat_block !== undefined || base !== undefined || rules.statFaults({}).length === 0) return [];
    const severity = role === 'persona' ? ('error' as const) : ('warning' as const);
    const message = `${character} has no stat block for ${rulesetId}.`;
    const advice = `Write stat_blocks: with ${rulesetId} in the character's file, or a default_stat_block in the ruleset.`;
    return [
      at(checking, entry, ['cast', index, 'character'], { severity, code: 'no-stat-block', message, advice }),
    ];
  });
}
