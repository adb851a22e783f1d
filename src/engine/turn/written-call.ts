import type { CallRecord } from '#engine/llm/recording.ts';
import { joined } from './joined.ts';
import { written } from './written-early.ts';

/** A call as JSON. The long parts of it may have been written before there was an answer: they are known by themselves. */
export function writtenCall(call: CallRecord, known: ReadonlyMap<object, Buffer>): Buffer {
  const { request, input, ...about } = call;
  const { system, messages, ...terms } = request;
  const part = (value: CallRecord['input'] | object) =>
    (typeof value === 'object' && value !== null ? known.get(value) : undefined) ?? written(value);
  return joined([
    open(about),
    ',"request":',
    open(terms),
    ',"system":',
    part(system),
    ',"messages":',
    part(messages),
    '},"input":',
    part(input),
    '}',
  ]);
}

/** An object as JSON to which something is to be added. */
function open(object: object): Buffer {
  return written(object).subarray(0, -1);
}
