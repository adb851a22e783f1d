import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';
import { beginAt } from '../support/story.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
}, 120_000);
afterAll(() => engine.close());

type Taken = {
  readonly takeTurn: { readonly turn?: { readonly scene: { readonly narration: string } } };
};

/** Plays one look and returns what is told; null once the story is over. */
async function told(sessionId: string, at: number): Promise<string | null> {
  const { takeTurn } = await ask<Taken>(
    engine.url,
    /* GraphQL */ `
      mutation ($input: TakeTurnInput!) {
        takeTurn(input: $input) {
          ... on TurnPayload { turn { scene { narration } } }
          ... on Failure { message }
        }
      }
    `,
    {
      input: {
        sessionId,
        actionId: `minute ${at}`,
        action: { text: `I look at the arrow, for the ${at}. time.` },
      },
    },
  );
  return takeTurn.turn?.scene.narration ?? null;
}

/** A piece of what each trigger of the clock says, in the order in which they go off. */
const TOLD_BY_THE_HOUR = [
  'it comes back on the hour, says June',
  'The bulb goes down to a red thread.',
  'The light goes out.',
  'the gate opens on the Skyline Room',
];

it('tells the two in the Lift everything that the hour brings, in its order and once', async () => {
  const sessionId = await beginAt(engine.url, 'Seven Minutes');
  const evening: string[] = [];
  for (let at = 1; at <= 20; at += 1) {
    const narration = await told(sessionId, at);
    if (narration === null) break;
    evening.push(narration);
  }
  const all = evening.join('\n');

  const places = TOLD_BY_THE_HOUR.map((piece) => all.indexOf(piece));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  for (const piece of TOLD_BY_THE_HOUR) expect(all.split(piece), piece).toHaveLength(2);
}, 60_000);
