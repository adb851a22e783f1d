import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { RecordedTurn, TurnRange } from '#engine/replay/play/turn-range.ts';
import { Recording } from '#engine/replay/recording.ts';
import { toPlainValue } from '#engine/turn/record-reads.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';

const Scene = z.strictObject({ snapshot: z.unknown(), sceneLore: z.unknown(), narration: z.string() });

const File = z.strictObject({
  campaign: z.strictObject({
    id: z.string(),
    name: z.string(),
    entryPointId: z.string(),
    packs: z.array(z.strictObject({ id: z.string(), version: z.string(), hash: z.string() })),
    promptPins: z.record(z.string(), z.int()),
    createdAt: z.coerce.date(),
  }),
  seed: z.string(),
  base: Scene,
  turns: z.array(z.strictObject({ recording: Recording, scene: Scene })),
});

/** Compression options with a long window, because consecutive scenes are much alike. */
const THOROUGH = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: 24,
  },
};

/**
 * Compresses a range of turns into one small file. It holds the seed of the dice: use it only for recordings that may be
 * public. When the campaign was last played or put away is left out; a replay needs none of it.
 */
export function writeTurnRangeFile({ campaign, ...rest }: TurnRange): Buffer {
  const { lastPlayedAt: _played, archivedAt: _archived, deletedAt: _deleted, ...kept } = campaign;
  return zstdCompressSync(toCanonicalJson(toPlainValue({ ...rest, campaign: kept })), THOROUGH);
}

/** Reads a range of turns from a file. Throws when it is none, or when one of its turns made no scene. */
export function readTurnRangeFile(bytes: Uint8Array): TurnRange {
  const { turns, ...rest } = File.parse(JSON.parse(zstdDecompressSync(bytes).toString('utf8')));
  return {
    ...rest,
    turns: turns.map(({ recording, scene }): RecordedTurn => {
      const { outcome } = recording;
      if (outcome.type !== 'committed') throw new Error(`turn ${recording.turn.id} made no scene`);
      return { recording: { ...recording, outcome }, scene };
    }),
  };
}
