import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FINDING_KINDS, type FindingKind, JudgeInput } from '#engine/contracts/findings.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import { createOpeningRequest } from '#engine/turn/start-campaign.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { writeGuidePack } from '../../support/guide-pack.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { type Answer, type StepScript, scriptedSteps } from '../../support/step-script.ts';
import { played } from '../../support/waiting-table.ts';

const POLICIES = ['repair', 'flag', 'fail'] as const;
const PROVIDERS: Readonly<Record<string, () => Provider>> = {
  'a model': createPlainProvider,
  'the offline storyteller': () => createOfflineProvider({ wordsPerSecond: 0 }),
};

/** Lantern Quay with one policy for every kind of finding. */
const heldBy = (policy: string) => (folder: string) => {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  const policies = FINDING_KINDS.map((kind) => `${kind}: ${policy}`).join(', ');
  const ruleset = readFileSync(path, 'utf8')
    .replace(/^ {2}on_finding:.*\n/m, '')
    .replace(/pipeline: full.*/, `pipeline: full\n  on_finding: { ${policies} }`);
  writeFileSync(path, ruleset);
};

/** Finds the same fault in every sentence, and once in the whole. */
function findEverywhere(kind: FindingKind): (request: ModelRequest) => Answer {
  return ({ input }) => {
    const { sentences } = JudgeInput.parse(input);
    const findings = ['', ...sentences].slice(0, 12).map((quote) => ({ kind, quote, why: 'It is.' }));
    return { say: JSON.stringify({ findings }) };
  };
}

/** Repairs that do not help: none that can be read, none at all, the very same sentences. */
const REPAIRS: readonly Answer[] = [
  { say: 'I would rather not.' },
  { say: '{"sentences":[]}' },
  {
    say: '{"sentences":[{"n":1,"text":"Under the salt in the third herring barrel lies a ledger wrapped in sailcloth."}]}',
  },
];
/** Only this policy asks for repairs; under the others there is one way for all of them. */
const repairsOf = (policy: string) => (policy === 'repair' ? REPAIRS : REPAIRS.slice(0, 1));
const JUDGED = FINDING_KINDS.filter((kind) => kind !== 'length');
const LEAK = 'Under the salt in the third herring barrel lies a ledger wrapped in sailcloth.';
const LONG = 'The fog stands at the pane and the stove ticks as it cools. '.repeat(60).trim();

describe.each(POLICIES)('with the policy %s for every finding', (policy) => {
  describe.each(Object.keys(PROVIDERS))('told by %s', (name) => {
    const script: StepScript = new Map();
    let engine: Awaited<ReturnType<typeof openEngine>>;
    beforeAll(async () => {
      const behind = PROVIDERS[name]?.() ?? createPlainProvider();
      engine = await openEngine({ provider: scriptedSteps(script, behind), writePacks: heldBy(policy) });
    });
    afterAll(() => engine.close());

    /** Plays an opening and a turn, each tried again once, and expects both to be told. */
    async function expectCommits(): Promise<void> {
      const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null });
      if (isRejection(started)) throw new Error(started.reason);
      const { sessionId } = started;
      const first = await engine.turns.finished(started.openingTurn.id);
      const request = createOpeningRequest(sessionId);
      const opening =
        first.status === 'committed'
          ? first
          : await played(engine, sessionId, request.actionId, request.input);
      expect(opening, JSON.stringify(opening.failure)).toMatchObject({ status: 'committed' });

      const input = createStoryInput('I look around.');
      const tried = await played(engine, sessionId, 'look', input);
      const turn = tried.status === 'committed' ? tried : await played(engine, sessionId, 'look', input);
      expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
      expect(turn.attempt).toBeLessThanOrEqual(2);
      const scene = await engine.store.scenes.find(turn.sceneId ?? '');
      expect(scene?.narration.trim()).not.toBe('');
      // A ruleset that only flags secrets has them told.
      if (policy !== 'flag') expect(scene?.narration).not.toContain('herring barrel lies');
    }

    it.each(JUDGED)('an opening and a turn that are all %s end told', async (kind) => {
      script.clear();
      script.set('judge', findEverywhere(kind));
      for (const repair of repairsOf(policy)) {
        script.set('check-repair', () => repair);
        await expectCommits();
      }
    });

    it.each([
      ['a secret word for word', `${LEAK} ${LEAK}`],
      ['too much of it', LONG],
      ['ids and dice', 'npc_marit_001 rolls 1d20 + 5 = 17. It is npc_marit_001.'],
    ])('prose with %s ends told', async (_, prose) => {
      script.clear();
      script.set('narrate', () => ({ say: `${prose}\n===\nsafe | Wait | You wait.\nsafe | Go | You go.` }));
      script.set('check-repair', () => ({ say: '{"sentences":[]}' }));
      await expectCommits();
    });
  });
});
