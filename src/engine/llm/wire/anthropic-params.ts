import type Anthropic from '@anthropic-ai/sdk';
import type { ModelEntry } from '../catalogue.ts';
import type { CacheTtl, Message, ModelRequest, SystemBlock } from '../provider.ts';
import { strictSchema } from './strict-schema.ts';

type Params = Anthropic.MessageCreateParamsStreaming;

/** How many prefixes Anthropic caches in one request. */
const MAX_BREAKPOINTS = 4;

/** Room for a model that cannot be kept from thinking: its thoughts count against the limit of the reply. */
const THINKING_ALLOWANCE = 4096;

/** A request in Anthropic's words. */
export function anthropicParams(entry: ModelEntry, request: ModelRequest): Params {
  const system = request.system.filter(({ text }) => text !== '');
  const marks = breakpoints(system, request.messages);
  const thinksAnyway = entry.thinking === 'always';
  const limit = request.maxTokens + (thinksAnyway ? THINKING_ALLOWANCE : 0);
  const output = outputConfig(entry, request, thinksAnyway);
  return {
    model: entry.model,
    max_tokens: entry.maxOutput === null ? limit : Math.min(limit, entry.maxOutput),
    stream: true,
    ...(system.length === 0 ? {} : { system: system.map((block) => systemParam(block, marks)) }),
    messages: request.messages.map((message) => messageParam(message, marks)),
    ...thinking(entry),
    ...(Object.keys(output).length === 0 ? {} : { output_config: output }),
    ...(entry.temperature && request.temperature !== undefined ? { temperature: request.temperature } : {}),
  };
}

/** The blocks that carry a breakpoint: the last four that ask for one, since later ones hold the longer prefix. */
function breakpoints(
  system: readonly SystemBlock[],
  messages: readonly Message[],
): ReadonlySet<SystemBlock | Message> {
  const asking = [...system, ...messages].filter(({ cacheable }) => cacheable === true);
  return new Set(asking.slice(-MAX_BREAKPOINTS));
}

function cacheControl(ttl: CacheTtl | undefined): { cache_control: Anthropic.CacheControlEphemeral } {
  return { cache_control: ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl } };
}

function systemParam(
  block: SystemBlock,
  marks: ReadonlySet<SystemBlock | Message>,
): Anthropic.TextBlockParam {
  const marked = marks.has(block) ? cacheControl(block.ttl) : {};
  return { type: 'text', text: block.text, ...marked };
}

function messageParam(message: Message, marks: ReadonlySet<SystemBlock | Message>): Anthropic.MessageParam {
  const marked = marks.has(message) ? cacheControl(message.ttl) : {};
  return { role: message.role, content: [{ type: 'text', text: message.text, ...marked }] };
}

/** Keeps a model from thinking first, by the word it understands. */
function thinking({ thinking: way }: ModelEntry): Pick<Params, 'thinking'> {
  if (way === 'disabled') return { thinking: { type: 'disabled' } };
  return way === 'between_tools' ? { thinking: { type: 'between_tools' } } : {};
}

function outputConfig(
  entry: ModelEntry,
  request: ModelRequest,
  thinksAnyway: boolean,
): Anthropic.OutputConfig {
  const wanted = entry.structuredOutput === 'json_schema' ? request.output : undefined;
  const schema = wanted === undefined ? null : strictSchema(wanted.schema);
  return {
    ...(schema === null ? {} : { format: { type: 'json_schema' as const, schema: { ...schema } } }),
    ...(thinksAnyway ? { effort: 'low' as const } : {}),
  };
}
