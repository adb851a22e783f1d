import type { Read, TurnContext } from '../context.ts';
import type { ReleaseMode } from './sentence-release.ts';

/**
 * Chooses when players see prose. A policy of `fail` for any kind of finding holds it until the judge has spoken, and so does a
 * player's language other than the pack's while secrets are in the prompt: the exact checks compare words.
 */
export function chooseReleaseMode(
  { playbook, language }: Pick<TurnContext, 'playbook'> & Pick<Read, 'language'>,
  { hasSecrets }: { readonly hasSecrets: boolean },
): ReleaseMode {
  const { release, on_finding: policies } = playbook.mechanics;
  if (Object.values(policies).includes('fail')) return 'reviewed';
  const isForeign = language !== '' && !isSameLanguage(language, playbook.language);
  return isForeign && hasSecrets ? 'reviewed' : release;
}

/** Whether two BCP 47 tags name the same language, whatever the region. */
export function isSameLanguage(one: string, other: string): boolean {
  const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return primary(one) === primary(other);
}
