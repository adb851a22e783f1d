import type { FoundModel } from './catalogue.ts';
import { createProbe, type Probe } from './discovery/probe-http.ts';
import {
  probeKoboldCpp,
  probeLlamaCpp,
  probeLmStudio,
  probeOllama,
  probeVllm,
} from './discovery/probe-servers.ts';
import { OLLAMA_ADDRESS } from './providers/ollama.ts';

/** Servers of local models, by name. */
export const LOCAL_SERVERS = ['ollama', 'lmstudio', 'llamacpp', 'vllm', 'koboldcpp'] as const;
export type LocalServerName = (typeof LOCAL_SERVERS)[number];

/** Addresses at which servers of local models are looked for. */
export type LocalAddresses = Readonly<Record<LocalServerName, string>>;

const DEFAULT_ADDRESSES: LocalAddresses = {
  ollama: OLLAMA_ADDRESS,
  lmstudio: 'http://127.0.0.1:1234',
  llamacpp: 'http://127.0.0.1:8080',
  vllm: 'http://127.0.0.1:8000',
  koboldcpp: 'http://127.0.0.1:5001',
};

const PROBES: Readonly<
  Record<LocalServerName, (probe: Probe, address: string) => Promise<readonly FoundModel[] | null>>
> = {
  ollama: probeOllama,
  lmstudio: probeLmStudio,
  llamacpp: probeLlamaCpp,
  vllm: probeVllm,
  koboldcpp: probeKoboldCpp,
};

/**
 * Returns the addresses to look at: the default ports of loopback, `OLLAMA_HOST` in the forms Ollama itself takes, and those named
 * otherwise.
 */
export function resolveLocalAddresses(
  ollamaHost?: string,
  named: Partial<LocalAddresses> = {},
): LocalAddresses {
  const ollama = ollamaHost === undefined ? OLLAMA_ADDRESS : parseOllamaHost(ollamaHost);
  return { ...DEFAULT_ADDRESSES, ollama, ...named };
}

function parseOllamaHost(given: string): string {
  const withHost = given.startsWith(':') ? `127.0.0.1${given}` : given;
  const isWhole = withHost.includes('://');
  const address = isWhole ? withHost : `http://${withHost}`;
  if (!URL.canParse(address)) return OLLAMA_ADDRESS;
  const url = new URL(address);
  // An address to listen on is no address to call.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (url.port === '' && !isWhole) url.port = '11434';
  return url.href.replace(/\/$/, '');
}

/** Finds the models that servers of this machine offer, all asked at the same time and without sending any key. */
export async function discoverLocalModels(
  addresses: LocalAddresses,
  timeoutMs: number,
): Promise<readonly FoundModel[]> {
  const probe = createProbe(AbortSignal.timeout(timeoutMs));
  const found = await Promise.all(LOCAL_SERVERS.map((server) => PROBES[server](probe, addresses[server])));
  return found.flatMap((models) => models ?? []);
}

/** Largest file of a model that is recommended by itself. Larger ones need a machine that most people do not have. */
const COMFORTABLE_BYTES = 16e9;
/** Smallest window in which the shipped stories can be told. */
const LEAST_WINDOW = 4_096;

/**
 * Chooses the model to use when several were found: one with room for a story, of these a loaded one, else the largest of a
 * comfortable size.
 */
export function recommendLocalModel(found: readonly FoundModel[]): FoundModel | null {
  const rate = ({ isLoaded, bytes, entry }: FoundModel): number => {
    const hasRoom = (entry.contextWindow ?? LEAST_WINDOW) >= LEAST_WINDOW;
    const size = bytes === null || bytes > COMFORTABLE_BYTES ? 0 : bytes / COMFORTABLE_BYTES;
    return (hasRoom ? 4 : 0) + (isLoaded ? 2 : 0) + size;
  };
  return found.reduce<FoundModel | null>(
    (best, model) => (best === null || rate(model) > rate(best) ? model : best),
    null,
  );
}
