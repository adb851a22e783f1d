import { checkNarration, checkNarrationByMeaning } from '#engine/turn/check-narration.ts';
import { type FaultySample, faultyNarrations, ordinaryNarrations, type Sample } from './narration-set.ts';

const CHECKS = [
  'agency',
  'internal_labels',
  'secrets',
  'dice',
  'contradiction',
  'binding_row',
  'length',
] as const;

export type MeasuredCheck = {
  readonly check: string;
  /** How many ordinary narrations gave it anything to judge. */
  readonly judged: number;
  readonly falseAlarms: readonly string[];
  readonly faults: number;
  readonly found: number;
  readonly missed: readonly string[];
};

export type Measured = {
  readonly ordinary: number;
  readonly faulty: number;
  readonly checks: readonly MeasuredCheck[];
  readonly overall: { readonly falseAlarms: readonly string[]; readonly found: number };
};

/**
 * How often the checks are wrong about good narration, and how often they see bad. By words alone, without vectors; what is only
 * remarked is neither an alarm nor a find. Of one set where it is named, else of all of them.
 */
export function measureChecks(set = ''): Measured {
  const judged = <One extends Sample>(samples: readonly One[]) =>
    samples
      .filter(({ id }) => id.startsWith(set))
      .map((sample) => ({ sample, alarms: alarmsOf(checkNarration(sample.prose, sample.facts)) }));
  return measured(judged(ordinaryNarrations()), judged(faultyNarrations()));
}

/** Faulty narrations in which a check alarms that should not: but for their one fault they are as good as any. */
export function crossAlarms(): readonly string[] {
  return faultyNarrations().flatMap(({ id, fault, prose, facts }) =>
    [...alarmsOf(checkNarration(prose, facts))]
      .filter((check) => check !== fault)
      .map((check) => `${id}: ${check}`),
  );
}

/** The rows that are not told, and those of them on which nothing is so much as remarked. */
export function rowsNotTold(): { readonly rows: number; readonly unremarked: readonly string[] } {
  const rows = faultyNarrations().filter(({ fault }) => fault === 'binding_row');
  const isRemarked = ({ prose, facts }: Sample) =>
    checkNarration(prose, facts).some(({ check }) => check === 'binding_row');
  return { rows: rows.length, unremarked: rows.filter((row) => !isRemarked(row)).map(({ id }) => id) };
}

/** The same by words and meaning, as a turn is judged where vectors can be had. */
export async function measureChecksByMeaning(embed: Embed, set = ''): Promise<Measured> {
  const judged = async <One extends Sample>(samples: readonly One[]) => {
    const all: Judged<One>[] = [];
    // One after another: the embedder works on one text at a time anyway.
    for (const sample of samples.filter(({ id }) => id.startsWith(set))) {
      const verdicts = await checkNarrationByMeaning(sample.prose, sample.facts, embed);
      all.push({ sample, alarms: alarmsOf(verdicts) });
    }
    return all;
  };
  return measured(await judged(ordinaryNarrations()), await judged(faultyNarrations()));
}

type Embed = Parameters<typeof checkNarrationByMeaning>[2];
type Judged<One extends Sample> = { readonly sample: One; readonly alarms: ReadonlySet<string> };

function measured(ordinary: readonly Judged<Sample>[], faulty: readonly Judged<FaultySample>[]): Measured {
  const checks = CHECKS.map((check): MeasuredCheck => {
    const own = faulty.filter(({ sample }) => sample.fault === check);
    const missed = own.filter(({ alarms }) => !alarms.has(check)).map(({ sample }) => sample.id);
    return {
      check,
      judged: ordinary.filter(({ sample }) => check !== 'binding_row' || sample.facts.row !== null).length,
      falseAlarms: ordinary.filter(({ alarms }) => alarms.has(check)).map(({ sample }) => sample.id),
      faults: own.length,
      found: own.length - missed.length,
      missed,
    };
  });
  return {
    ordinary: ordinary.length,
    faulty: faulty.length,
    checks,
    overall: {
      falseAlarms: ordinary.filter(({ alarms }) => alarms.size > 0).map(({ sample }) => sample.id),
      found: checks.reduce((sum, { found }) => sum + found, 0),
    },
  };
}

/** What would be held against a turn. That a narration is hardly any is never grave, and is looked for all the same. */
function alarmsOf(verdicts: ReturnType<typeof checkNarration>): ReadonlySet<string> {
  const alarms = verdicts.filter(({ check, severity }) => severity === 'grave' || check === 'length');
  return new Set(alarms.map(({ check }) => check));
}
