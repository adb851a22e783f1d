import type { Context } from '../context.ts';
import { LiveSource } from '../live/live-source.ts';
import { forbidden } from './forbidden.ts';

/**
 * What a subscription gives, for as long as the credential it began with is good. A `LiveSource` sees to that itself, and to what
 * its viewer is in the campaign.
 */
export function watchedStream(source: unknown, context: Context): unknown {
  if (source instanceof LiveSource || !isStream(source)) return source;
  return whileGood(source, context);
}

async function* whileGood(source: AsyncIterable<unknown>, { access }: Context): AsyncGenerator<unknown> {
  for await (const event of source) {
    if (!(await access.isStillGood())) throw forbidden('Your credential is no longer good.');
    yield event;
  }
}

function isStream(source: unknown): source is AsyncIterable<unknown> {
  return typeof source === 'object' && source !== null && Symbol.asyncIterator in source;
}
