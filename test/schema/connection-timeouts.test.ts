import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { applyConnectionTimeouts } from '#schema/transport/http-listener.ts';

it('hangs up on idle connections after everybody else has, and on requests that do not arrive before that', () => {
  const { keepAliveTimeout, headersTimeout, requestTimeout } = applyConnectionTimeouts(createServer());

  expect(keepAliveTimeout).toBeGreaterThan(60_000);
  expect(headersTimeout).toBeGreaterThan(0);
  expect(requestTimeout).toBeGreaterThan(headersTimeout);
  expect(requestTimeout).toBeLessThanOrEqual(60_000);
});
