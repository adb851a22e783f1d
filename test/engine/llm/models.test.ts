import { expect, it } from 'vitest';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { ModelUnavailable, openModels } from '#engine/llm/models.ts';
import { Secret } from '#engine/util/secret.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const offline = scriptedProvider('Once upon a time.');

const modelsWith = (keys: Readonly<Record<string, string>>) =>
  openModels({
    catalogue: loadCatalogue(),
    credential: (variable) => {
      const value = keys[variable];
      return value === undefined ? null : new Secret(value);
    },
    offline,
    clock: () => new Date(0),
  });

const refusal = (key: string, keys: Readonly<Record<string, string>> = {}): ModelUnavailable => {
  try {
    modelsWith(keys).open(key);
  } catch (error) {
    if (error instanceof ModelUnavailable) return error;
  }
  throw new Error(`${key} was meant to be refused`);
};

it('opens the offline storyteller when no key is set', () => {
  const models = modelsWith({});
  expect(models.open('offline').provider.id).toBe(offline.id);
  expect([models.preferred('small'), models.preferred('large')]).toEqual(['offline', 'offline']);
});

it('prefers the models there is a key for', () => {
  const models = modelsWith({ ANTHROPIC_API_KEY: 'sk-1' });
  expect([models.preferred('small'), models.preferred('large')]).toEqual(['claude-haiku', 'claude-sonnet']);
  expect(models.open('claude-sonnet').provider.id).toBe('anthropic/claude-sonnet-5-5');
});

it('refuses a key nobody knows and lists what can be used', () => {
  const error = refusal('gpt-9', { OPENAI_API_KEY: 'sk-2' });
  expect(error.reason).toBe('unknown-key');
  expect(error.usable).toEqual(['gpt-sol', 'gpt-luna', 'gpt-5.2', 'offline']);
  expect(error.message).toContain('gpt-9');
});

it('refuses a model without credentials and says which are missing', () => {
  const error = refusal('claude-opus');
  expect(error).toMatchObject({ reason: 'no-credentials', usable: ['offline'] });
  expect(error.message).toContain('ANTHROPIC_API_KEY');
});

it('says of every model whether it can be used here', () => {
  const listed = modelsWith({ DEEPSEEK_API_KEY: 'k' }).list();
  const usable = listed.filter((listing) => listing.usable).map(({ key }) => key);
  expect(usable).toEqual(['deepseek-v32', 'deepseek-pro', 'offline']);
});

it('opens each model once, so that everyone shares its circuit breaker', () => {
  const models = modelsWith({ ANTHROPIC_API_KEY: 'sk-1' });
  expect(models.open('claude-haiku')).toBe(models.open('claude-haiku'));
});
