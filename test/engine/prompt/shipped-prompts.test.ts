import { expect, it } from 'vitest';
import { estimateTokens } from '#engine/kit/tokens.ts';
import type { PromptId, VariablesOf } from '#engine/prompt/prompt-ids.ts';
import { loadPrompts, type Prompt, renderPrompt, type Variant } from '#engine/prompt/registry.ts';

const registry = loadPrompts('prompts');
const text = (prompt: Prompt, variant: Variant): string => {
  // Every variable the file lists, with nothing in it.
  const empty = Object.fromEntries(prompt.variables.map((name) => [name, ''])) as VariablesOf<PromptId>;
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
  if (id === 'repair' || id === 'outcome-repair' || id === 'narrate') return;
  expect(text(prompt, 'full')).toMatch(/is material|are material/);
});

it.each(['full', 'essentials'] as const)('keeps the rules of the table in the core, %s', (variant) => {
  const core = text(registry.get('core'), variant);
  expect(core).toMatch(/80 to 150/);
  expect(core).toMatch(/resist|begins by protecting/);
  expect(core).toMatch(/player's character/);
  expect(core).toMatch(/[Nn]ever (?:roll, )?invent/);
  expect(core).toMatch(/[Hh]idden/);
});

it('sends routing, resolving and reflecting to the small model and telling to the large one', () => {
  const tiers = Object.fromEntries(registry.list().map(({ id, tier }) => [id, tier]));
  expect(tiers).toMatchObject({
    route: 'small',
    interpret: 'small',
    plan: 'small',
    resolve: 'small',
    reflect: 'small',
    narrate: 'large',
    'profile-refresh': 'small',
  });
});

it.each(['full', 'essentials'] as const)(
  'asks for the block in the fence that is looked for, %s',
  (variant) => {
    const { system, user } = renderPrompt(
      registry.get('narrate'),
      Object.fromEntries(
        registry.get('narrate').variables.map((name) => [name, '']),
      ) as VariablesOf<'narrate'>,
      variant,
    );
    expect(system).toContain('```json');
    expect(user).toContain('```json');
  },
);
