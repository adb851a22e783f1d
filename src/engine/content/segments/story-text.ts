import type { Content } from '../library/content.ts';
import { labelled, listed } from './written-lines.ts';

export function worldText({ name, data }: Content<'world'>): string {
  return [
    `# ${name}`,
    data.prompt,
    ...labelled('Tone', data.tone),
    ...labelled('Themes', data.themes.join('; ')),
    ...listed('Never here', data.taboos),
  ].join('\n');
}

/** What the narrator must know on every turn; the truth behind it is kept apart. */
export function entryText({ name, data }: Content<'entry_point'>): string {
  return [
    `# ${name}`,
    data.entry,
    ...labelled('Tone', data.tone),
    ...labelled('Stakes', data.stakes),
    ...listed('What the players are after', data.goals),
  ].join('\n');
}
