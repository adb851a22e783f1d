import { z } from 'zod';
import type { LocalServerName } from '#engine/llm/discover-local-models.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Behaviour } from './behaviour.ts';
import { type LocalServer, type ReceivedCall, startLocalServer, type WireFormat } from './local-server.ts';

/** Servers that speak OpenAI's format, each with ways of its own. Ollama is in `ollama-server.ts`. */
export type OwnServerName = Exclude<LocalServerName, 'ollama'>;

/** State of an imitated server, which a test changes while it runs. */
export type OwnServerState = {
  window: number;
  /** Calls to the model that are refused because it is still being loaded. */
  loadingCalls: number;
  /** Whether the model was unloaded, or removed from the disk. */
  isMissing: boolean;
  /** Generations that fail after they were accepted. */
  failingCalls: number;
};

/** What distinguishes a server from the others. */
type Ways = {
  readonly model: string;
  readonly describe: (path: string, state: OwnServerState) => object | 'not-found' | undefined;
  readonly loading: { readonly status: number; readonly body: unknown };
  readonly missing: { readonly status: number; readonly body: unknown };
  readonly overflow: (asked: number, window: number) => { readonly status: number; readonly body: unknown };
  /** Fields of each chunk beside those of the format. */
  readonly shell: object;
  readonly firstDelta: object;
  readonly delta: (content: string) => object;
  /** Line of the event stream before each `data`. */
  readonly eventLine: string;
  readonly lastExtra: object;
};

const Body = z.object({
  model: z.string(),
  stream: z.literal(true),
  max_tokens: z.int(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  response_format: z
    .object({
      type: z.literal('json_schema'),
      json_schema: z.object({ name: z.string(), schema: z.looseObject({ type: z.literal('object') }) }),
    })
    .optional(),
});

const openAiError = (message: string, type: string, code: unknown, more: object = {}) => ({
  error: { message, type, param: null, code, ...more },
});

/** The protocols of LM Studio, llama.cpp, vLLM and KoboldCpp, pieced together from issue threads and sources of the projects; not recorded from running servers. */
const WAYS: Readonly<Record<OwnServerName, Ways>> = {
  lmstudio: {
    model: 'qwen2.5-7b-instruct',
    describe: (path, { window, isMissing }) => {
      if (path !== '/api/v0/models') return undefined;
      const state = isMissing ? 'not-loaded' : 'loaded';
      const model = { id: 'qwen2.5-7b-instruct', object: 'model', type: 'llm', publisher: 'qwen', state };
      return {
        data: [
          { ...model, max_context_length: 131_072, loaded_context_length: window },
          { id: 'text-embedding-nomic', type: 'embeddings', state: 'not-loaded', max_context_length: 2_048 },
        ],
      };
    },
    // A model is loaded when it is first asked for, and the call waits that long.
    loading: { status: 500, body: { error: 'Failed to load model' } },
    missing: {
      status: 404,
      body: openAiError(
        'No models loaded. Please load a model in the developer page.',
        'invalid_request_error',
        null,
        { param: 'model' },
      ),
    },
    overflow: (asked, window) => ({
      status: 400,
      body: {
        error: `Trying to keep the first ${asked} tokens when context the overflows, with ${window} tokens.`,
      },
    }),
    shell: { system_fingerprint: 'qwen2.5-7b-instruct' },
    firstDelta: { role: 'assistant' },
    delta: (content) => ({ role: 'assistant', content }),
    eventLine: '',
    lastExtra: { stats: {} },
  },
  llamacpp: {
    model: '/models/Mistral-7B-Instruct.Q4_K_M.gguf',
    describe: (path, { window }) => {
      if (path === '/props') {
        return { default_generation_settings: { id: 0, n_ctx: window, params: {} }, total_slots: 1 };
      }
      if (path !== '/v1/models') return undefined;
      const id = '/models/Mistral-7B-Instruct.Q4_K_M.gguf';
      return {
        object: 'list',
        data: [{ id, object: 'model', owned_by: 'llamacpp', meta: { n_ctx_train: 32_768 } }],
      };
    },
    loading: {
      status: 503,
      body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    },
    missing: {
      status: 404,
      body: { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } },
    },
    overflow: (asked, window) => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: asked,
          n_ctx: window,
        },
      },
    }),
    shell: { system_fingerprint: 'b9688' },
    firstDelta: { role: 'assistant', content: null },
    delta: (content) => ({ content }),
    eventLine: '',
    lastExtra: { timings: { prompt_n: 1, predicted_n: 8, predicted_per_second: 24.5 } },
  },
  vllm: {
    model: 'Qwen/Qwen3-8B',
    describe: (path, { window }) => {
      if (path !== '/v1/models') return undefined;
      const model = { id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'vllm', root: 'Qwen/Qwen3-8B' };
      return { object: 'list', data: [{ ...model, parent: null, max_model_len: window, permission: [] }] };
    },
    loading: { status: 503, body: openAiError('Engine is not ready', 'ServiceUnavailableError', 503) },
    missing: {
      status: 404,
      body: openAiError('The model `Qwen/Qwen3-8B` does not exist.', 'NotFoundError', 404),
    },
    overflow: (asked, window) => ({
      status: 400,
      body: openAiError(
        `This model's maximum context length is ${window} tokens. However, you requested ${asked} tokens.`,
        'BadRequestError',
        400,
      ),
    }),
    shell: { prompt_token_ids: null, usage: null },
    firstDelta: { role: 'assistant', content: '', reasoning_content: null },
    delta: (content) => ({ content, reasoning_content: null }),
    eventLine: '',
    lastExtra: {},
  },
  koboldcpp: {
    model: 'koboldcpp/gemma-2-9b-it',
    describe: (path, { window }) => {
      if (path === '/api/v1/model') return { result: 'koboldcpp/gemma-2-9b-it' };
      return path === '/api/extra/true_max_context_length' ? { value: window } : undefined;
    },
    loading: {
      status: 503,
      body: {
        detail: { msg: 'Server is busy; please try again later.', type: 'service_unavailable' },
      },
    },
    missing: { status: 404, body: { detail: { msg: 'Not found', type: 'not_found' } } },
    overflow: (asked, window) => ({
      status: 400,
      body: { detail: { msg: `${asked} tokens do not fit into ${window}`, type: 'bad_input' } },
    }),
    shell: { id: 'koboldcpp-1' },
    firstDelta: { role: 'assistant', content: '' },
    delta: (content) => ({ role: 'assistant', content }),
    eventLine: 'event: message\n',
    lastExtra: {},
  },
};

