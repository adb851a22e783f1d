import type { ModelListing } from '#engine/llm/models.ts';

/** A scenario was asked for while only the offline storyteller is in use. The message says how to set a language model. */
export class LanguageModelNeeded extends Error {
  override readonly name = 'LanguageModelNeeded';
  readonly retryable = false;

  constructor(models: readonly ModelListing[]) {
    super(`A scenario needs a language model, and none is in use. ${describeCure(models)}`);
  }
}

/** Names a model that has its key already, or else the environment variables that give one. */
function describeCure(models: readonly ModelListing[]): string {
  const keyed = models.filter(({ entry }) => entry.credential !== null);
  const usable = keyed.filter((model) => model.usable).map(({ key }) => key);
  if (usable.length > 0) {
    return `Name one of ${usable.join(', ')} as the model, or set LARGE_MODEL to it and start the server again.`;
  }
  const variables = [...new Set(keyed.map(({ entry }) => entry.credential))];
  const local = models.some(({ key }) => key === 'local')
    ? ', or LARGE_MODEL=local for a model server on this machine'
    : '';
  return `Set ${variables.join(' or ')} in the environment or in .env${local}, and start the server again.`;
}
