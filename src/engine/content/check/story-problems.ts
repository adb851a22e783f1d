import { suggestName } from '#engine/state/suggest-name.ts';
import { selectIncluded } from '../begin/campaign-parts.ts';
import type { ConditionData } from '../format/condition.ts';
import type { Content, Frozen } from '../library/content.ts';
import type { FieldPath, Problem } from '../problem.ts';
import {
  type CheckContext,
  createFieldProblem,
  listContents,
  narrowToPack,
  type PackCheck,
} from './check-context.ts';
import { listPlacedOperations, MAKERS } from './operation-problems.ts';

type EntryPoint = Content<'entry_point'>;
type Condition = Frozen<ConditionData>;
type PlacedCondition = { readonly path: FieldPath; readonly condition: Condition };

/** Checks that conditions name what there is. */
export const checkStories: PackCheck = (checking) => [
  ...listContents(checking, 'entry_point').flatMap((entry) =>
    listEntryConditions(entry).flatMap((placed) => conditionProblems(checking, entry, placed, [entry])),
  ),
  ...(['character', 'location'] as const)
    .flatMap((kind): readonly Content<'character' | 'location'>[] => listContents(checking, kind))
    .flatMap((content) => {
      const entries = narrowToPack(checking, content).all('entry_point');
      return listRequirements(content.data.responses).flatMap((placed) =>
        conditionProblems(checking, content, placed, entries),
      );
    }),
];

/** Lists the conditions of an entry point with their places, without `all`, `any` and `not`. */
export function listEntryConditions({ data }: EntryPoint): readonly PlacedCondition[] {
  const resolved = (['threads', 'missions'] as const).flatMap((list) =>
    data[list].flatMap(({ resolved_when: condition }, index) =>
      typeof condition === 'object' ? [{ path: [list, index, 'resolved_when'], condition }] : [],
    ),
  );
  const endings = data.endings.map(({ when }, index) => {
    return { path: ['endings', index, 'when'], condition: when };
  });
  return [...resolved, ...endings, ...listRequirements(data.responses)].flatMap(splitCondition);
}

function listRequirements(
  responses: readonly { readonly requires?: Condition | undefined }[],
): readonly PlacedCondition[] {
  return responses.flatMap(({ requires: condition }, index) =>
    condition === undefined ? [] : splitCondition({ path: ['responses', index, 'requires'], condition }),
  );
}

/** Splits a condition into those that compare something, without `all`, `any` and `not`. */
function splitCondition({ path, condition }: PlacedCondition): readonly PlacedCondition[] {
  const { all, any, not } = condition;
  const list = all ?? any;
  if (list !== undefined) {
    const key = all === undefined ? 'any' : 'all';
    return list.flatMap((one, index) => splitCondition({ path: [...path, key, index], condition: one }));
  }
  return not === undefined
    ? [{ path, condition }]
    : splitCondition({ path: [...path, 'not'], condition: not });
}

const RECORDS = {
  thread: 'threads',
  mission: 'missions',
  clock: 'clocks',
  deadline: 'deadlines',
  resource: 'resources',
  account: 'accounts',
} as const;
type RecordKind = keyof typeof RECORDS;
const RECORD_KINDS = Object.keys(RECORDS) as readonly RecordKind[]; // the keys of the table are its type

function conditionProblems(
  checking: CheckContext,
  content: Content,
  placed: PlacedCondition,
  entries: readonly EntryPoint[],
): readonly Problem[] {
  // A pack without stories cannot know the records of those that are written for it.
  if (entries.length === 0) return [];
  return [
    ...unknownRecord(checking, content, placed, entries),
    ...unknownNumber(checking, content, placed, entries),
  ];
}

function unknownRecord(
  checking: CheckContext,
  content: Content,
  { path, condition }: PlacedCondition,
  entries: readonly EntryPoint[],
): readonly Problem[] {
  return RECORD_KINDS.flatMap((kind) => {
    const named = condition[kind]?.id;
    if (named === undefined) return [];
    const ids = entries.flatMap((entry) => [
      ...entry.data[RECORDS[kind]].map(({ id }) => id),
      ...listMade(checking, entry, kind),
    ]);
    if (ids.includes(named)) return [];
    const near = suggestName(named, ids).trim();
    const advice = near || (ids.length === 0 ? `There is no ${kind} yet.` : `There are ${ids.join(', ')}.`);
    const message = `There is no ${kind} ${named}.`;
    return [
      createFieldProblem(checking, content, [...path, kind, 'id'], {
        code: 'unknown-reference',
        message,
        advice,
      }),
    ];
  });
}

