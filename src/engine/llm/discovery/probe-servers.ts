import { z } from 'zod';
import type { FoundModel, ModelEntry } from '../catalogue.ts';
import { MAX_SILENT_SECONDS } from '../inactivity.ts';
import type { Probe } from './probe-http.ts';

/** Fields that all local models share. */
const LOCAL = {
  credential: null,
  maxOutput: null,
  streaming: true,
  cacheMinimum: null,
  temperature: true,
  tokenScale: 1,
  prices: 'free',
  // A machine of one's own may load the model first, and reads a long prompt for minutes.
  timeouts: { firstTokenSeconds: MAX_SILENT_SECONDS, callSeconds: 1_200 },
} as const satisfies Partial<ModelEntry>;

/** Context length planned with when a server does not state one. */
const UNSTATED_WINDOW = 8_192;

const Tags = z.object({
  models: z.array(z.object({ name: z.string().min(1), size: z.number().optional() })).max(1_000),
});
const Shown = z.object({
  model_info: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(z.string()).optional(),
});

/** Asks Ollama for its models, the window of each, and which are loaded. */
export async function probeOllama(probe: Probe, address: string): Promise<readonly FoundModel[] | null> {
  const [tags, running] = await Promise.all([
    probe(`${address}/api/tags`, Tags),
    probe(`${address}/api/ps`, Tags),
  ]);
  if (tags === null) return null;
  const loaded = new Set(running?.models.map(({ name }) => name));
  const found = await Promise.all(
    tags.models.map(async ({ name, size }): Promise<FoundModel | null> => {
      const shown = await probe(`${address}/api/show`, Shown, { model: name });
      if (shown?.capabilities !== undefined && !shown.capabilities.includes('completion')) return null;
      const entry: ModelEntry = {
        ...LOCAL,
        name: `${name} on Ollama`,
        provider: 'ollama',
        model: name,
        baseUrl: address,
        contextWindow: readContextLength(shown?.model_info) ?? UNSTATED_WINDOW,
        structuredOutput: 'json_schema',
      };
      return { key: `ollama/${name}`, entry, isLoaded: loaded.has(name), bytes: size ?? null };
    }),
  );
  return found.filter((model) => model !== null);
}

/** Reads `<architecture>.context_length`. */
function readContextLength(info: Readonly<Record<string, unknown>> | undefined): number | null {
  const [, length] = Object.entries(info ?? {}).find(([name]) => name.endsWith('.context_length')) ?? [];
  return toWindow(length);
}

function toWindow(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

/** The list of models in OpenAI's format, with the fields that some servers add. */
const Listed = z.object({
  data: z
    .array(
      z.object({
        id: z.string().min(1),
        max_model_len: z.number().optional(),
        owned_by: z.string().optional(),
      }),
    )
    .max(1_000),
});

const LmStudio = z.object({
  data: z
    .array(
      z.object({
        id: z.string().min(1),
        type: z.string(),
        state: z.string().optional(),
        max_context_length: z.number().optional(),
        loaded_context_length: z.number().optional(),
      }),
    )
    .max(1_000),
});

/** Asks LM Studio. A loaded model has the context length it was loaded with, which may be less than its own. */
export async function probeLmStudio(probe: Probe, address: string): Promise<readonly FoundModel[] | null> {
  const listed = await probe(`${address}/api/v0/models`, LmStudio);
  if (listed === null) return null;
  return listed.data
    .filter(({ type }) => type === 'llm' || type === 'vlm')
    .map(({ id, state, max_context_length, loaded_context_length }) => {
      const window = toWindow(loaded_context_length) ?? toWindow(max_context_length);
      return createFound('lmstudio', 'LM Studio', { address, id, window, isLoaded: state === 'loaded' });
    });
}

const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) });

/**
 * Asks llama.cpp's server, which serves the model it was started with. While that is loading, the list is all it answers, so another
 * service on its port is told apart by the owner of its models.
 */
export async function probeLlamaCpp(probe: Probe, address: string): Promise<readonly FoundModel[] | null> {
  const [props, listed] = await Promise.all([
    probe(`${address}/props`, Props),
    probe(`${address}/v1/models`, Listed),
  ]);
  if (listed === null) return null;
  if (props === null && !listed.data.every(({ owned_by }) => owned_by === 'llamacpp')) return null;
  const window = toWindow(props?.default_generation_settings.n_ctx);
  const isLoaded = props !== null;
  return listed.data.map(({ id }) => createFound('llamacpp', 'llama.cpp', { address, id, window, isLoaded }));
}

/** Asks vLLM. Another service on its port is told apart by the owner of its models. */
export async function probeVllm(probe: Probe, address: string): Promise<readonly FoundModel[] | null> {
  const listed = await probe(`${address}/v1/models`, Listed);
  if (listed === null || !listed.data.every(({ owned_by }) => owned_by === 'vllm')) return null;
  return listed.data.map(({ id, max_model_len }) =>
    createFound('vllm', 'vLLM', { address, id, window: toWindow(max_model_len), isLoaded: true }),
  );
}

const KoboldModel = z.object({ result: z.string().min(1) });
const KoboldWindow = z.object({ value: z.number() });

/** Asks KoboldCpp, which serves one model. */
export async function probeKoboldCpp(probe: Probe, address: string): Promise<readonly FoundModel[] | null> {
  const [model, window] = await Promise.all([
    probe(`${address}/api/v1/model`, KoboldModel),
    probe(`${address}/api/extra/true_max_context_length`, KoboldWindow),
  ]);
  if (model === null || window === null) return null;
  const offered = { address, id: model.result, window: toWindow(window.value), isLoaded: true };
  return [createFound('koboldcpp', 'KoboldCpp', offered)];
}

type Offered = {
  readonly address: string;
  readonly id: string;
  readonly window: number | null;
  readonly isLoaded: boolean;
};

function createFound(
  server: string,
  serverName: string,
  { address, id, window, isLoaded }: Offered,
): FoundModel {
  // Some servers name a model by the path of its file.
  const name =
    id
      .split('/')
      .at(-1)
      ?.replace(/\.gguf$/i, '') ?? id;
  const entry: ModelEntry = {
    ...LOCAL,
    name: `${name} on ${serverName}`,
    provider: 'openai',
    model: id,
    baseUrl: `${address}/v1`,
    contextWindow: window ?? UNSTATED_WINDOW,
    structuredOutput: 'json_schema',
    limitField: 'max_tokens',
  };
  return { key: `${server}/${name.replace(/[^\w.:@+-]/g, '-')}`, entry, isLoaded, bytes: null };
}
