import { expect, it } from 'vitest';
import { longCampaign } from '../../support/wire/long-campaign.ts';
import { type PlayedTurn, playCampaign } from '../../support/wire/play-campaign.ts';

const OPERATIONS = [{ op: 'move_party', summary: 'Moves the scene.', fields: 'placeId: string' }];

const narrations = (turns: readonly PlayedTurn[]) =>
  turns.flatMap(({ calls }) => calls.filter(({ step }) => step === 'narrate'));
const cost = (turns: readonly PlayedTurn[]) =>
  narrations(turns).reduce((sum, call) => sum + call.cost, 0) / turns.length;

it('reads most of a long campaign from the cache and costs the same turn after turn', {
  timeout: 60_000,
}, async () => {
  const turns = await playCampaign(longCampaign(54, OPERATIONS), 8000, false);
  const usages = narrations(turns).map(({ usage }) => usage);
  const read = usages.reduce((sum, usage) => sum + usage.cacheReadTokens, 0);
  const all = usages.reduce(
    (sum, usage) => sum + usage.cacheReadTokens + usage.cacheWriteTokens + usage.inputTokens,
    0,
  );
  expect(read / all).toBeGreaterThan(0.65);

  const [earlier, later] = [turns.slice(18, 36), turns.slice(36, 54)];
  expect(cost(later) / cost(earlier)).toBeLessThan(1.2);
  expect(cost(later) / (turns.at(-1)?.naive ?? 0)).toBeLessThan(0.4);
});
