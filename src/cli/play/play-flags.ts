import { parseArgs } from 'node:util';
import { checkServerAddress } from '#client/graphql-api.ts';

export type PlayFlags = {
  readonly server: string | null;
  readonly token: string | null;
  readonly pack: string | null;
  readonly entry: string | null;
  readonly persona: string | null;
  /** Name of another opening of the story. */
  readonly opening: string | null;
  readonly campaign: string | null;
  /** True to make a character instead of choosing one. */
  readonly makes: boolean;
  /** True to ask for tone, limits, difficulty and pace before the story begins. */
  readonly agrees: boolean;
  readonly isNew: boolean;
  readonly goesOn: boolean;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  server: text,
  token: text,
  pack: text,
  entry: text,
  persona: text,
  opening: text,
  campaign: text,
  make: flag,
  'session-zero': flag,
  new: flag,
  continue: flag,
};

const NOTHING_SAID = {
  server: null,
  token: null,
  pack: null,
  entry: null,
  persona: null,
  opening: null,
  campaign: null,
};

/** Parses the words behind `play`. Returns a sentence about the error when they are wrong. */
export function readPlayFlags(words: readonly string[]): PlayFlags | string {
  try {
    const { values } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false });
    const { make, new: isNew = false, continue: goesOn = false, 'session-zero': agrees, ...given } = values;
    const fault = checkServerAddress(given.server);
    if (fault !== null) return fault;
    return { ...NOTHING_SAID, ...given, makes: make === true, agrees: agrees === true, isNew, goesOn };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
