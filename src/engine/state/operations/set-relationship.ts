import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { without } from '../parts/replace.ts';
import { Line, Slug } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import { INTENSITY_MAX } from '../records/relation.ts';

/** Says what one character is to another. Intensity 0 ends it. */
export const setRelationship = defineOperation({
  name: 'set_relationship',
  summary: 'Says what one character is to another (debtor, mother) and how strongly, -10 to 10; 0 ends it.',
  input: z.strictObject({
    fromId: CharacterId,
    toId: CharacterId,
    type: Slug,
    intensity: z.int().min(-INTENSITY_MAX).max(INTENSITY_MAX),
    notes: Line.optional(),
    visibility: Visibility.optional(),
  }),

  apply(snapshot, { fromId, toId, type, intensity, notes, visibility }) {
    if (fromId === toId)
      return reject('same-character', 'A relationship is between two characters.', ['toId']);
    const from = findCharacter(snapshot, fromId, ['fromId']);
    if ('rejected' in from) return from;
    const to = findCharacter(snapshot, toId, ['toId']);
    if ('rejected' in to) return to;

    const key = `${fromId}|${toId}|${type}`;
    const before = snapshot.relationships[key];
    if (intensity === 0) {
      if (before === undefined)
        return reject('nothing-there', `${from.name} is no ${type} of ${to.name}.`, ['type']);
      return { ...snapshot, relationships: without(snapshot.relationships, key) };
    }
    const relationship = {
      ...(before ?? { fromId, toId, type, origin: 'campaign' as const }),
      intensity,
      notes: notes ?? before?.notes ?? '',
      visibility: visibility ?? before?.visibility ?? 'hidden',
    };
    return { ...snapshot, relationships: { ...snapshot.relationships, [key]: relationship } };
  },
});
