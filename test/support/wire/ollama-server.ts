import { z } from 'zod';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Behaviour } from './behaviour.ts';
import { type LocalServer, type ReceivedCall, startLocalServer, type WireFormat } from './local-server.ts';

/** A model that an imitated Ollama has. */
export type OllamaModel = {
  readonly name: string;
  readonly window: number;
  readonly capabilities?: readonly string[];
  readonly bytes?: number;
  readonly isLoaded?: boolean;
};

const Body = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  options: z.object({ num_ctx: z.int(), num_predict: z.int() }),
});

const DEFAULT_MODELS: readonly OllamaModel[] = [{ name: 'llama3.2', window: 131_072 }];

/** A server that speaks Ollama's own protocol: one JSON object a line. */
export function startOllamaServer(
  options: {
    readonly behaviour?: Behaviour | ((call: ReceivedCall) => Behaviour);
    readonly models?: readonly OllamaModel[];
    readonly port?: number;
  } = {},
): Promise<LocalServer> {
  const behaviour = options.behaviour ?? { kind: 'reply' as const, pieces: ['Hello.'] };
  return startLocalServer(ollamaFormat(options.models ?? DEFAULT_MODELS), behaviour, options.port);
}

function ollamaFormat(models: readonly OllamaModel[]): WireFormat {
  const line = (fields: object) => [`${JSON.stringify({ model: 'local', created_at: 'now', ...fields })}\n`];
  return {
    describe: (path, body) => describe(path, body, models),
    garbage: '{"message":{"content"\n',
    complaint: ({ path, body }) => {
      if (path !== '/api/chat') return `no such path: ${path}`;
      const parsed = Body.safeParse(body);
      return parsed.success ? null : z.prettifyError(parsed.error);
    },
    errorBody: (_status, _type, message) => ({ error: message }),
    begin: () => [],
    piece: (content) => line({ message: { role: 'assistant', content }, done: false }),
    streamError: () => line({ error: 'scripted failure' }),
    end: ({ body }, text, stop) => {
      const { messages, options } = Body.parse(body);
      const prompt = messages.reduce((total, { content }) => total + estimateTokens(content), 0);
      return line({
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: stop === 'length' ? 'length' : 'stop',
        // Ollama cuts what does not fit and counts what is left.
        prompt_eval_count: Math.min(prompt, options.num_ctx),
        eval_count: estimateTokens(text),
      });
    },
  };
}

function describe(
  path: string,
  body: unknown,
  models: readonly OllamaModel[],
): object | 'not-found' | undefined {
  const tag = ({ name, bytes = 2_000_000_000 }: OllamaModel) => ({ name, model: name, size: bytes });
  switch (path) {
    case '/api/version':
      return { version: '0.20.1' };
    case '/api/tags':
      return { models: models.map(tag) };
    case '/api/ps':
      return { models: models.filter(({ isLoaded }) => isLoaded === true).map(tag) };
    case '/api/show': {
      const { model } = z.object({ model: z.string() }).parse(body);
      const known = models.find(({ name }) => name === model);
      if (known === undefined) return 'not-found';
      return {
        details: { family: 'llama', parameter_size: '3.2B' },
        model_info: { 'general.architecture': 'llama', 'llama.context_length': known.window },
        capabilities: known.capabilities ?? ['completion'],
      };
    }
    default:
      return path.startsWith('/api/chat') ? undefined : 'not-found';
  }
}
