import { inspect, styleText } from 'node:util';
import { z } from 'zod';

/** Part of a stream that a terminal has. */
type Stream = { readonly write: (text: string) => unknown };

/** Output for a person at a terminal. It fits as the destination of the log. */
export type TerminalOutput = {
  /** Writes one line of the log, given as JSON. */
  readonly write: (line: string) => void;
  /** Replaces the progress line. */
  readonly showProgress: (step: string) => void;
  /** Removes the progress line and prints a text. */
  readonly print: (text: string) => void;
};

const LogLine = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  err: z.looseObject({ stack: z.string() }).optional(),
});

const LEVELS = [
  { from: 60, name: 'FATAL', colour: 'red' },
  { from: 50, name: 'ERROR', colour: 'red' },
  { from: 40, name: 'WARN', colour: 'yellow' },
  { from: 30, name: 'INFO', colour: 'green' },
  { from: 20, name: 'DEBUG', colour: 'gray' },
  { from: 0, name: 'TRACE', colour: 'gray' },
] as const;

/** Erases the current line of a terminal. */
const ERASE = '\r\x1b[2K';

/** Creates the output for a terminal: readable log lines, and one line of progress below them until something is printed. */
export function createTerminalOutput(stream: Stream, hasColours: boolean): TerminalOutput {
  let progress = '';
  const draw = (text: string, next: string): void => {
    const erased = progress === '' ? '' : ERASE;
    progress = next;
    stream.write(`${erased}${text}${next}`);
  };
  return {
    write: (line) => draw(formatLogLine(line, hasColours), progress),
    showProgress: (step) => draw('', `Scenewright starts: ${step} …`),
    print: (text) => draw(text, ''),
  };
}

/** Formats one JSON line of the log: time, level, message, fields, and the stack of an error below. */
function formatLogLine(line: string, hasColours: boolean): string {
  const { level, time, msg, err, ...fields } = LogLine.parse(JSON.parse(line));
  const { name, colour } = LEVELS.find(({ from }) => level >= from) ?? LEVELS[5];
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const facts = Object.entries(fields).map(([key, value]) => ` ${key}=${toShortText(value)}`);
  const stack = err === undefined ? '' : `\n${err.stack.replace(/^/gm, '    ')}`;
  return `${paint('gray', clock)} ${paint(colour, name.padEnd(5))} ${msg}${paint('gray', facts.join(''))}${stack}\n`;
}

function toShortText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY });
}