/** Lists the records of a kind that operations in a campaign make. */
function listMade(checking: CheckContext, entry: EntryPoint, kind: RecordKind): readonly string[] {
  return gatherChanges(checking, entry).operations.flatMap(({ op, [`${kind}Id`]: id }) =>
    MAKERS.includes(op) && typeof id === 'string' ? [id] : [],
  );
}

/** Reports values of the scene state and marks of clocks that can never be. */
function unknownNumber(
  checking: CheckContext,
  content: Content,
  { path, condition: { state, clock } }: PlacedCondition,
  entries: readonly EntryPoint[],
): readonly Problem[] {
  const about = (field: FieldPath, message: string, advice: string) =>
    createFieldProblem(checking, content, [...path, ...field], { code: 'unknown-stat', message, advice });
  const [full] = entries.flatMap(({ data }) => data.clocks.filter(({ id }) => id === clock?.id));
  if (clock?.at_least !== undefined && full !== undefined && clock.at_least > full.max) {
    return [about(['clock', 'at_least'], `${full.name} ends at ${full.max}.`, `Write at most ${full.max}.`)];
  }
  if (state === undefined) return [];
  const declared = entries.map((entry) => listStateProperties(checking, entry));
  const [first = state.path] = state.path.split('.');
  const known = declared.flatMap((names) => names ?? []);
  if (declared.includes(null) || known.includes(first)) return [];
  return [about(['state', 'path'], `The scene state has no ${state.path}.`, adviseName(state.path, known))];
}

function adviseName(name: string, known: readonly string[]): string {
  return suggestName(name, known).trim() || `There are ${known.join(', ') || 'none'}.`;
}

/** Returns the names of the scene state of an entry point; null where the ruleset leaves them open. */
function listStateProperties(checking: CheckContext, entry: EntryPoint): readonly string[] | null {
  const ruleset = narrowToPack(checking, entry).find('ruleset', entry.data.rulesets[0] ?? '');
  const properties = ruleset?.data.scene_state_schema?.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : null;
}

/** Everything in a campaign that may change what a condition compares. */
type Changes = {
  readonly entry: EntryPoint;
  readonly operations: readonly { readonly op: string; readonly [key: string]: unknown }[];
  /** Facts with triggers, by full id. */
  readonly discoverable: ReadonlySet<string>;
  /** Clocks that slips may tick; null for any. */
  readonly slipping: readonly string[] | null;
};

/** Warns of endings whose condition refers to a record that nothing in the pack ever brings about. */
export function findUnreachableEndings(checking: CheckContext, entry: EntryPoint): readonly Problem[] {
  if (entry.data.endings.length === 0) return [];
  const changes = gatherChanges(checking, entry);
  return entry.data.endings.flatMap(({ when, title }, index) => {
    const why = explainNever(when, changes, []);
    if (why === null) return [];
    const message = `${title} can never be reached: ${why}.`;
    const advice = 'Let a trigger or an operation bring it about, or change the condition.';
    const path = ['endings', index, 'when'];
    return [
      createFieldProblem(checking, entry, path, {
        severity: 'warning',
        code: 'unreachable-ending',
        message,
        advice,
      }),
    ];
  });
}

function gatherChanges(checking: CheckContext, entry: EntryPoint): Changes {
  const library = narrowToPack(checking, entry);
  const included = selectIncluded(entry, library).entities;
  const rulesets = entry.data.rulesets.flatMap((id) => library.find('ruleset', id) ?? []);
  const triggered = entry.data.facts.filter(
    ({ triggers, visibility }) => triggers.length > 0 && visibility === 'hidden',
  );
  return {
    entry,
    operations: [entry, ...included, ...rulesets].flatMap((content) =>
      listPlacedOperations(content).map(({ operation }) => operation),
    ),
    discoverable: new Set([
      ...triggered.map(({ id }) => `${entry.id}.${id}`),
      ...included.flatMap(({ id, data }) => data.discoverables.map((one) => `${id}.${one.id}`)),
    ]),
    slipping: listSlippingClocks(rulesets[0]),
  };
}

/** Resolutions whose slips tick no clock. */
const UNTIMED: readonly string[] = ['table_d100', 'srd5e', 'rulebook', 'none'];

