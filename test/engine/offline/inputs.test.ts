import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Reading } from '#engine/contracts/reading.ts';
import { readOffline } from '#engine/offline/steps/read.ts';
import { readInputFor, SCENE_NAMES } from '../../support/offline-scenes.ts';

const Row = z.strictObject({
  scene: z.enum(SCENE_NAMES),
  /** The player's words of the turn before. */
  after: z.string().optional(),
  input: z.string(),
  /** By a reader who compared the reading with what a newcomer means. */
  rating: z.enum(['right', 'honestly not understood', 'wrong', 'false']),
  refused: z.string().optional(),
  /** A question or thought outside the story. */
  aside: z.enum(['ask', 'think']).optional(),
  actions: z.array(z.string()).optional(),
  moves_to: z.string().optional(),
  triggers: z.array(z.string()).optional(),
  assumptions: z.array(z.string()).optional(),
});
const rows = z.array(Row).parse(JSON.parse(readFileSync('test/fixtures/offline/inputs.json', 'utf8')));

function readRow({ scene, after, input }: z.infer<typeof Row>) {
  const changes = after === undefined ? {} : { lastExchange: { player: after, narration: '' } };
  return Reading.parse(readOffline(readInputFor(scene, input, changes)));
}

describe('Inputs of newcomers', () => {
  it('are at least 100, 85 % of them right or honestly refused, none false', () => {
    const count = (rating: string) => rows.filter((row) => row.rating === rating).length;
    expect(rows.length).toBeGreaterThanOrEqual(100);
    expect((count('right') + count('honestly not understood')) / rows.length).toBeGreaterThanOrEqual(0.85);
    expect(count('right') / rows.length).toBeGreaterThanOrEqual(0.6);
    expect(count('false')).toBe(0);
  });

  it.each(rows.map((row) => [`${row.scene}: ${row.input}`, row] as const))('%s', (_title, row) => {
    const reading = readRow(row);
    expect(reading.question?.text.split(' I understand:')[0]).toBe(row.refused);
    expect(
      reading.actions.map(({ kind, does, target, check, means }) =>
        [kind, does, target, check && `check ${check}`, means && `means ${means}`]
          .filter(Boolean)
          .join(' | '),
      ),
    ).toEqual(row.actions ?? []);
    expect(['ask', 'think'].includes(reading.kind) ? reading.kind : undefined).toBe(row.aside);
    expect(reading.moves_to).toBe(row.moves_to ?? '');
    expect(reading.triggers.map(({ id }) => id)).toEqual(row.triggers ?? []);
    expect(reading.assumptions).toEqual(row.assumptions ?? []);
  });

  it.each(rows.filter(({ refused }) => refused !== undefined).map((row) => [row.input, row] as const))(
    'offers commands that are understood when it refuses: %s',
    (_input, row) => {
      const { question, actions } = readRow(row);
      expect(actions).toEqual([]);
      expect(question?.options.length).toBeGreaterThan(0);
      for (const option of question?.options ?? []) {
        expect(readRow({ ...row, input: option }).question, option).toBeNull();
      }
    },
  );
});
