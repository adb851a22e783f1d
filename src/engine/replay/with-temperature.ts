import type { Models } from '#engine/llm/models.ts';
import type { Recording } from './recording.ts';

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

/** What was recorded of a turn that was played so: the temperature is set behind where calls are recorded. */
export function atTemperature(recording: Recording, temperature: number | undefined): Recording {
  if (temperature === undefined) return recording;
  const calls = recording.calls.map((call) => ({ ...call, request: { ...call.request, temperature } }));
  return { ...recording, calls };
}
