import { listFormulaStats } from '#engine/rules/formula.ts';
import { compileSchema } from '#engine/rules/json-schema.ts';
import { findOperation, OPERATION_NAMES } from '#engine/state/operations.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import { isJsonObject } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Content } from '../library/content.ts';
import { endSentence, type FieldPath, type Problem, toSentence } from '../problem.ts';
import { compileRules } from '../ruleset-rules.ts';
import { composeStatBlock } from '../stat-blocks.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';

type Ruleset = Content<'ruleset'>;

/** Whether a ruleset's text, schemas and numbers fit together. */
export const checkRulesets: PackCheck = (checking) =>
  listContents(checking, 'ruleset').flatMap((ruleset) => [
    ...noRulebook(checking, ruleset),
    ...schemaFaults(checking, ruleset, 'stat_block_schema'),
    ...schemaFaults(checking, ruleset, 'scene_state_schema'),
    ...halfSrd(checking, ruleset),
    ...unknownStats(checking, ruleset),
    ...unknownRestValues(checking, ruleset),
    ...unknownOperations(checking, ruleset),
    ...unknownClock(checking, ruleset),
    ...renamedPolicies(checking, ruleset),
    ...undecidedDice(checking, ruleset),
  ]);

/** Reports templates for call types that say nothing. */
export const checkCallTemplates: PackCheck = (checking) =>
  [...listContents(checking, 'world'), ...listContents(checking, 'ruleset')].flatMap((content) =>
    content.data.templates.flatMap(({ call, text = '', norms, address, modifiers }, index) =>
      text !== '' || norms.length + address.length + modifiers.length > 0
        ? []
        : [
            createFieldProblem(checking, content, ['templates', index], {
              code: 'empty-template',
              message: `The template for ${call} says nothing.`,
              advice: 'Write text, norms, address or modifiers, or remove it.',
            }),
          ],
    ),
  );

function noRulebook(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  if (ruleset.data.rulebook !== undefined) return [];
  const message = 'The ruleset has no rulebook.';
  const advice =
    'Write rulebook: with the rules as text, or rulebook_file: with a Markdown file of this pack.';
  return [createFieldProblem(checking, ruleset, ['rulebook'], { code: 'missing', message, advice }, 'key')];
}

function schemaFaults(
  checking: CheckContext,
  ruleset: Ruleset,
  key: 'stat_block_schema' | 'scene_state_schema',
): readonly Problem[] {
  const schema = ruleset.data[key];
  if (schema === undefined || typeof schema === 'string') return [];
  const compiled = compileSchema(schema);
  if (!isRejection(compiled)) return [];
  return compiled.faults.map(({ path, message }) => {
    const [wrong = message, advice = 'Mend the schema'] = message.split(/; (?=[^;]*$)/);
    return createFieldProblem(checking, ruleset, [key, ...path], {
      code: 'bad-json-schema',
      message: endSentence(`${key}: ${wrong}`),
      advice: toSentence(advice),
    });
  });
}

function halfSrd(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const isByCode = ruleset.data.mechanics.resolution.kind === 'srd5e';
  const hasBlocks = ruleset.data.stat_block_schema === 'srd5e';
  if (isByCode === hasBlocks) return [];
  const message = 'SRD 5e is its rules and its stat block together; here is only one of them.';
  const [path, advice] = isByCode
    ? [['stat_block_schema'], 'Write stat_block_schema: srd5e.']
    : [['mechanics', 'resolution', 'kind'], 'Write kind: srd5e.'];
  return [createFieldProblem(checking, ruleset, path, { code: 'half-srd5e', message, advice })];
}

type Named = { readonly path: FieldPath; readonly name: string };

/** Reports stats and counters of the mechanics that the ruleset's schemas do not declare. */
function unknownStats(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const { stat_block_schema: stats, scene_state_schema: scene, mechanics } = ruleset.data;
  const statNames = propertyNames(stats);
  const sceneNames = propertyNames(scene);
  const explained = ruleset.data.stats.map(({ id }, index) => ({ path: ['stats', index, 'id'], name: id }));
  return [
    ...unknownNames(
      checking,
      ruleset,
      [
        ...statsIn(mechanics.resolution),
        ...statsOfChecks(mechanics),
        ...statsOfNewCharacters(mechanics),
        ...Object.keys(mechanics.meters).map((name) => ({ path: ['mechanics', 'meters', name], name })),
        ...explained,
      ],
      statNames,
      'stat_block_schema',
    ),
    ...unknownNames(
      checking,
      ruleset,
      [...countersIn(mechanics.resolution), ...restPath(mechanics)],
      sceneNames,
      'scene_state_schema',
    ),
  ];
}

