import { expect, it } from 'vitest';
import { DEFAULT_BUDGET } from '#engine/prompt/assemble.ts';
import { ContextWindowTooSmall, calculateBudget } from '#engine/prompt/context-window.ts';
import { anInput, assembled, exchanges } from './a-narration.ts';

it('is the setting where the window is unknown or large', () => {
  expect(DEFAULT_BUDGET).toBe(20_000);
  expect(calculateBudget(20_000, null, 1000)).toBe(20_000);
  expect(calculateBudget(20_000, 200_000, 1000)).toBe(20_000);
});

it('is never more than the window without the reply, in our own count of tokens', () => {
  expect(calculateBudget(20_000, 8192, 1000)).toBe(Math.floor(8192 * 0.95 - 1000));
  expect(calculateBudget(20_000, 8192, 1000, 1.5)).toBe(Math.floor((8192 * 0.95 - 1000) / 1.5));
});

it('refuses a window that the reply alone fills', () => {
  expect(() => calculateBudget(20_000, 1000, 1000)).toThrow(ContextWindowTooSmall);
  expect(() => calculateBudget(20_000, 1000, 1000)).toThrow(/window of 1000 tokens is too small/);
});

it('assembles within a small window and says which budget it kept', () => {
  const conversation = exchanges(16);
  const { audit } = assembled({ input: anInput({ conversation }), contextWindow: 4096 });
  expect(audit.budget).toBe(Math.floor(4096 * 0.95 - 1000));
  expect(audit.tokens).toBeLessThanOrEqual(audit.budget);
});

it('drops world, entry and the last exchange before it refuses a window', () => {
  const smallest = assembled({ budget: 1 }).audit.tokens;
  const window = Math.ceil((smallest + 40 + 1000) / 0.95);
  const { audit, request } = assembled({
    input: anInput({ conversation: exchanges(3) }),
    contextWindow: window,
  });
  expect(audit.decisions).toContainEqual({ type: 'scope-dropped', scope: 'world' });
  expect(audit.window.exchanges).toBe(0);
  expect(request.system[0]?.text).toContain('Roll 2d6');
});

it('refuses with a sentence when core, ruleset and this turn do not fit the window', () => {
  const assemble = () => assembled({ contextWindow: 1500 });
  expect(assemble).toThrow(ContextWindowTooSmall);
  expect(assemble).toThrow(
    /^The model's window of 1500 tokens is too small for this story: the rules and this turn take about \d+ tokens and a reply takes up to 1000\. Choose a model with a larger window/,
  );
});

it('exceeds a setting that is too small, with a warning', () => {
  const { audit } = assembled({ budget: 100 });
  expect(audit.warnings).toContainEqual(expect.stringContaining('what is left is never cut'));
});
