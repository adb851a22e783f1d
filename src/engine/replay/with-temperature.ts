import type { Models } from '#engine/llm/models.ts';

/** The same models, every one asked at another temperature; those that take none leave it out. */
export function withTemperature(models: Models, temperature: number | undefined): Models {
  if (temperature === undefined) return models;
  return {
    ...models,
    open(key) {
      const model = models.open(key);
      const { provider } = model;
      return {
        ...model,
        provider: { ...provider, stream: (request) => provider.stream({ ...request, temperature }) },
      };
    },
  };
}