function restPath({ rests }: Ruleset['data']['mechanics']): readonly Named[] {
  return rests === undefined ? [] : [{ path: ['mechanics', 'rests', 'path'], name: rests.path }];
}

/** Reports values of `rests` that the scene's state can never have. */
function unknownRestValues(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const { scene_state_schema: scene, mechanics } = ruleset.data;
  const { rests } = mechanics;
  const properties = isJsonObject(scene) && isJsonObject(scene.properties) ? scene.properties : {};
  const property = rests === undefined ? undefined : properties[rests.path];
  if (rests === undefined || !isJsonObject(property)) return [];
  const { type, enum: choices } = property;
  const fits = compileSchema({ ...(type && { type }), ...(choices && { enum: choices }) });
  if (isRejection(fits)) return [];
  return (['long', 'short'] as const).flatMap((kind) =>
    (rests[kind] ?? []).flatMap((value, index) => {
      if (fits.check(value).length === 0) return [];
      return [
        createFieldProblem(checking, ruleset, ['mechanics', 'rests', kind, index], {
          code: 'unknown-value',
          message: `${rests.path} of scene_state_schema is never ${String(value)}.`,
          advice: Array.isArray(choices)
            ? `It is ${choices.map(String).join(', ')}.`
            : 'Write a value it can have.',
        }),
      ];
    }),
  );
}

function unknownNames(
  checking: CheckContext,
  ruleset: Ruleset,
  named: readonly Named[],
  known: readonly string[] | null,
  where: string,
): readonly Problem[] {
  if (known === null) return [];
  return named.flatMap(({ path, name }) => {
    if (known.includes(name)) return [];
    const near = suggestName(name, known).trim();
    const advice = near === '' ? `The properties of ${where} are ${known.join(', ')}.` : near;
    return [
      createFieldProblem(checking, ruleset, path, {
        code: 'unknown-stat',
        message: `${where} has no ${name}.`,
        advice,
      }),
    ];
  });
}

type Resolution = Ruleset['data']['mechanics']['resolution'];

/** Lists the stats of checks that the schema of the mechanics cannot know. Those of srd5e are built in. */
function statsOfChecks({ checks, resolution }: Ruleset['data']['mechanics']): readonly Named[] {
  if (resolution.kind === 'srd5e') return [];
  return checks.flatMap(({ stat, opposed_by }, index) => {
    const path = ['mechanics', 'checks', index];
    const own =
      resolution.kind === 'table_d100' && stat !== undefined ? [{ path: [...path, 'stat'], name: stat }] : [];
    return opposed_by === undefined ? own : [...own, { path: [...path, 'opposed_by'], name: opposed_by }];
  });
}

function statsOfNewCharacters({ new_characters: limits }: Ruleset['data']['mechanics']): readonly Named[] {
  const path = ['mechanics', 'new_characters'];
  return [
    ...limits.fixed.map((name, index) => ({ path: [...path, 'fixed', index], name })),
    ...limits.budgets.flatMap(({ stats }, budget) =>
      stats.map((name, index) => ({ path: [...path, 'budgets', budget, 'stats', index], name })),
    ),
  ];
}

function statsIn(resolution: Resolution): readonly Named[] {
  const path = ['mechanics', 'resolution'];
  const listed = 'stats' in resolution ? resolution.stats : 'aspects' in resolution ? resolution.aspects : [];
  const key = 'aspects' in resolution ? 'aspects' : 'stats';
  const formula = 'modifier' in resolution ? listFormulaStats(resolution.modifier) : [];
  const inFormula = isRejection(formula) ? [] : formula;
  return [
    ...listed.map((name, index) => ({ path: [...path, key, index], name })),
    ...inFormula.map((name) => ({ path: [...path, 'modifier'], name })),
  ];
}

function countersIn(resolution: Resolution): readonly Named[] {
  if (resolution.kind !== 'countdown') return [];
  return [{ path: ['mechanics', 'resolution', 'countdown', 'name'], name: resolution.countdown.name }];
}

