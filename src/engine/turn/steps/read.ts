import { z } from 'zod';
import { PLAIN_READING, Reading } from '#engine/contracts/reading.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { writeReadPrompt } from '#engine/prompt/read-prompt.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { type AskTools, askStep } from '../ask-step.ts';
import type { Read, TurnContext } from '../context.ts';
import { buildReadInput } from '../reading/read-input.ts';
import { createNameResolver } from '../resolvers/name-resolver.ts';
import { resolveReading } from '../resolvers/resolve-reading.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Uses = AskTools & Pick<TurnTools, 'store' | 'snapshots' | 'recorder'>;

const Kept = z.object({ reading: Reading, language: z.string() });

/** Reads the player's words: what they mean to do, whom they address, which triggers they meet, what must be looked up. */
export const read = defineStep<TurnContext, Read, Uses>({
  name: 'read',

  async run(context, tools) {
    const { turn } = context.lease;
    const before = context.snapshot.planning.language ?? '';
    // Rolls, openings, continuations and instructions are not read.
    if (turn.input.kind !== 'story' || context.playerText === '')
      return { reading: PLAIN_READING, language: before };
    const kept = readKept(turn);
    if (kept !== null) return kept;
    const reading = await askForReading(context, tools);
    return { reading, language: reading.language };
  },
});

/** The Reading of a turn that waited for dice at the scene it goes on from. */
function readKept({ suspension, baseSceneId }: TurnRecord): Read | null {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return null;
  return Kept.safeParse(suspension.kept).data ?? null;
}

/** A reply that cannot be used after one repair becomes a plain reading: the game goes on. */
async function askForReading(context: TurnContext, tools: Uses): Promise<Reading> {
  const input = await buildReadInput(context, tools);
  const step = { name: 'read', contract: Reading, dropInvalidItems: true };
  try {
    const reply = await askStep({ step, input, write: writeReadPrompt }, context, tools);
    const { reading, dropped } = resolveReading(
      reply,
      createNameResolver(context.snapshot, context.view),
      input,
    );
    if (dropped.length > 0) tools.recorder.note('read', { dropped });
    return reading;
  } catch (error) {
    if (!(error instanceof InvalidReply)) throw error;
    tools.recorder.note('read', { unusable: error.problems });
    return PLAIN_READING;
  }
}
