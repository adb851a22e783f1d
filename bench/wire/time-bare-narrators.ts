import { setTimeout as wait } from 'node:timers/promises';
import { createAnthropicProvider } from '#engine/llm/providers/anthropic.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { aRequest } from '../../test/support/wire/a-request.ts';
import { LARGE_MODEL, type PacedModels } from './paced-models.ts';
import type { RecordedTurn } from './recorded-replies.ts';

const STAGGER_MILLISECONDS = 200;

export type BareCall = { readonly firstWord: number; readonly lastWord: number };

/** Times the narrator's replies of some turns without the engine, side by side: first piece, and end of the prose. */
export function timeBareNarrators(models: PacedModels, turns: readonly RecordedTurn[]): Promise<BareCall[]> {
  return Promise.all(
    turns.map(async (turn, index) => {
      // The server answers with the turn it was told last.
      await wait(index * STAGGER_MILLISECONDS);
      return timeBareNarrator(models, turn);
    }),
  );
}

async function timeBareNarrator(models: PacedModels, turn: RecordedTurn): Promise<BareCall> {
  const entry = models.catalogue.get(LARGE_MODEL);
  if (entry === undefined) throw new Error(`the catalogue has no ${LARGE_MODEL}`);
  models.expect(turn);
  const system = [{ text: "You are the game master's voice.", cacheable: false }];
  const begun = performance.now();
  let firstWord = Number.NaN;
  let lastWord = Number.NaN;
  let text = '';
  for await (const part of createAnthropicProvider({ entry, apiKey: 'local', clock: readSystemClock }).stream(
    aRequest({ system }),
  )) {
    if (part.type !== 'text-delta') continue;
    const now = performance.now() - begun;
    if (text === '') firstWord = now;
    // The choices follow the prose behind this line.
    if (!text.includes('\n===')) lastWord = now;
    text += part.text;
  }
  return { firstWord, lastWord };
}
