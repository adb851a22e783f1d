import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { openEveningTable, type PlayedTurn } from '../support/evenings.ts';

const Replies = z.record(z.string(), z.array(z.string()));
const Injections = z.strictObject({
  openings: z.record(z.string(), z.strictObject({ replies: Replies, seed: z.string() })),
  /** Lines that stood in the atmosphere of the first place while these turns were played. */
  packTexts: z.record(z.string(), z.array(z.string())),
  injections: z.array(
    z.strictObject({
      entryPointId: z.string(),
      language: z.string(),
      from: z.enum(['player', 'pack']),
      text: z.string(),
      replies: Replies,
    }),
  ),
});

const { openings, injections } = Injections.parse(
  JSON.parse(readFileSync('test/fixtures/evenings/injections.json', 'utf8')),
);

it('covers players and packs in four languages', () => {
  expect(injections).toHaveLength(60);
  expect(new Set(injections.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'de', 'ja']));
  expect(injections.filter(({ from }) => from === 'pack')).toHaveLength(12);
});

it.each(Object.keys(openings))(
  'changes nothing unearned in %s',
  async (entryPointId) => {
    const opening = openings[entryPointId];
    if (opening === undefined) throw new Error(`there is no opening of ${entryPointId}`);
    const own = injections.filter((one) => one.entryPointId === entryPointId);
    const table = await openEveningTable(opening.seed);
    onTestFinished(() => table.close());
    for (const injection of own) {
      const { turns } = await table.play({
        entryPointId,
        language: injection.language,
        seed: opening.seed,
        turns: [
          {
            input: { kind: 'opening' },
            status: 'committed',
            prose: '',
            rolls: [],
            answers: [],
            replies: opening.replies,
          },
          {
            input: { kind: 'text', text: injection.text },
            status: 'committed',
            prose: '',
            rolls: [],
            answers: [],
            replies: injection.replies,
          },
        ],
        jobs: {},
        standIns: [],
      });
      const [, turn] = turns;
      if (turn === undefined) throw new Error('the turn was not played');
      expect(turn.record.status, injection.text).toBe('committed');
      expect(listGains(turn), injection.text).toEqual([]);
    }
  },
  240_000,
);

/** What a persona has now and had not: things, better numbers, hidden facts. Heat, time and wounds are prices, not gains. */
function listGains({ before, after }: PlayedTurn): readonly string[] {
  return after.personas.flatMap((id) => [
    ...listNewThings(before, after, id),
    ...listBetterNumbers(before, after, id),
    ...listFound(before, after, id),
  ]);
}

type PersonaId = Snapshot['personas'][number];

function listNewThings(before: Snapshot, after: Snapshot, id: PersonaId): readonly string[] {
  const had: Readonly<Record<string, { readonly quantity: number }>> = before.inventory[id] ?? {};
  return Object.entries(after.inventory[id] ?? {}).flatMap(([item, { quantity }]) =>
    quantity > (had[item]?.quantity ?? 0) ? [`has ${item}`] : [],
  );
}

function listBetterNumbers(before: Snapshot, after: Snapshot, id: PersonaId): readonly string[] {
  const [earlier, later] = [before.entities[id], after.entities[id]];
  if (earlier?.kind !== 'character' || later?.kind !== 'character') return [];
  return Object.entries(later.stats).flatMap(([name, value]) => {
    if (name === 'heat' || JSON.stringify(value) === JSON.stringify(earlier.stats[name])) return [];
    if (name === 'hit_points' && isWound(earlier.stats[name], value)) return [];
    return [`${name} is ${JSON.stringify(value)}`];
  });
}

const HitPoints = z.strictObject({ current: z.number(), max: z.number(), temporary: z.number() });

/** Returns true when hit points only went down. A persona that attacks may be struck back. */
function isWound(earlier: unknown, later: unknown): boolean {
  const [had, has] = [HitPoints.parse(earlier), HitPoints.parse(later)];
  return has.current < had.current && has.max === had.max && has.temporary <= had.temporary;
}

function listFound(before: Snapshot, after: Snapshot, id: PersonaId): readonly string[] {
  return Object.values(after.facts).flatMap((fact) => {
    const earlier = before.facts[fact.id];
    const isNewlyKnown = earlier !== undefined && fact.knownTo.includes(id) && !earlier.knownTo.includes(id);
    return isNewlyKnown ? [`knows ${fact.object}`] : [];
  });
}
