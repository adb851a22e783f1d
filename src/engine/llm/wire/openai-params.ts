import type OpenAI from 'openai';
import type { ModelEntry } from '../catalogue.ts';
import type { ModelRequest } from '../provider.ts';
import { requireAllFields, strictSchema } from './strict-schema.ts';

type Params = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

/** A request in the words of OpenAI's chat format. Its servers cache equal prefixes by themselves. */
export function openaiParams(entry: ModelEntry, request: ModelRequest): Params {
  const system = request.system.map(({ text }) => text).filter((text) => text !== '');
  const limit = Math.min(request.maxTokens, entry.maxOutput ?? request.maxTokens);
  const effort = entry.reasoningEffort;
  return {
    model: entry.model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      ...(system.length === 0 ? [] : [{ role: 'system' as const, content: system.join('\n\n') }]),
      ...request.messages.map(({ role, text }) => ({ role, content: text })),
    ],
    [entry.limitField ?? 'max_tokens']: limit,
    // The catalogue may name an effort newer than the SDK's list of them.
    ...(effort === undefined ? {} : { reasoning_effort: effort as NonNullable<Params['reasoning_effort']> }),
    ...responseFormat(entry, request),
    ...(entry.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
  };
}

function responseFormat(entry: ModelEntry, { output }: ModelRequest): Pick<Params, 'response_format'> {
  if (output === undefined || entry.structuredOutput === 'none') return {};
  if (entry.structuredOutput === 'json_object') return { response_format: { type: 'json_object' } };
  const schema = strictSchema(output.schema);
  if (schema === null) return {};
  const name = output.name.replace(/[^a-zA-Z0-9_-]/g, '_');
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name, schema: requireAllFields(schema), strict: true },
    },
  };
}
