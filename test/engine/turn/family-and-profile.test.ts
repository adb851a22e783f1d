import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../support/engine.ts';
import { playAtQuay } from '../../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: (folder) =>
      cpSync('content_packs/castile_1430', join(folder, 'castile_1430'), { recursive: true }),
  });
  const started = await engine.campaigns.start({ entryPointId: 'castile_1430:the_royal_banner', name: null });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  sessionId = started.sessionId;
  await playAtQuay(engine, sessionId, 'first', 'I ask for news of my wife and my children.');
});
afterAll(() => engine.close());

const inputsOf = (step: string) =>
  engine.asked.filter((request) => request.step === step).map(({ input }) => Object(input));

it('gives a persona a profile from its own text before the first turn, without a model', async () => {
  const lineage = [{ sessionId, upTo: 0 }];
  const profile = await engine.store.summaries.latest(lineage, 'profile', 'pc_juan_ii_001');
  const lines = profile?.text.split('\n') ?? [];

  expect(inputsOf('profile-refresh')).toEqual([]);
  expect(lines[0]).toContain('Juan II of Castile. King of Castile and León.');
  expect(lines).toContain('Born 1405-03-06.');
  expect(lines.find((line) => line.startsWith('Past: '))).toContain('a horse was eaten');
  expect(lines.find((line) => line.startsWith('Now: '))).toContain('Ending the war with his cousins');
  const family = lines.find((line) => line.startsWith('Family: ')) ?? '';
  expect(family).toMatch(
    /^Family: Queen María \(spouse, .*Prince Enrique \(child, .*Alfonso V of Aragon \(relative, /,
  );
  expect(family).toMatch(/born 1425-01-\d\d/);
  expect(family).not.toContain('Álvaro de Luna');
});

it('gives the first narrator that profile', () => {
  const [opening] = engine.asked.filter(({ step }) => step === 'narrate');
  expect(JSON.stringify(opening?.system)).toContain('Prince Enrique (child');
});

it('marks the family in the index of people the reader has, from ties on either side', () => {
  const [reading] = inputsOf('read');
  const kin = reading.characters.flatMap((one: { id: string; kin?: string }) =>
    one.kin === undefined ? [] : [[one.id, one.kin]],
  );
  expect(Object.fromEntries(kin)).toMatchObject({
    npc_maria_de_aragon_001: 'spouse',
    npc_principe_enrique_001: 'child',
    npc_leonor_de_alburquerque_001: 'relative',
  });
  expect(kin.map(([id]: [string]) => id)).not.toContain('npc_alvaro_de_luna_001');
  expect(reading.characterCategories).toContain('child');
});

it('gives the narrator the templates of the packs', () => {
  const [opening] = inputsOf('narrate');
  expect(opening.templates).toMatchObject([{ call: 'persuasion', replaces: false }]);
  expect(opening.templates[0].text).toContain('Forms of address:\n- The King: Señor');
});
