import { createHash } from 'node:crypto';

/** A code that is shown once: 256 random bits behind a name that people and scanners of leaked secrets recognise. */
export type OpaqueToken = { readonly code: string; readonly hash: string };

const BYTES = 32;

export function createOpaqueToken(prefix: string, randomBytes: (size: number) => Buffer): OpaqueToken {
  const code = `${prefix}${randomBytes(BYTES).toString('base64url')}`;
  return { code, hash: hashOpaqueToken(code) };
}

/** Hashes a code for storage. The code is long and random, so a slow hash would add no protection. */
export function hashOpaqueToken(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

export const TOKEN_PREFIX = 'swt_';
export const INVITATION_PREFIX = 'swi_';
export const TICKET_PREFIX = 'sws_';
