/** What a command needs from the outside, handed in so that tests can read what it prints. */
export type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Where the shipped and installed packs are. */
  readonly packsFolder: string;
  readonly currentFolder: string;
};

/** 0: all is well; 1: there are problems; 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;

/** One word behind `npm run packs --`. */
export type Command = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (parameters: readonly string[], outside: Outside) => Promise<ExitCode>;
};
