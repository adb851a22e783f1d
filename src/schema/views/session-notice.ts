import type { Models } from '#engine/llm/models.ts';
import { OFFLINE_NOTICE } from '#engine/offline/storyteller.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';

/** Returns the notice that clients show beside the prose while the offline storyteller narrates; null with a language model. */
export function describeModelNotice(
  { largeModel }: Pick<SessionRecord, 'largeModel'>,
  models: Pick<Models, 'list'>,
): string | null {
  const model = models.list().find(({ key }) => key === largeModel);
  return model?.entry.provider === 'offline' ? OFFLINE_NOTICE : null;
}
