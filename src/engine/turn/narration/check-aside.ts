import type { FindingKind } from '#engine/contracts/findings.ts';
import { splitSentences } from '#engine/util/split-sentences.ts';
import { EMPTY_LORE } from '#retrieval/scene-lore.ts';
import type { TurnContext } from '../context.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { AskTools } from '../steps/ask-step.ts';
import { askJudge, buildJudgeInput } from '../steps/judge.ts';
import { type Finding, isHarmful } from './decide-on-findings.ts';
import { checkProse, checkTexts, type PreparedFacts, prepareFacts } from './exact-checks.ts';
import { gatherPrivateFacts } from './prose-facts.ts';
import { removeFaultySentences } from './repair-prose.ts';

/** Nothing was ruled in a turn in which the story does not go on. */
const NOTHING_RULED = { rolls: [], rolled: null, done: [], fallsDue: [], revealed: [], resolved: null };

/** Kinds the judge may report of an aside. Weighing what to do is no agency, and the rules may be talked about. */
const JUDGED: ReadonlySet<FindingKind> = new Set(['secrets', 'boundaries', 'internal_labels']);

export type CheckedAside = {
  readonly text: string;
  readonly findings: readonly Finding[];
  /** Tells whether a short text that came with the answer may be shown. */
  readonly isClean: (text: string) => boolean;
};

/**
 * Holds a THINK or DM text, with the short texts beside it, to the exact checks and to the judge. Sentences that tell what the asking
 * persona does not know are removed; other findings are recorded. Numbers of the sheet and of dice may be told outside the story. The
 * judge is asked once, and only when there is something hidden or agreed on that it could find.
 */
export async function checkAside(
  text: string,
  beside: readonly string[],
  context: TurnContext,
  tools: AskTools,
): Promise<CheckedAside> {
  const facts = prepareAsideFacts(context);
  const faulty = checkTexts(
    beside.filter((one) => one !== ''),
    facts,
  );
  const exact = [...checkProse(text, facts), ...[...faulty.values()].flat()].filter(
    ({ kind }) => kind !== 'dice',
  );
  const judged = await judgeAside([text, ...beside], facts, context, tools);
  recordFindings([...exact, ...judged], tools.recorder);
  const ofText = [...exact, ...judged].filter(({ quote }) => text.includes(quote));
  const { prose, left } =
    ofText.length === 0
      ? { prose: text, left: [] }
      : removeFaultySentences(text, ofText, { facts, plainText: '…' });
  return {
    text: prose,
    findings: left,
    isClean: (one) =>
      !faulty.has(one) && !judged.some((finding) => isHarmful(finding) && one.includes(finding.quote)),
  };
}

/**
 * Holds a report to a game master to the exact checks and records what they find. Nothing is taken out of it: its one reader may know
 * everything.
 */
export function checkReport(text: string, context: TurnContext, recorder: Pick<Recorder, 'verdict'>): void {
  const findings = checkProse(text, prepareAsideFacts(context)).filter(({ kind }) => kind !== 'dice');
  recordFindings(findings, recorder, 'report');
}

function prepareAsideFacts(context: TurnContext): PreparedFacts {
  const sources = { ...context, sceneLore: EMPTY_LORE, resolvedSnapshot: context.snapshot, ...NOTHING_RULED };
  return prepareFacts({
    ...gatherPrivateFacts(sources),
    sheet: [],
    lengths: { most: Number.MAX_SAFE_INTEGER, mostInMajorScenes: Number.MAX_SAFE_INTEGER },
  });
}

async function judgeAside(
  texts: readonly string[],
  { facts }: PreparedFacts,
  context: TurnContext,
  tools: AskTools,
): Promise<readonly Finding[]> {
  const { snapshot } = context;
  const prose = texts.filter((text) => text.trim() !== '').join('\n\n');
  const input = buildJudgeInput({
    ...context,
    resolvedSnapshot: snapshot,
    sentences: splitSentences(prose),
    actions: [],
    done: [],
    rolled: null,
    facts,
    established: [],
  });
  if (prose === '' || input.secrets.length + input.boundaries.length === 0) return [];
  const judged = await askJudge(
    input,
    {
      prose,
      known: facts.known,
      hasRow: false,
      hasBoundaries: input.boundaries.length > 0,
    },
    context,
    tools,
  );
  return judged.filter(({ kind }) => JUDGED.has(kind));
}

function recordFindings(
  findings: readonly Finding[],
  recorder: Pick<Recorder, 'verdict'>,
  of: 'aside' | 'report' = 'aside',
): void {
  for (const { kind, quote, explanation, source } of findings)
    recorder.verdict({ check: kind, severity: 'grave', excerpt: quote, explanation, source, of });
}
