import { afterAll, beforeAll, expect, it } from 'vitest';
import { JudgeInput } from '#engine/contracts/findings.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { createTableView } from '#engine/state/player-view.ts';
import { findActingPersona } from '#engine/turn/acting-persona.ts';
import { buildJudgeInput } from '#engine/turn/steps/judge.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';
import { FREEFORM } from '../../../support/worlds.ts';

const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
afterAll(() => table.engine.close());

type Secret = readonly [
  string,
  { readonly id: string; readonly isOwn: boolean; readonly title?: string } | null,
];

async function judgeWith(secrets: readonly Secret[], prose: string) {
  const snapshot = await table.world();
  const persona = findActingPersona(snapshot, createStoryInput(''));
  const view = createTableView(snapshot, persona.id, FREEFORM);
  if (isRejection(view)) throw new Error(view.reason);
  return buildJudgeInput({
    resolvedSnapshot: snapshot,
    snapshot,
    persona,
    view,
    sentences: [prose],
    playerText: '',
    actions: [],
    done: [],
    rolled: null,
    established: [],
    facts: {
      secrets: secrets.map(([text]) => text),
      subjects: new Map(secrets.flatMap(([text, subject]) => (subject === null ? [] : [[text, subject]]))),
      known: [],
      labels: [],
      sheet: [],
      rolls: [],
      lengths: { most: 200, mostInMajorScenes: 400 },
      isMajorScene: false,
    },
  });
}

const own = (id: string) => ({ id, isOwn: true });

it('lists each secret once, with its owner or the title it stands under', async () => {
  const input = await judgeWith(
    [
      ['She sold the ledger.', own(MARIT)],
      ['She sold the ledger', null],
      ['It lies under the salt.', { id: 'lore:1', isOwn: false, title: 'The third barrel' }],
    ],
    'It rains.',
  );
  expect(input.secrets).toHaveLength(1);
  expect(input.secrets[0]).toMatch(/sold the ledger/);
  expect(input.secretsNamed).toEqual(['The third barrel: It lies under the salt.']);
});

it('lists secrets about those here first and in one order, whatever the passage says, and named ones in any case', async () => {
  const far = Array.from({ length: 70 }, (_, at): Secret => [`Nobody knows of matter ${at}.`, own(TOMAS)]);
  const secrets: readonly Secret[] = [...far, ['She keeps a second book.', own(MARIT)]];
  const quiet = await judgeWith(secrets, 'It rains.');
  const { name } = (await table.world()).entities[TOMAS as never] as { readonly name: string };
  const naming = await judgeWith(secrets, `${name} comes in from the rain.`);
  expect(quiet.secrets[0]).toContain('She keeps a second book.');
  expect(naming.secrets).toEqual(quiet.secrets);
  expect(quiet.secrets).toHaveLength(60);
  expect(quiet.secretsNamed).toBeUndefined();
  expect(naming.secretsNamed?.length).toBeGreaterThan(0);
});

it('is told of the place that a turn leaves, where the passage may begin', async () => {
  await table.restart();
  const before = table.engine.asked.length;
  await table.say('I walk out to the mole.', {
    reading: ({ exits: [exit] }) => ({ moves_to: exit?.to ?? '' }),
  });
  const asked = table.engine.asked.slice(before).find(({ step }) => step === 'judge');
  const input = JudgeInput.parse(asked?.input);
  expect(input.place).toBe('The Mole');
  expect(input.left).toEqual({
    place: 'The Pier House',
    present: expect.arrayContaining([expect.stringMatching(/^Marit/)]),
  });
  expect(input.absent.filter((name) => name.startsWith('Marit'))).toEqual([]);
  expect(asked?.messages.at(-1)?.text).toContain(
    'The passage may begin at The Pier House, which is left in it.',
  );
});
