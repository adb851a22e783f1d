import type { TurnContext } from './context.ts';

/** Whether the narration begins a chapter. A thought or a change by hand in between does not put it off. */
export function isChapterStart({ snapshot: { chapter }, lastNarrated }: TurnContext): boolean {
  return chapter.number > 1 && chapter.startedInScene >= lastNarrated;
}
