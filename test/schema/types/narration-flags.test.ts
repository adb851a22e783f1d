import { afterAll, beforeAll, expect, it } from 'vitest';
import { JudgeInput } from '#engine/contracts/findings.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';

const STILL = 'The rain eases off over the quay. A rope creaks somewhere below, and a bell rings twice.';
const ACTED = `${STILL} You draw your knife and stab the clerk in the neck. "Die," you say, and you walk out.`;

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
});
afterAll(() => engine.close());

type Shown = {
  readonly session: {
    readonly currentScene: {
      readonly id: string;
      readonly narrationFlags: readonly string[];
      readonly narrations: readonly { readonly version: number; readonly flags: readonly string[] }[];
      readonly turn: { readonly id: string };
    };
  };
};
const SHOW = /* GraphQL */ `
  query ($id: ID!) {
    session(id: $id) {
      currentScene { id narrationFlags narrations { version flags } turn { id } }
    }
  }
`;

it('shows whoever reads history which checks a telling did not pass, of each telling its own', async () => {
  const sessionId = await begin(engine.url);
  const shown = async () => (await ask<Shown>(engine.url, SHOW, { id: sessionId })).session.currentScene;
  expect((await shown()).narrationFlags).toEqual([]);

  script.set('narrate', () => telling(ACTED));
  script.set('check-repair', () => ({ say: ACTED }));
  script.set('judge', ({ input }) => {
    const isActed = JudgeInput.parse(input).sentences.some((sentence) => sentence.includes('stab the clerk'));
    const findings = isActed
      ? [{ kind: 'agency', quote: 'You draw your knife and stab the clerk in the neck.' }]
      : [];
    return { say: JSON.stringify({ findings }) };
  });
  await takeTurn(engine.url, sessionId, { text: 'I wait.' });
  const { id: sceneId, turn, ...flagged } = await shown();
  expect(flagged).toEqual({ narrationFlags: ['agency'], narrations: [{ version: 1, flags: ['agency'] }] });

  script.set('retell', () => ({ say: STILL }));
  const retold = await ask<{ regenerateTurn: object }>(
    engine.url,
    'mutation ($id: ID!) { regenerateTurn(input: { turnId: $id }) { ... on NarrationPayload { version flags scene { narrationFlags } } ... on Failure { message } } }',
    { id: turn.id },
  );
  expect(retold.regenerateTurn).toEqual({ version: 2, flags: [], scene: { narrationFlags: [] } });
  expect(await shown()).toMatchObject({
    narrationFlags: [],
    narrations: [{ flags: ['agency'] }, { flags: [] }],
  });

  const chosen = await ask<{ chooseNarration: object }>(
    engine.url,
    'mutation ($id: ID!) { chooseNarration(input: { sceneId: $id, version: 1 }) { ... on NarrationPayload { version flags } ... on Failure { message } } }',
    { id: sceneId },
  );
  expect(chosen.chooseNarration).toEqual({ version: 1, flags: ['agency'] });
  expect((await shown()).narrationFlags).toEqual(['agency']);
}, 60_000);
