import type { TokenService } from '#engine/store/open-store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';

/** What a command needs from the outside, handed in so that tests can read what it prints. */
export type Outside = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Opened only when a command has understood its words. */
  readonly open: () => Promise<TokenService>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: (size: number) => Buffer;
};

/** 0: done; 1: it could not be done; 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;

/** One word behind `npm run tokens --`. */
export type Command = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (parameters: readonly string[], outside: Outside) => Promise<ExitCode>;
};

/** Uses the tokens and lets go of them again. */
export async function withDesk(
  { open }: Outside,
  use: (desk: TokenService) => Promise<ExitCode>,
): Promise<ExitCode> {
  const desk = await open();
  try {
    return await use(desk);
  } finally {
    await desk.close();
  }
}
