import type { Terminal } from '../terminal/terminal.ts';

/** 0: done; 1: it could not be done; 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;

/** Environment of a command, passed in so that tests can replace it. */
export type CommandEnvironment = {
  readonly terminal: Terminal;
  readonly currentFolder: string;
  /** The settings as they were given, `.env` included. */
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** One word behind `scenewright`. */
export type Command = {
  readonly usage: string;
  readonly summary: string;
  /** Further help text for `scenewright help <command>`. */
  readonly more?: string;
  /** Words and flags it takes, for completion. */
  readonly flags?: readonly string[];
  readonly run: (words: readonly string[], surroundings: CommandEnvironment) => Promise<ExitCode>;
};
