import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** A person at a terminal, or a program that behaves like one. */
export type Terminal = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Characters per line; 0 when the output is not a terminal, and lines are then not wrapped. */
  readonly width: number;
  /** The text in a colour or weight, or just the text where no colours are shown. */
  readonly style: (style: Style, text: string) => string;
  /** The next line, or null when there will be none: the input ended, or the signal came first. */
  readonly ask: (prompt: string, signal?: AbortSignal) => Promise<string | null>;
  /** Calls the listener on every Ctrl-C until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly close: () => void;
};

type Streams = {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly error: Writable;
  /** Source of Ctrl-C when the input is not a terminal. */
  readonly signals: {
    on: (name: 'SIGINT', listener: () => void) => unknown;
    off: (name: 'SIGINT', listener: () => void) => unknown;
  };
  readonly hasColours: boolean;
};

const WIDEST = 100;

export function createStreamTerminal({ input, output, error, signals, hasColours }: Streams): Terminal {
  const isTerminal = output.isTTY === true;
  const lines = lineReader(input, isTerminal ? output : null);
  const listeners = new Set<() => void>();
  const interrupt = () => {
    for (const listener of listeners) listener();
  };
  return {
    print: (text) => void output.write(text),
    printError: (text) => void error.write(text),
    get width() {
      return isTerminal ? Math.min(output.columns ?? 80, WIDEST) : 0;
    },
    style: (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text),
    ask: (prompt, signal) => lines().next(prompt, signal),
    onInterrupt: (listener) => {
      if (listeners.size === 0) signals.on('SIGINT', interrupt);
      listeners.add(listener);
      lines().onInterrupt(interrupt);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) signals.off('SIGINT', interrupt);
      };
    },
    close: () => lines.close(),
  };
}

type Lines = {
  readonly next: (prompt: string, signal?: AbortSignal) => Promise<string | null>;
  readonly onInterrupt: (listener: () => void) => void;
};

/**
 * Reads lines, including those that arrive before the first question. Opens the input at the first question, so a command
 * without questions reads nothing.
 */
function lineReader(input: Readable, output: Writable | null): (() => Lines) & { close: () => void } {
  let opened: (Lines & { readonly close: () => void }) | null = null;
  const open = () => {
    opened ??= openLines(input, output);
    return opened;
  };
  return Object.assign(open, { close: () => opened?.close() });
}

function openLines(input: Readable, output: Writable | null): Lines & { readonly close: () => void } {
  const reader = createInterface(output === null ? { input } : { input, output, terminal: true });
  const ready: string[] = [];
  let waiting: ((line: string | null) => void) | null = null;
  let isOver = false;
  const give = (line: string | null) => {
    const taker = waiting;
    waiting = null;
    taker?.(line);
  };
  reader.on('line', (line) => {
    if (waiting === null) ready.push(line);
    else give(line);
  });
  reader.on('close', () => {
    isOver = true;
    give(null);
  });
  return {
    next: (prompt, signal) => {
      if (signal?.aborted) return Promise.resolve(null);
      const line = ready.shift();
      if (line !== undefined || isOver) return Promise.resolve(line ?? null);
      if (output !== null) {
        reader.setPrompt(prompt);
        reader.prompt();
      }
      return new Promise((resolve) => {
        waiting = resolve;
        signal?.addEventListener('abort', () => give(null), { once: true });
      });
    },
    onInterrupt: (listener) => {
      reader.removeAllListeners('SIGINT');
      reader.on('SIGINT', listener);
    },
    close: () => reader.close(),
  };
}
