import { caredFor } from '#engine/llm/turn-models.ts';
import { writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import { callLedger } from './call-ledger.ts';
import { readyToCheck } from './check-narration.ts';
import { narrationPolicyOf } from './checks/narration-policy.ts';
import { retellingFacts } from './checks/retelling.ts';
import { type CheckName, flagsOf } from './checks/verdict.ts';
import { judge, openGate } from './guard-narration.ts';
import { mendProse } from './mend-prose.ts';
import { paidCare } from './paid-care.ts';
import type { Recorder } from './recorder.ts';
import { repairProse } from './repair-prose.ts';
import { type Say, spoken } from './retell-aloud.ts';
import type { RetoldMoment } from './retold-moment.ts';
import type { Workshop } from './turn-tools.ts';

export type ToldAgain = {
  readonly narration: string;
  /** The checks it did not pass even when it was set right. */
  readonly flags: readonly CheckName[];
};

type Aloud = { readonly recorder: Recorder; readonly say: Say };

const RETRIES = 3;
const MOST_MILLISECONDS = 120_000;

/**
 * Another telling of the same turn, held to the rules the first was held to: let out by the sentence, set right once, then told with a
 * flag. Null when the ruleset will not have it told so.
 */
export async function tellAgain(
  moment: RetoldMoment,
  { recorder, say }: Aloud,
  workshop: Workshop,
): Promise<ToldAgain | null> {
  const { turn, session, version, persona, place, prompts, pins, playbook } = moment;
  const payer = { sessionId: session.id, turnId: turn.id, attempt: turn.attempt };
  const ledger = callLedger(workshop.store.calls, payer, workshop.newId);
  const random = { key: turn.id, label: `retell:${version}` };
  const care = await paidCare(payer, ledger, { retries: RETRIES, random, record: recorder.call }, workshop);
  const model = caredFor(workshop.models.open(session.largeModel), care);
  const asked = requestFor(moment);
  const facts = readyToCheck(retellingFacts(moment));
  try {
    const prose = await spoken(model, asked, openGate(facts, moment), say);
    const found = await judge(prose, facts, workshop);
    for (const verdict of found) recorder.verdict({ ...verdict, of: 'retelling' });
    const { seed, signal } = asked;
    const note = (reason: string) => recorder.note('retell', reason);
    const mended = await mendProse(prose, found, narrationPolicyOf(playbook.mechanics), {
      recorder,
      repair: () =>
        repairProse(
          { prose, found, persona: persona.name, place, seed },
          { model, prompts, pins, signal, note },
        ),
      judge: (text) => judge(text, facts, workshop),
    });
    return mended.isRefused ? null : { narration: mended.narration, flags: flagsOf(mended.left) };
  } finally {
    // It was paid for, also when nothing came of it.
    await ledger.written();
  }
}

function requestFor({ turn, version, told, persona, place, prompts, pins }: RetoldMoment) {
  const { narration: prose, telling } = told;
  const facts = [
    ...(place === null ? [] : [`The scene is at ${place}.`]),
    ...(telling.rolled === null ? [] : [`What was rolled binds: ${telling.rolled.outcome}`]),
  ].join('\n');
  return {
    ...writeStepPrompt('retell', { persona: persona.name, facts, prose }, { prompts, pins }),
    step: 'retell',
    input: { prose, persona: persona.name },
    seed: `${turn.id}:${version}`,
    signal: AbortSignal.timeout(MOST_MILLISECONDS),
  };
}
