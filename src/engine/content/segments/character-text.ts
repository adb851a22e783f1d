import type { Content } from '../library/content.ts';
import { labelled, listed } from './written-lines.ts';

/**
 * A character as whoever tells the story needs it: looks, voice, manner and will. What it knows and hides is left
 * out: that belongs to the character's own mind.
 */
export function characterText({ name, data }: Content<'character'>): string {
  return [
    data.title === undefined ? `# ${name}` : `# ${name}, ${data.title}`,
    ...labelled('Role', data.role),
    ...labelled('At first sight', data.summary),
    ...labelled('Appearance', data.appearance),
    ...labelled('Pronouns', data.pronouns),
    ...labelled('Born', data.born),
    ...labelled('Personality', data.personality.join('; ')),
    ...labelled('Speech', data.speech_style),
    ...listed('Lines only they would say', data.sample_lines),
    ...labelled('Disposition', data.disposition),
    ...labelled('Capabilities', data.capabilities),
    ...listed('Wants', data.goals),
    ...listed('Will never', data.red_lines),
    ...labelled('To play them', data.prompt),
  ].join('\n');
}
