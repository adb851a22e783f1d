import { afterAll, beforeAll, expect, it } from 'vitest';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPack } from '../../support/shipped-packs.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPack('castile_1430') });
});
afterAll(() => engine.close());

it('tells one who is the whole game master the secrets within reach of the scene, which leaves room for its lore', async () => {
  const started = await engine.campaigns.start({ entryPointId: 'castile_1430:the_sharing_out', name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  const narrated = engine.asked.find(({ step }) => step === 'narrate');
  const { secrets } = NarrateInput.parse(narrated?.input);
  const facts = secrets?.facts.map(({ text }) => text).join('\n') ?? '';

  // Luna, the Relator and the chronicler are in the room; the wax-chandler, the assayers and the Granadan saddle are not.
  expect(facts).toContain('finished supplication to the Pope');
  expect(facts).toContain('fair copy');
  expect(facts).not.toContain('paschal candles');
  expect(facts).not.toContain('Burgos blancas');
  expect(facts).not.toContain('saddle');
  const system = narrated?.system.map(({ text }) => text).join('\n') ?? '';
  expect(system).toMatch(/<lore title="[^"]*[Pp]alace[^"]*Medina/);
});
