import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { TRANSPORTS } from '../../support/either-transport.ts';
import { openEngine } from '../../support/engine.ts';
import { begin } from '../../support/play.ts';
import { campaignOf } from '../../support/sittings-stage.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;

describe('an answer', () => {
  const LIMIT = 3_000;
  beforeAll(async () => {
    engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, answerBytes: LIMIT } } });
    sessionId = await begin(engine.url);
  });
  afterAll(() => engine.close());

  const SCENES = 'id scenes(first: 100) { nodes { index narration present { name description } } }';

  it.each(TRANSPORTS)('beyond its length is refused over %s, and a shorter one is given', async (_, send) => {
    const repeated = Array.from({ length: 20 }, (_one, at) => `a${at}: session(id: $id) { ${SCENES} }`);
    const query = `query ($id: ID!) { ${repeated.join(' ')} }`;
    expect(await send(engine.url, query, { id: sessionId })).toMatchObject({
      errors: [{ extensions: { code: 'ANSWER_LIMIT', limit: LIMIT } }],
    });
    expect(await send(engine.url, 'query ($id: ID!) { session(id: $id) { id } }', { id: sessionId })).toEqual(
      {
        data: { session: { id: sessionId } },
      },
    );
  });

  it('that is a file has its own limit', async () => {
    const { campaignId } = await campaignOf(engine.url, sessionId);
    const EXPORT =
      'mutation ($id: ID!) { exportCampaign(input: { campaignId: $id }) { ... on ExportCampaignPayload { bytes file } } }';
    const [, send] = TRANSPORTS[0] ?? [];
    expect(await send?.(engine.url, EXPORT, { id: campaignId })).toMatchObject({
      data: { exportCampaign: { file: expect.stringMatching(/^.{3001,}$/s) } },
    });
  });
});

describe('requests', () => {
  beforeAll(async () => {
    engine = await openEngine({ protection: { limits: { ...DEFAULT_LIMITS, requestsPerMinute: 4 } } });
  });
  afterAll(() => engine.close());

  it('of one viewer are so many a minute, over all transports together', async () => {
    const answers: unknown[] = [];
    for (let time = 0; time < 4; time += 1) {
      for (const [, send] of TRANSPORTS) answers.push(await send(engine.url, '{ viewer { id } }'));
    }
    expect(answers[0]).not.toHaveProperty('errors');
    expect(answers.at(-1)).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('4 requests a minute'),
          extensions: { code: 'REQUEST_RATE_LIMIT', limit: 4, retryAfterSeconds: expect.any(Number) },
        },
      ],
    });
  });
});
