import { parseArgs } from 'node:util';
import { serverAddressFault } from '../server-address.ts';

export type ScenarioFlags = {
  readonly server: string | null;
  readonly token: string | null;
  readonly pack: string;
  readonly ruleset: string | null;
  readonly brief: string;
  readonly model: string | null;
  readonly showsSecrets: boolean;
  readonly asJson: boolean;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  server: text,
  token: text,
  pack: text,
  ruleset: text,
  brief: text,
  model: text,
  secrets: flag,
  json: flag,
};

const NOTHING_SAID = { server: null, token: null, ruleset: null, brief: '', model: null };

/** What the words behind `scenario` ask for, or the sentence that says what is wrong with them. */
export function readScenarioFlags(words: readonly string[]): ScenarioFlags | string {
  try {
    const { values } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false });
    const { secrets: showsSecrets = false, json: asJson = false, pack, ...given } = values;
    if (pack === undefined) return '--pack: say for which pack, for example --pack mystika';
    const fault = serverAddressFault(given.server);
    if (fault !== null) return fault;
    return { ...NOTHING_SAID, ...given, pack, showsSecrets, asJson };
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
