import { defineEntity, p } from '@mikro-orm/core';
import { Session } from './session.ts';

const ActionRowSchema = defineEntity({
  name: 'ActionRow',
  uniques: [{ properties: ['session', 'place'] }],
  properties: {
    /** The scene's id and the row's order within it. */
    id: p.string().length(48).primary(),
    createdAt: p.datetime(3),
    session: () => p.manyToOne(Session).deleteRule('cascade').index(false),
    /** Scene and order within it: see places.ts. */
    place: p.integer(),
    characterId: p.string().length(120),
    action: p.text(),
    intents: p.json<readonly string[]>(),
    /** For the game master only; read by a door of its own. */
    thought: p.text(),
  },
});

/** What one character did in a turn; it names its scene and is never changed. */
export class ActionRow extends ActionRowSchema.class {}
ActionRowSchema.setClass(ActionRow);