function listSlippingClocks(ruleset: Content<'ruleset'> | undefined): readonly string[] | null {
  if (ruleset === undefined) return null;
  const { resolution, consequences } = ruleset.data.mechanics;
  if (UNTIMED.includes(resolution.kind)) return [];
  if (consequences.clock === null) return null;
  const own = resolution.kind === 'd20_stat' ? (resolution.clock?.name ?? '') : '';
  return [consequences.clock, own];
}

/** Explains why a condition can never hold; null when it may. What the engine cannot foresee may. */
function explainNever(condition: Condition, changes: Changes, asked: readonly string[]): string | null {
  const { all, any, fact, thread, mission, clock, deadline } = condition;
  const explain = (one: Condition) => explainNever(one, changes, asked);
  if (all !== undefined) return all.map(explain).find((why) => why !== null) ?? null;
  if (any !== undefined) {
    const reasons = any.map(explain);
    return reasons.includes(null) ? null : (reasons[0] ?? null);
  }
  if (fact !== undefined) return explainFact(fact.id, changes);
  if (thread !== undefined) return explainStatus('thread', thread, changes, asked);
  if (mission !== undefined) return explainStatus('mission', mission, changes, asked);
  if (clock !== undefined) return explainClock(clock, changes);
  return deadline === undefined ? null : explainDeadline(deadline, changes);
}

function explainFact(id: string, { entry, discoverable, operations }: Changes): string | null {
  const own = entry.data.facts.find((fact) => `${entry.id}.${fact.id}` === id);
  const isKnown = own !== undefined && (own.visibility === 'public' || own.known_to.length > 0);
  const isFound = operations.some(({ op, factId }) => op === 'discover_fact' && factId === id);
  return isKnown || isFound || discoverable.has(id) ? null : `nobody can find out ${id}`;
}

/** Tells whether players know of a record from the start. A model may change it by what it tells. */
function isInSight({
  visibility,
  known_to,
}: {
  readonly visibility: string;
  readonly known_to: readonly string[];
}): boolean {
  return visibility === 'public' || known_to.length > 0;
}

const STATUS_OPERATIONS = { thread: 'update_thread', mission: 'upsert_mission' } as const;
const RESOLVED = { thread: 'resolved', mission: 'completed' } as const;

function explainStatus(
  kind: 'thread' | 'mission',
  { id, status }: { readonly id: string; readonly status: string },
  changes: Changes,
  asked: readonly string[],
): string | null {
  const records: EntryPoint['data']['threads' | 'missions'] = changes.entry.data[RECORDS[kind]];
  const record = records.find((one) => one.id === id);
  // A record that is not there is reported by itself.
  if (record === undefined || record.status === status || isInSight(record)) return null;
  const isSet = changes.operations.some(
    (operation) =>
      operation.op === STATUS_OPERATIONS[kind] &&
      operation[`${kind}Id`] === id &&
      operation.status === status,
  );
  if (isSet) return null;
  const when = record.resolved_when;
  const never = `nothing ever makes the ${kind} ${id} ${status}`;
  if (status !== RESOLVED[kind] || when === undefined || asked.includes(`${kind} ${id}`)) return never;
  return typeof when === 'string' ? null : explainNever(when, changes, [...asked, `${kind} ${id}`]);
}

function explainClock(
  { id, at_least }: NonNullable<Condition['clock']>,
  { entry, operations, slipping }: Changes,
): string | null {
  const clock = entry.data.clocks.find((one) => one.id === id);
  if (clock === undefined || clock.value >= (at_least ?? clock.max) || isInSight(clock)) return null;
  const isTicked = operations.some(
    ({ op, clockId, by }) => op === 'tick_clock' && clockId === id && !(typeof by === 'number' && by <= 0),
  );
  const isSlipping = slipping === null || slipping.includes(id);
  return isTicked || isSlipping ? null : `nothing ever ticks the clock ${id}`;
}

function explainDeadline(
  { id, status }: NonNullable<Condition['deadline']>,
  { operations }: Changes,
): string | null {
  // Time makes every deadline pass.
  if (status === 'active' || status === 'missed') return null;
  const isSet = operations.some(
    ({ op, deadlineId, outcome }) => op === 'resolve_deadline' && deadlineId === id && outcome === status,
  );
  return isSet ? null : `nothing ever makes the deadline ${id} ${status}`;
}
