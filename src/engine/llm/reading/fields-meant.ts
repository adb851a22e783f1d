import { z } from 'zod';

/** A value out of whatever it is wrapped up in, or what is wrong when nothing of it is what was asked for. */
export type FieldsMeant = { readonly value: unknown } | { readonly problem: string };

const MOST_NAMED = 6;

/**
 * Looks whether an object has any of the fields its contract has. Where all of them may be left out, one that has none would else be
 * taken for an answer in which nothing was said.
 */
export function fieldsMeant(value: unknown, contract: z.ZodType): FieldsMeant {
  if (!(contract instanceof z.ZodObject) || !isObject(value)) return { value };
  const asked = Object.keys(contract.shape);
  const isAsked = (fields: object) => asked.some((field) => field in fields);
  const given = Object.keys(value);
  if (given.length === 0 || isAsked(value)) return { value };
  const wrapped = Object.values(value).filter(isObject).filter(isAsked);
  if (wrapped.length === 1) return { value: wrapped[0] };
  const named = given.slice(0, MOST_NAMED).join(', ');
  return { problem: `None of these fields was asked for: ${named}. Asked for were ${asked.join(', ')}.` };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
