import { defineEntity, p } from '@mikro-orm/core';
import { row } from './row.ts';
import { Turn } from './turn.ts';

const TurnRecordingSchema = defineEntity({
  name: 'TurnRecording',
  uniques: [{ properties: ['turn', 'attempt'] }],
  properties: {
    ...row,
    turn: () => p.manyToOne(Turn).deleteRule('cascade').index(false),
    attempt: p.integer(),
    /** Canonical JSON, zstd. */
    content: p.blob(),
  },
});

/** Everything about one attempt at a turn: prompts, raw outputs, dice, searches. For the game master only. */
export class TurnRecording extends TurnRecordingSchema.class {}
TurnRecordingSchema.setClass(TurnRecording);
