import { z } from 'zod';

/** Every job is given the variables of its prompt. */
const Given = z.record(z.string(), z.string());

const MOST_WORDS = 250;

/** How each job is answered: from the lines it is given, shortened, without new words. */
export const JOBS: Readonly<Record<string, (input: unknown) => string>> = {
  'profile-refresh': (input) => {
    const { name = '', profile = '', events = '' } = Given.parse(input);
    const happened = lastLines(events, 8);
    const known = sentencesOf(profile).slice(0, 12);
    return joinParts([...known, happened.length === 0 ? '' : `Lately, about ${name}: ${happened.join(' ')}`]);
  },
  'chapter-summary': (input) => {
    const { chapter = '', summary = '', events = '' } = Given.parse(input);
    const happened = lastLines(events, 10);
    return joinParts([`${chapter}.`, happened.length === 0 ? summary.slice(0, 1000) : happened.join(' ')]);
  },
  'running-summary': (input) => {
    const { persona = '', summary = '', noted = '', events = '', exchanges = '' } = Given.parse(input);
    const since = [...new Set([...lastLines(noted, 8), ...lastLines(events, 6)])].filter(
      (line) => !summary.includes(line),
    );
    const last = sentencesOf(exchanges.split('\n\n').at(-1) ?? '')[0] ?? '';
    return lastWords([...sentencesOf(summary), ...(since.length === 0 ? [`${persona}: ${last}`] : since)]);
  },
  'session-summary': (input) => {
    const { persona = '', events = '', exchanges = '', threads = '' } = Given.parse(input);
    const happened = lastLines(events, 10);
    const last = exchanges.split('\n\n').at(-1)?.slice(0, 300) ?? '';
    return joinParts([
      `${persona} played on.`,
      happened.length === 0 ? `Last: ${last}` : happened.join(' '),
      openMatters(threads),
    ]);
  },
  recap: (input) => {
    const { summary = '', events = '', threads = '' } = Given.parse(input);
    const happened = lastLines(events, 5);
    return joinParts([
      'Last time:',
      happened.length === 0 ? summary.slice(-400) : happened.join(' '),
      openMatters(threads),
    ]);
  },
};

function openMatters(threads: string): string {
  return threads === '' ? '' : `Open: ${threads.split('\n').join('; ')}.`;
}

function joinParts(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .trim();
}

function lastLines(text: string, most: number): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').slice(-most);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((each) => each !== '');
}

/** The latest parts that stay within the word limit. */
function lastWords(parts: readonly string[]): string {
  const kept: string[] = [];
  let count = 0;
  for (const part of parts.toReversed()) {
    count += part.split(/\s+/).length;
    if (count > MOST_WORDS && kept.length > 0) break;
    kept.unshift(part);
  }
  return kept.join(' ');
}
