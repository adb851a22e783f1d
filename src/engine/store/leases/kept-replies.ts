import { compressJson, decompressJson } from '../database/compressed-json.ts';
import type { Database } from '../database/database.ts';
import { KeptReply, Turn } from '../entities/turn.ts';

/** A model's whole reply to one prompt of a turn. */
export type KeptReplyRecord = {
  readonly id: string;
  readonly turnId: string;
  readonly promptHash: string;
  readonly reply: { readonly text: string; readonly reason: 'finished' | 'length' };
};

/** Replies of turns that run, for the server that takes a turn over. */
export type KeptReplyStore = {
  /** Keeps a reply. Of several replies to one prompt of a turn the first stays. */
  readonly add: (reply: KeptReplyRecord, at: Date) => Promise<void>;
  readonly ofTurn: (turnId: string) => Promise<readonly Pick<KeptReplyRecord, 'promptHash' | 'reply'>[]>;
  readonly forget: (turnId: string) => Promise<void>;
  /** Removes the replies of every turn that no longer runs: its recording has them. */
  readonly purge: () => Promise<void>;
};

export function createKeptReplyStore(database: Database): KeptReplyStore {
  return {
    add: async ({ id, turnId, promptHash, reply }, createdAt) => {
      const row = { id, createdAt, turn: turnId, promptHash, reply: compressJson(reply) };
      await database.insertMissing(KeptReply, [row]);
    },
    ofTurn: async (turnId) => {
      const kept = await database.find(KeptReply, { turn: turnId });
      // Only `add` writes them.
      return kept.map(({ promptHash, reply }) => ({
        promptHash,
        reply: decompressJson(reply) as KeptReplyRecord['reply'],
      }));
    },
    forget: async (turnId) => {
      await database.remove(KeptReply, { turn: turnId });
    },
    purge: async () => {
      const kept = await database.find(KeptReply, {}, { fields: ['turn'] });
      const turnIds = [...new Set(kept.map(({ turn }) => turn.id))];
      if (turnIds.length === 0) return;
      const over = await database.find(
        Turn,
        { id: { $in: turnIds }, status: { $ne: 'running' } },
        { fields: ['id'] },
      );
      const ids = over.map(({ id }) => id);
      if (ids.length > 0) await database.remove(KeptReply, { turn: { $in: ids } });
    },
  };
}
