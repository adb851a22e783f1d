import { GraphQLError } from 'graphql';
import { shortly } from './shortly.ts';

const GLOBAL_ID = /^(?<typename>[A-Z_a-z]\w*):(?<id>.+)$/su;

/** What an id of the API stands for. One that stands for nothing is refused with what would be right. */
export function decodeGlobalId(globalId: string): { readonly typename: string; readonly id: string } {
  const { typename, id } = GLOBAL_ID.exec(Buffer.from(globalId, 'base64').toString())?.groups ?? {};
  if (typename !== undefined && id !== undefined) return { typename, id };
  throw new GraphQLError(
    `“${shortly(globalId)}” is no id of this server; pass an id just as a field \`id\` gave it.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
}
