import type { Models } from '#engine/llm/models.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';

const NO_LANGUAGE_MODEL =
  'No language model is in use. The offline storyteller tells this story from the texts of the pack, the dice and what you do. New sessions use a language model when the server has a key for one, for example in ANTHROPIC_API_KEY.';

/** Returns the notice that clients show beside the prose while the offline storyteller narrates; null with a language model. */
export function describeModelNotice(
  { largeModel }: Pick<SessionRecord, 'largeModel'>,
  models: Pick<Models, 'list'>,
): string | null {
  const model = models.list().find(({ key }) => key === largeModel);
  return model?.entry.provider === 'offline' ? NO_LANGUAGE_MODEL : null;
}
