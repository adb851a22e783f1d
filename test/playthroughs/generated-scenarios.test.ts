import { expect, it } from 'vitest';
import { globalId } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { takeTurn } from '../support/play.ts';
import { generate } from '../support/scenarios.ts';
import { scriptedScenario } from '../support/scripted-scenario.ts';
import { copyShippedPack } from '../support/shipped-packs.ts';

const CHECK = /* GraphQL */ `
  query ($packId: ID!) {
    checkPack(as: AUTHOR, input: { packId: $packId }) {
      ... on PackReport { problems { severity file field message } }
    }
  }
`;
const START = /* GraphQL */ `
  mutation ($entryPointId: ID!) {
    startCampaign(input: { entryPointId: $entryPointId }) {
      ... on StartCampaignPayload { session { id } }
      ... on Failure { message }
    }
  }
`;
type Report = { checkPack: { problems: { severity: string; message: string }[] } };
type Started = { startCampaign: { session: { id: string } } };

async function engineFor(pack: Parameters<typeof copyShippedPack>[0]) {
  const engine = await openEngine({
    writePacks: copyShippedPack(pack),
    scenarioProvider: scriptedScenario().provider,
  });
  return { ...engine, [Symbol.asyncDispose]: engine.close };
}

it.each([
  ['castile_1430', null],
  ['motel_verse', null],
  ['motel_verse', 'seven_minutes'],
  ['mystika', null],
  ['neo_seattle', null],
] as const)(
  'makes a story for %s by %s that the checker accepts and that can be played',
  async (pack, ruleset) => {
    await using engine = await engineFor(pack);
    const made = await generate(engine.url, {
      packId: globalId('Pack', pack),
      brief: '',
      ...(ruleset === null ? {} : { rulesetId: globalId('Ruleset', `${pack}:${ruleset}`) }),
    });
    expect(made).toMatchObject({ __typename: 'GenerateScenarioPayload' });
    const { checkPack } = await ask<Report>(engine.url, CHECK, { packId: made.packId });
    const { startCampaign } = await ask<Started>(engine.url, START, { entryPointId: made.entryPoint?.id });
    const { session } = startCampaign;
    const played = await takeTurn(engine.url, session.id, { text: 'I look around and listen.' });

    expect(checkPack.problems).toEqual([]);
    expect(played.turn).toMatchObject({ status: 'COMMITTED', scene: { index: 2 } });
  },
  60_000,
);
