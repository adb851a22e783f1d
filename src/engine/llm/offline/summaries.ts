import { z } from 'zod';

const Given = z.record(z.string(), z.string());

/** A few whole sentences of what happened, latest last. */
function lines(text: string, most: number): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-most);
}

/** The profile so far with what has happened since. */
export function profileOffline(input: unknown): string {
  const { name = '', profile = '', events = '' } = Given.parse(input);
  const happened = lines(events, 8);
  const known = profile
    .split(/(?<=[.!?])\s+/)
    .slice(0, 12)
    .join(' ');
  return [known, happened.length === 0 ? '' : `Of late, ${name} has seen this: ${happened.join(' ')}`]
    .filter((part) => part !== '')
    .join(' ');
}

export function chapterOffline(input: unknown): string {
  const { chapter = '', summary = '', events = '' } = Given.parse(input);
  const told = lines(events, 10);
  return `${chapter}. ${told.length === 0 ? summary.slice(0, 1_000) : told.join(' ')}`.trim();
}

/** The story as it was told before, its oldest part given up first, with what was noted and what happened since. */
export function runningOffline(input: unknown): string {
  const { persona = '', summary = '', noted = '', events = '', exchanges = '' } = Given.parse(input);
  const since = [...new Set([...lines(noted, 8), ...lines(events, 6)])].filter(
    (line) => !summary.includes(line),
  );
  const last =
    exchanges
      .split('\n\n')
      .at(-1)
      ?.split(/(?<=[.!?])\s+/)[0] ?? '';
  const told = since.length === 0 ? [`Then ${persona} came to this: ${last}`] : since;
  return lastWords([...sentences(summary), ...told], 250);
}

const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/).filter((each) => each !== '');

/** The latest of these that make up so many words. */
function lastWords(parts: readonly string[], most: number): string {
  const kept: string[] = [];
  let count = 0;
  for (const part of parts.toReversed()) {
    count += part.split(/\s+/).length;
    if (count > most && kept.length > 0) break;
    kept.unshift(part);
  }
  return kept.join(' ');
}

export function sessionOffline(input: unknown): string {
  const { persona = '', events = '', exchanges = '', threads = '' } = Given.parse(input);
  const happened = lines(events, 10);
  const last = exchanges.split('\n\n').at(-1)?.slice(0, 300) ?? '';
  return [
    `${persona} played on.`,
    happened.length === 0 ? `It ended so: ${last}` : happened.join(' '),
    threads === '' ? '' : `Open: ${threads.split('\n').join('; ')}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

export function recapOffline(input: unknown): string {
  const { summary = '', events = '', threads = '' } = Given.parse(input);
  const happened = lines(events, 5);
  return [
    'When you left off:',
    happened.length === 0 ? summary.slice(-400) : happened.join(' '),
    threads === '' ? '' : `Still open: ${threads.split('\n').join('; ')}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
