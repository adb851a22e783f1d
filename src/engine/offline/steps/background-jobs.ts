import { z } from 'zod';

/** Variables of the prompt, which every job receives. */
const Given = z.record(z.string(), z.string());
type Write = (given: Readonly<Record<string, string>>) => readonly string[];

const MOST_WORDS = 250;

/** Replies by job. Each shortens the lines it is given and adds no new words. */
const WRITERS: Readonly<Record<string, Write>> = {
  'profile-refresh': ({ name = '', profile = '', events = '' }) => [
    ...sentencesOf(profile).slice(0, 12),
    ...lastLines(events, 8).map((line, at) => (at === 0 ? `Lately, about ${name}: ${line}` : line)),
  ],
  'chapter-summary': ({ chapter = '', summary = '', events = '' }) => [
    `${chapter}.`,
    ...orElse(lastLines(events, 10), summary.slice(0, 1000)),
  ],
  'running-summary': ({ persona = '', summary = '', noted = '', events = '', exchanges = '' }) => {
    const lines = [...new Set([...lastLines(noted, 8), ...lastLines(events, 6)])];
    const [last = ''] = sentencesOf(exchanges.split('\n\n').at(-1) ?? '');
    const since = lines.filter((line) => !summary.includes(line));
    return lastWords([...sentencesOf(summary), ...orElse(since, `${persona}: ${last}`)]);
  },
  'session-summary': ({ persona = '', events = '', exchanges = '', threads = '' }) => [
    `${persona} played on.`,
    ...orElse(lastLines(events, 10), `Last: ${exchanges.split('\n\n').at(-1)?.slice(0, 300) ?? ''}`),
    openMatters(threads),
  ],
  recap: ({ summary = '', events = '', threads = '' }) => [
    'Last time:',
    ...orElse(lastLines(events, 5), summary.slice(-400)),
    openMatters(threads),
  ],
};

export const JOBS = Object.fromEntries(
  Object.entries(WRITERS).map(([job, write]) => [
    job,
    (input: unknown) => write(Given.parse(input)).filter(Boolean).join(' ').trim(),
  ]),
);

function orElse(lines: readonly string[], other: string): readonly string[] {
  return lines.length === 0 ? [other] : lines;
}

function openMatters(threads: string): string {
  return threads === '' ? '' : `Open: ${threads.split('\n').join('; ')}.`;
}

function lastLines(text: string, most: number): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-most);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter(Boolean);
}

/** Returns the latest parts that stay within the word limit, at least one. */
function lastWords(parts: readonly string[]): readonly string[] {
  const isShort = (kept: readonly string[]) => kept.join(' ').split(/\s+/).length <= MOST_WORDS;
  const first = parts.findIndex((_part, at) => isShort(parts.slice(at)));
  return parts.slice(first < 0 ? -1 : first);
}
