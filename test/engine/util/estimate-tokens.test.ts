import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';

// The counts on the right are those of OpenAI's o200k vocabulary.
it.each([
  [
    'English prose',
    'The keeper does not turn round. She has kept the light for thirty years and has no wish to talk about it.',
    24,
  ],
  ['JSON', '{"key":"ask_about_the_ledger","text":"Ask about the ledger","risk":"medium"}', 20],
  ['Spanish', 'El condestable de Castilla escucha sin moverse mientras el mensajero despliega la carta.', 19],
  ['Russian', 'Кабатчик долго молчит и вытирает один и тот же стакан.', 18],
  ['Chinese', '酒保一直擦着同一只杯子。', 11],
])('comes close for %s', (_what, text, tokens) => {
  expect(Math.abs(estimateTokens(text) - tokens) / tokens).toBeLessThan(0.35);
});

it('counts nothing for nothing', () => {
  expect(estimateTokens('')).toBe(0);
});

it('counts texts on lines of their own as much together as apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      const apart = estimateTokens(`${one}.`) + estimateTokens(`.${other}`);
      expect(Math.abs(estimateTokens(`${one}.\n.${other}`) - apart)).toBeLessThanOrEqual(2);
    }),
    { numRuns: 500 },
  );
});
