import { type GraphQLOutputType, getNamedType, isNonNullType, isUnionType } from 'graphql';
import { createForbiddenError } from '../errors.ts';
import type { AccessRule } from './field-rules.ts';

/** Thrown by a check when the viewer may not use a field. The guard answers it by the type of the field. */
export class AccessRefused extends Error {}

/** Rules that open a field to one role, and the sentence that tells so. */
const ROLE_SENTENCES: Readonly<Partial<Record<AccessRule, string>>> = {
  master: 'For the game master of the campaign',
  gm: 'For game masters',
  author: 'For authors',
  maker: 'For game masters and authors',
  admin: 'For admins',
};

/** Describes who may read a field; null when its rule names no role, or when there is no rule. */
export function describeRole(rule: AccessRule | null): string | null {
  return rule === null ? null : (ROLE_SENTENCES[rule] ?? null);
}

/** Explains to a person why a rule does not let them. */
export function explainRefusal(rule: AccessRule | null): string {
  switch (rule) {
    case 'reader':
    case 'member':
    case 'viewer':
      return 'You hold no role on this server.';
    case 'player':
      return 'This needs the role player, which you do not hold.';
    default:
      return `This is ${(describeRole(rule ?? 'admin') ?? 'for others').toLowerCase()}.`;
  }
}

/**
 * Creates the answer of a field for viewers without the right: the failure `Forbidden` where the result can be one, null where the
 * field is for one role and nullable, else an error. A field without a rule is always an error: nobody meant it to be asked.
 */
export function createDenial(type: GraphQLOutputType, rule: AccessRule | null): (message: string) => unknown {
  const named = getNamedType(type);
  if (isUnionType(named) && named.getTypes().some((member) => member.name === 'Forbidden')) {
    return (message) => ({ failure: 'Forbidden', code: 'FORBIDDEN', message, path: [] });
  }
  if (describeRole(rule) !== null && !isNonNullType(type)) return () => null;
  return throwDenial;
}

/** Answers for a subscription by an error: neither null nor a failure can be a stream. The error itself has the path of the field. */
export function throwDenial(message: string): never {
  throw createForbiddenError(message);
}

/** Returns the description of a field, with who it is for when others get null. */
export function describeField(
  description: string | null | undefined,
  type: GraphQLOutputType,
  rule: AccessRule | null,
): string {
  const sentence = isNonNullType(type) ? null : describeRole(rule);
  return sentence === null ? (description ?? '') : `${description ?? ''} ${sentence}; null for others.`;
}
