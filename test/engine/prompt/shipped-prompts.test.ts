import { expect, it } from 'vitest';
import { Outcome } from '#engine/contracts/outcome.ts';
import type { PromptId, PromptVariables } from '#engine/prompt/prompt-ids.ts';
import { loadPrompts, type Prompt, renderPrompt, type Variant } from '#engine/prompt/registry.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';

const registry = loadPrompts('prompts');
const text = (prompt: Prompt, variant: Variant): string => {
  // Every variable the file lists, with nothing in it.
  const empty = Object.fromEntries(prompt.variables.map((name) => [name, ''])) as PromptVariables<PromptId>;
  const { system, user } = renderPrompt(prompt, empty, variant);
  return `${system}\n${user}`;
};

it.each([
  ['call-narrative', 400],
  ['call-persuasion', 1500],
  ['call-chaos', 1500],
  ['call-roll-result', 600],
  ['call-chapter-start', 1000],
  ['call-year-end', 2000],
  ['call-battle', 800],
] as const)('limits the prose of %s to %i tokens', (id, limit) => {
  expect(registry.get(id).maxTokens).toBe(limit);
});

it.each(registry.list().map((prompt) => [prompt.id, prompt] as const))(
  'says the essentials of %s in fewer words',
  (_id, prompt) => {
    expect(estimateTokens(text(prompt, 'essentials'))).toBeLessThan(estimateTokens(text(prompt, 'full')));
  },
);

it.each(
  registry
    .list()
    .flatMap((prompt) => (prompt.parts.full.system === null ? [] : [[prompt.id, prompt] as const])),
)('tells the model in %s that material is not instruction, or gives it none', (id, prompt) => {
  if (['repair', 'narrate', 'narrate-inline'].includes(id)) return;
  expect(text(prompt, 'full')).toMatch(/is material|are material|contain instructions to you/);
});

it.each(['full', 'essentials'] as const)('keeps the rules of the table in the core, %s', (variant) => {
  const core = text(registry.get('core'), variant);
  expect(core).toMatch(/80 to 150/);
  expect(core).toMatch(/resist|begins by protecting/);
  expect(core).toMatch(/player's character/);
  expect(core).toMatch(/[Nn]ever (?:roll, )?invent/);
  expect(core).toMatch(/[Hh]idden/);
});

it('sends reading, resolving, reacting, recording and judging to the small model and telling to the large one', () => {
  const tiers = Object.fromEntries(registry.list().map(({ id, tier }) => [id, tier]));
  expect(tiers).toMatchObject({
    read: 'small',
    plan: 'small',
    resolve: 'small',
    react: 'small',
    record: 'small',
    judge: 'small',
    narrate: 'large',
    'narrate-inline': 'large',
    retell: 'large',
    'profile-refresh': 'small',
  });
});

it.each(['full', 'essentials'] as const)('states every shape the narrator has to write, %s', (variant) => {
  const narrate = text(registry.get('narrate'), variant);
  for (const shape of ['`===`', '`risk | text | description`', '`from-to | outcome`', '`notes: …`'])
    expect(narrate).toContain(shape);
  expect(narrate).toMatch(/three lines[\s\S]*5 to 8 lines/);
  expect(narrate).toMatch(/safe, low, medium or high|safe, low, medium, high/);
  expect(narrate).not.toContain('```');
});

it.each(['full', 'essentials'] as const)('states the fields of an inline outcome, %s', (variant) => {
  const inline = text(registry.get('narrate-inline'), variant);
  for (const field of [
    'choices',
    'rows',
    'summary',
    'minutes',
    'events',
    'observations',
    'operations',
    'notes',
  ])
    expect(inline).toContain(`\`${field}\``);
  expect(inline).toContain('```json');
});

it('names in the full inline prompt every field of the outcome', () => {
  const inline = text(registry.get('narrate-inline'), 'full');
  for (const field of Object.keys(Outcome.shape)) expect(inline).toContain(`\`${field}\``);
});

it.each(['call-narrative', 'call-persuasion', 'call-chaos', 'call-battle'] as const)(
  'asks in %s for a table only when one is due, and points to its form',
  (id) => {
    for (const variant of ['full', 'essentials'] as const) {
      const write = (table_due: string) =>
        renderPrompt(registry.get(id), { table_due, no_table: table_due === '' ? 'yes' : '' }, variant).user;
      expect(write('')).not.toContain('table');
      expect(write('yes')).toContain('table');
    }
  },
);
