import { EMPTY_LORE } from '#retrieval/scene-lore.ts';
import type { TurnContext } from '../context.ts';
import type { Recorder } from '../recorder.ts';
import { checkProse, prepareFacts } from './exact-checks.ts';
import type { Finding } from './finding.ts';
import { gatherProseFacts } from './gather-facts.ts';
import { removeFaultySentences } from './repair-prose.ts';

/** Nothing was ruled in a turn in which the story does not go on. */
const NOTHING_RULED = { rolls: [], rolled: null, done: [], fallsDue: [], revealed: [], resolved: null };

/**
 * Holds a THINK or DM text to the exact checks. Sentences that tell what is hidden are removed; other findings
 * are recorded. Numbers of the sheet and of dice may be told outside the story.
 */
export function checkAside(
  text: string,
  context: TurnContext,
  recorder: Pick<Recorder, 'verdict'>,
): { readonly text: string; readonly findings: readonly Finding[] } {
  const facts = prepareFacts({
    ...gatherProseFacts({
      ...context,
      sceneLore: EMPTY_LORE,
      resolvedSnapshot: context.snapshot,
      ...NOTHING_RULED,
    }),
    sheet: [],
    lengths: { most: Number.MAX_SAFE_INTEGER, mostInMajorScenes: Number.MAX_SAFE_INTEGER },
  });
  const findings = checkProse(text, facts).filter(({ kind }) => kind !== 'dice');
  for (const { kind, quote, explanation, source } of findings) {
    recorder.verdict({ check: kind, severity: 'grave', excerpt: quote, explanation, source, of: 'aside' });
  }
  if (findings.length === 0) return { text, findings };
  const { prose, left } = removeFaultySentences(text, findings, { facts, plainText: '…' });
  return { text: prose, findings: left };
}