/** Returns the property names of a schema; null when the schema leaves them open. */
function propertyNames(schema: Ruleset['data']['stat_block_schema']): readonly string[] | null {
  const properties = typeof schema === 'object' ? schema.properties : undefined;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : null;
}

function unknownOperations(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const { operations } = ruleset.data.mechanics;
  if (operations === 'all') return [];
  return operations.flatMap((name, index) => {
    const spelled = name.replaceAll('-', '_');
    if (findOperation(spelled) !== null) return [];
    const near = suggestName(spelled, OPERATION_NAMES).trim();
    const advice = near === '' ? 'Run: npm run packs -- operations' : near;
    const message = `There is no operation ${name}.`;
    return [
      createFieldProblem(checking, ruleset, ['mechanics', 'operations', index], {
        code: 'unknown-operation',
        message,
        advice,
      }),
    ];
  });
}

/** Reports a clock of the consequences that no story under this ruleset has. */
function unknownClock(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const { clock } = ruleset.data.mechanics.consequences;
  const entries = listContents(checking, 'entry_point').filter(({ data }) => data.rulesets[0] === ruleset.id);
  const clocks = [...new Set(entries.flatMap(({ data }) => data.clocks.map(({ id }) => id)))];
  if (clock === null || entries.length === 0 || clocks.includes(clock)) return [];
  const near = suggestName(clock, clocks).trim();
  const advice = near || (clocks.length === 0 ? 'Write clock: null.' : `There are ${clocks.join(', ')}.`);
  const message = `No entry point under this ruleset has a clock ${clock}.`;
  const path = ['mechanics', 'consequences', 'clock'];
  return [createFieldProblem(checking, ruleset, path, { code: 'unknown-reference', message, advice })];
}

/**
 * Reports `mechanics.checks` as a map of policies, its form in the first edition. The old form is accepted so that old
 * campaigns open.
 */
function renamedPolicies(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const written = checking.contents.sources.get(ruleset.id)?.data.mechanics;
  const checks = isJsonObject(written) ? written.checks : undefined;
  if (!isJsonObject(checks)) return [];
  const message =
    'mechanics.checks is now the list of checks players may be asked for; these policies are not read.';
  const advice = 'Write on_finding: in place of checks:.';
  const problem = { severity: 'warning', code: 'renamed-key', message, advice } as const;
  return [createFieldProblem(checking, ruleset, ['mechanics', 'checks'], problem, 'key')];
}

/** Reports rulebook dice in `duet`, where no step requests them. */
function undecidedDice(checking: CheckContext, ruleset: Ruleset): readonly Problem[] {
  const { pipeline, resolution } = ruleset.data.mechanics;
  if (resolution.kind !== 'rulebook' || pipeline !== 'duet') return [];
  const message = 'In duet nothing is rolled for a ruleset without resolution.';
  const advice = 'Write pipeline: ensemble or full, or a resolution.';
  const problem = { severity: 'warning', code: 'no-dice', message, advice } as const;
  return [createFieldProblem(checking, ruleset, ['mechanics', 'pipeline'], problem)];
}

/** Checks that stat blocks and scene seeds satisfy the schemas of their rulesets. */
export const checkStatBlocks: PackCheck = (checking) => {
  const rules = new Map<string, StateRules>();
  for (const ruleset of listContents(checking, 'ruleset')) {
    const compiled = compileRules(ruleset);
    if (!isRejection(compiled)) rules.set(ruleset.id, compiled);
  }
  return [
    ...listContents(checking, 'ruleset').flatMap((ruleset) =>
      defaultBlock(checking, ruleset, rules.get(ruleset.id)),
    ),
    ...listContents(checking, 'character').flatMap((character) => ownBlocks(checking, character, rules)),
    ...listContents(checking, 'location').flatMap((place) => placeState(checking, place, rules)),
    ...listContents(checking, 'entry_point').flatMap((entry) => {
      const first = rules.get(entry.data.rulesets[0] ?? '');
      return first === undefined
        ? []
        : [...seed(checking, entry, first), ...castBlocks(checking, entry, first)];
    }),
  ];
};

type Fault = { readonly path: FieldPath; readonly message: string };

function faultsAt(
  checking: CheckContext,
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
      advice: toSentence(right),
    };
    return createFieldProblem(checking, content, field, finding);
  });
}