const FINISHES = { finished: 'stop', length: 'length', refused: 'content_filter' } as const;

/** An imitated server and the state a test changes. */
export type OwnServer = LocalServer & { readonly state: OwnServerState };

/** Starts an imitation of a server of local models, on a free port of loopback. */
export async function startOwnMachineServer(
  name: OwnServerName,
  behaviour: (call: ReceivedCall) => Behaviour,
): Promise<OwnServer> {
  const state: OwnServerState = { window: 32_768, loadingCalls: 0, isMissing: false, failingCalls: 0 };
  const server = await startLocalServer(createFormat(WAYS[name], state), behaviour);
  return { ...server, state };
}

function createFormat(ways: Ways, state: OwnServerState): WireFormat {
  let isFailing = false;
  const event = (fields: object) =>
    `${ways.eventLine}data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: ways.model, ...ways.shell, ...fields })}\n\n`;
  const chunk = (delta: object, finish: string | null) =>
    event({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  return {
    refuse: (path, body) => (path.endsWith('/chat/completions') ? refuse(body, ways, state) : null),
    describe: (path) => {
      if (path.endsWith('/chat/completions')) return undefined;
      // While it loads, llama.cpp tells its list of models and nothing else.
      if (state.loadingCalls > 0 && path === '/props') return 'not-found';
      return ways.describe(path, state) ?? 'not-found';
    },
    complaint: ({ body }) => {
      const parsed = Body.safeParse(body);
      return parsed.success ? null : z.prettifyError(parsed.error);
    },
    errorBody: (status, type, message) => openAiError(message, type ?? 'server_error', status),
    begin: () => {
      isFailing = state.failingCalls > 0;
      if (isFailing) state.failingCalls -= 1;
      return [chunk(ways.firstDelta, null)];
    },
    piece: (text) => (isFailing ? [] : [chunk(ways.delta(text), null)]),
    streamError: () => [`data: ${JSON.stringify(openAiError('generation failed', 'server_error', 500))}\n\n`],
    end: ({ body }, text, stop) => {
      if (isFailing) return [chunk({}, 'error'), 'data: [DONE]\n\n'];
      const prompt = countPrompt(Body.parse(body));
      const completion = estimateTokens(text);
      const usage = {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
      };
      return [
        chunk({}, FINISHES[stop]),
        event({ choices: [], usage, ...ways.lastExtra }),
        'data: [DONE]\n\n',
      ];
    },
  };
}

function refuse(body: unknown, ways: Ways, state: OwnServerState) {
  if (state.isMissing || Object(body).model !== ways.model) return ways.missing;
  if (state.loadingCalls > 0) {
    state.loadingCalls -= 1;
    return ways.loading;
  }
  const parsed = Body.safeParse(body);
  if (!parsed.success) return null;
  const asked = countPrompt(parsed.data) + parsed.data.max_tokens;
  return asked > state.window ? ways.overflow(asked, state.window) : null;
}

function countPrompt({ messages }: z.infer<typeof Body>): number {
  return messages.reduce((total, { content }) => total + estimateTokens(content), 0);
}
