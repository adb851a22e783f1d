import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { createStreamTerminal } from '../../src/cli/terminal/terminal.ts';

/** A terminal made of streams: a test types into it and reads what was printed. A width of 0 leaves lines as they are. */
export function pseudoTerminal({ width = 0 }: { readonly width?: number } = {}) {
  const [input, output, error] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const signals = new EventEmitter();
  let [out, wrong] = ['', ''];
  const waiting: { text: string; resolve: () => void }[] = [];
  output.on('data', (data: Buffer) => {
    out += data.toString('utf8');
    for (const one of waiting) if (out.includes(one.text)) one.resolve();
  });
  error.on('data', (data: Buffer) => {
    wrong += data.toString('utf8');
  });
  return {
    terminal: { ...createStreamTerminal({ input, output, error, signals, hasColours: false }), width },
    type: (...lines: string[]) => void input.write(lines.map((line) => `${line}\n`).join('')),
    endInput: () => void input.end(),
    pressControlC: () => void signals.emit('SIGINT'),
    /** Resolves once this was printed. */
    until: (text: string) =>
      out.includes(text)
        ? Promise.resolve()
        : new Promise<void>((resolve) => void waiting.push({ text, resolve })),
    out: () => out,
    wrong: () => wrong,
  };
}