function defaultBlock(checking: CheckContext, ruleset: Content<'ruleset'>, rules: StateRules | undefined) {
  const block = ruleset.data.default_stat_block;
  if (rules === undefined || block === undefined) return [];
  return faultsAt(checking, ruleset, ['default_stat_block'], 'bad-stat-block', rules.statFaults(block));
}

function ownBlocks(
  checking: CheckContext,
  character: Content<'character'>,
  rules: ReadonlyMap<string, StateRules>,
): readonly Problem[] {
  const library = narrowToPack(checking, character);
  return Object.keys(character.data.stat_blocks).flatMap((rulesetId) => {
    const base = ['stat_blocks', asWritten(checking, character, rulesetId)];
    const ruleset = library.find('ruleset', rulesetId);
    const block = ruleset === null ? null : composeStatBlock(character, ruleset, library);
    const faults = rules.get(rulesetId)?.statFaults(block ?? {}) ?? [];
    return faultsAt(checking, character, base, 'bad-stat-block', faults);
  });
}

/** Returns the key as written in the file: authors may write the short id. */
function asWritten({ contents }: CheckContext, { id }: Content, rulesetId: string): string {
  const source = contents.sources.get(id);
  const written = (source?.replacedBy.get('stat_blocks') ?? source)?.file.data.stat_blocks;
  const keys = typeof written === 'object' && written !== null ? Object.keys(written) : [];
  return (
    keys.find((key) => key === rulesetId) ?? keys.find((key) => rulesetId.endsWith(`:${key}`)) ?? rulesetId
  );
}

function seed(checking: CheckContext, entry: Content<'entry_point'>, rules: StateRules): readonly Problem[] {
  const faults = rules.stateFaults(entry.data.scene_seed);
  return faultsAt(checking, entry, ['scene_seed'], 'bad-scene-seed', faults);
}

/** Reports the state of a place that fits the ruleset of no entry point of its pack. */
function placeState(
  checking: CheckContext,
  place: Content<'location'>,
  rules: ReadonlyMap<string, StateRules>,
): readonly Problem[] {
  const { scene_state: state } = place.data;
  if (state === undefined) return [];
  const faults = listContents(checking, 'entry_point')
    .filter(({ packId }) => packId === place.packId)
    .flatMap(({ data }) => {
      const first = rules.get(data.rulesets[0] ?? '');
      if (first === undefined) return [];
      const found = first.stateFaults({ ...data.scene_seed, ...state });
      return [found.filter(({ path }) => Object.hasOwn(state, String(path[0])))];
    });
  const misfit = faults.some((found) => found.length === 0) ? [] : (faults[0] ?? []);
  return faultsAt(checking, place, ['scene_state'], 'bad-scene-state', misfit);
}

/** Lists the stat blocks of cast members as they will be in play: their own, with the changes of the entry point. */
function castBlocks(
  checking: CheckContext,
  entry: Content<'entry_point'>,
  rules: StateRules,
): readonly Problem[] {
  const rulesetId = entry.data.rulesets[0] ?? '';
  const library = narrowToPack(checking, entry);
  const ruleset = library.find('ruleset', rulesetId);
  return entry.data.cast.flatMap((cast, index) => {
    const { character, role, stat_block } = cast;
    const content = library.find('character', character);
    if (ruleset === null || content === null) return [];
    const { stat_block: _changes, ...unchanged } = cast;
    const base = composeStatBlock(content, ruleset, library, unchanged);
    if (stat_block !== undefined && (base === null || rules.statFaults(base).length === 0)) {
      const faults = rules.statFaults(composeStatBlock(content, ruleset, library, cast) ?? {});
      return faultsAt(checking, entry, ['cast', index, 'stat_block'], 'bad-stat-block', faults);
    }
    if (stat_block !== undefined || base !== null || rules.statFaults({}).length === 0) return [];
    const severity = role === 'persona' ? ('error' as const) : ('warning' as const);
    const message = `${character} has no stat block for ${rulesetId}.`;
    const advice = `Write stat_blocks: with ${rulesetId} in the character's file, or a default_stat_block in the ruleset.`;
    return [
      createFieldProblem(checking, entry, ['cast', index, 'character'], {
        severity,
        code: 'no-stat-block',
        message,
        advice,
      }),
    ];
  });
}
