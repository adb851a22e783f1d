import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import type { EndReason, ModelRequest, OutputSchema, Provider } from './provider.ts';
import { readJson } from './reading/find-json.ts';
import { type ReplyContract, validateReply } from './reading/validate-reply.ts';

/** A step whose reply is structured: its name, the form of the reply, and what else must be true of it. */
export type StructuredStep<Reply> = ReplyContract<Reply> & {
  readonly name: string;
  /** Called for each part of the accepted reply that `dropInvalidItems` removed. Paths are those of the reply as it was written. */
  readonly onDropped?: (path: readonly PropertyKey[], reason: string) => void;
};

/** A prompt for setting a reply right, and the file it came from. */
export type RepairPrompt = {
  readonly system: string;
  readonly user: string;
  readonly prompts: NonNullable<ModelRequest['prompts']>;
};

/** Writes the prompt that shows a model its own reply and what is wrong with it. */
export type WriteRepair = (parts: {
  readonly contract: string;
  readonly problems: readonly string[];
  readonly reply: string;
}) => RepairPrompt;

export type StructuredTools = {
  readonly provider: Provider;
  readonly writeRepair: WriteRepair;
  /** Tells whether a request and its reply fit the model's window. Absent, every request does. */
  readonly fits?: (request: Pick<ModelRequest, 'system' | 'messages' | 'maxTokens'>) => boolean;
};

/** Request of a caller; this module adds the form of the answer. */
export type Question = Omit<ModelRequest, 'step' | 'output' | 'purpose' | 'restartable'>;

/** Reports that neither the first reply nor its repair kept to the contract. No part of them was used. */
export class InvalidReply extends Error {
  override readonly name = 'InvalidReply';
  /** A player may try again: models rarely fail twice in the same way. */
  readonly retryable = true;
  readonly step: string;
  readonly problems: readonly string[];

  constructor(step: string, problems: readonly string[]) {
    super(`The model's reply to ${step} was not usable: ${problems.slice(0, 3).join(' ')}`);
    this.step = step;
    this.problems = problems;
  }
}

/** Reports that the model refused to answer. Asking the same again does not help. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';
  readonly retryable = false;
  readonly step: string;

  constructor(step: string) {
    super(`The model declined to answer ${step}. Say it another way, or choose another model.`);
    this.step = step;
  }
}

/** A reply that keeps to its contract, and the words that stood before it. */
export type StructuredReply<Reply> = { readonly reply: Reply; readonly prose: string };

/**
 * Asks for a structured reply. Shows a reply that breaks the contract to the model once, with every fault. Throws
 * `InvalidReply` when the repaired reply breaks the contract too, or a repair does not fit the model's window: servers of local models
 * would cut it from the front.
 */
export async function runStructured<Reply>(
  step: StructuredStep<Reply>,
  question: Question,
  { provider, writeRepair, fits = () => true }: StructuredTools,
): Promise<StructuredReply<Reply>> {
  const output = toOutputSchema(step);
  const request = { ...question, step: step.name, output, restartable: true } as const;
  const first = readReply(step, await askModel(provider, { ...request, purpose: 'ask' }));
  if (first.valid) return first.kept;

  const { text: reply, problems } = first;
  const repair = writeRepair({ contract: JSON.stringify(output.schema), problems, reply });
  const forms = [...(first.hasJson ? [] : [asFollowUp(repair, question)]), toModelRequest(repair)];
  const parts = forms.find((form) => fits({ ...question, ...form }));
  if (parts === undefined) throw new InvalidReply(step.name, problems);
  const repaired = readReply(step, await askModel(provider, { ...request, ...parts, purpose: 'repair' }));
  if (repaired.valid) return repaired.kept;
  throw new InvalidReply(step.name, repaired.problems);
}

/** A whole reply. */
export type WholeReply = { readonly text: string; readonly reason: EndReason };

/** Reads a reply to its end. Throws `ModelRefused` when the model would not answer. */
export async function askModel(provider: Provider, request: ModelRequest): Promise<WholeReply> {
  let text = '';
  for await (const part of provider.stream(request)) {
    if (part.type === 'text-delta') {
      text += part.text;
      continue;
    }
    if (part.reason === 'refused') throw new ModelRefused(request.step);
    return { text, reason: part.reason };
  }
  throw new Error(`${provider.id} stopped without ending its reply`);
}

/** Converts a repair prompt to the parts of a request it replaces. */
export function toModelRequest(
  repair: RepairPrompt,
): Required<Pick<ModelRequest, 'system' | 'messages' | 'prompts'>> {
  return {
    system: repair.system === '' ? [] : [{ text: repair.system, cacheable: false }],
    messages: [{ role: 'user', text: repair.user }],
    prompts: repair.prompts,
  };
}

/**
 * Appends a repair prompt to the question. A reply without JSON (empty, prose or cut off) says too little to be corrected
 * alone, so the model needs the question too.
 */
function asFollowUp(
  repair: RepairPrompt,
  { system, messages, prompts = [] }: Question,
): Required<Pick<ModelRequest, 'system' | 'messages' | 'prompts'>> {
  const last = messages.at(-1);
  const text = last?.role === 'user' ? `${last.text}\n\n${repair.user}` : repair.user;
  return {
    system: repair.system === '' ? system : [...system, { text: repair.system, cacheable: false }],
    messages: [...(last?.role === 'user' ? messages.slice(0, -1) : messages), { role: 'user', text }],
    prompts: [...prompts, ...repair.prompts],
  };
}

/** Returns the JSON Schema of a step's reply. Contracts are created once, so each schema is memoized. */
export function toOutputSchema<Reply>({ name, contract }: StructuredStep<Reply>): OutputSchema {
  return { name, schema: schemaOf(contract) };
}

/** Fields with a default need not be written: replies are sparse, and every token before the first word costs time. */
function withOptionalDefaults(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withOptionalDefaults);
  const walked = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withOptionalDefaults(value)]),
  );
  const { required, properties } = walked;
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return walked;
  const needed = required.filter((name) => !('default' in Object(Reflect.get(properties, String(name)))));
  return { ...walked, required: needed };
}

const schemaOf = memoizeByObject((contract: z.ZodType): OutputSchema['schema'] => {
  const schema = z.toJSONSchema(contract, { io: 'output', unrepresentable: 'any' });
  return withOptionalDefaults(JSON.parse(JSON.stringify(schema))) as { readonly [key: string]: Json }; // toJSONSchema gives JSON
});

/** Describes the fault of a reply that ran into its limit, in addition to the faults of its content. */
export function describeCutReply({ reason }: WholeReply): readonly string[] {
  return reason === 'length' ? ['The reply was cut off at its limit. Answer more briefly.'] : [];
}

type ReadReply<Reply> =
  | { readonly valid: true; readonly kept: StructuredReply<Reply> }
  | {
      readonly valid: false;
      readonly problems: readonly string[];
      readonly text: string;
      /** Whether there was anything to hold against the contract. */
      readonly hasJson: boolean;
    };

function readReply<Reply>(step: StructuredStep<Reply>, whole: WholeReply): ReadReply<Reply> {
  const { text } = whole;
  const json = readJson(text);
  if (!json.found)
    return { valid: false, problems: [json.problem, ...describeCutReply(whole)], text, hasJson: false };
  const validated = validateReply(json.value, step);
  if (!validated.valid)
    return {
      valid: false,
      problems: [...validated.problems, ...describeCutReply(whole)],
      text,
      hasJson: true,
    };
  for (const { path, message } of validated.dropped) step.onDropped?.(path, message);
  return { valid: true, kept: { reply: validated.reply, prose: json.prose } };
}
