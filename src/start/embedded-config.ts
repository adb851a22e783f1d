import { type Config, readConfig } from '#config';

/** Reads the settings for an engine inside another program: those of the environment except the ones that say whom it serves. */
export function readEmbeddedConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const own = Object.entries(environment).filter(([name]) => !/^(AUTH|METRICS|TRUSTED_DOCUMENTS)/.test(name));
  return readConfig({ ...Object.fromEntries(own), HOST: '127.0.0.1', PORT: '0', AUTH: 'local' });
}
