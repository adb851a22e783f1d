import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { Variant } from '../registry.ts';

/** Changes that fields of the outcome say already; offered a second time they would be made twice. */
const SAID_ELSEWHERE = new Set([
  'add_fact',
  'advance_time',
  'append_core_memory',
  'append_summary',
  'await_roll',
  'introduce_entity',
  'introduce_item',
  'log_event',
  'set_choices',
  'set_time',
  'update_thread',
]);

const PLAIN_TYPE = /: (?:string|number|integer|boolean|list|object|any)(?=,|$)/g;

/** What may be proposed, a line each: the name, its fields, and in the full variant what it does. */
export function writeOperations(operations: NarrateInput['operations'], variant: Variant): string {
  return operations
    .filter(({ op }) => !SAID_ELSEWHERE.has(op))
    .map(({ op, summary, fields }) => {
      const call = `- ${op} {${fields.replace(PLAIN_TYPE, '')}}`;
      return variant === 'full' ? `${call}: ${firstSentence(summary)}` : call;
    })
    .join('\n');
}

function firstSentence(summary: string): string {
  return /^.*?[.;:](?=\s|$)/.exec(summary)?.[0].replace(/[;:]$/, '.') ?? summary;
}
