import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';

/** Lets what is asked of a mutation's answer, and every mutation after it, see what it has changed. */
export function readAnew(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = async (parent, args, context: Context, info) => {
      try {
        return await resolve(parent, args, context, info);
      } finally {
        context.forget();
      }
    };
  }
  return schema;
}
