import type { FoundAuthored, FoundChunk, FoundHistory } from '#retrieval/lore-result.ts';
import { builder } from '../builder.ts';

/** What retrieval returns. */
export const LoreChunk = builder.interfaceRef<FoundChunk>('LoreChunk');

LoreChunk.implement({
  description: 'A stretch of knowledge that was found.',
  resolveType: ({ source }) => (source === 'authored' ? 'AuthoredLoreChunk' : 'HistoryLoreChunk'),
  fields: (t) => ({
    chunkId: t.exposeString('id', { description: 'Its id: `neo_seattle:neon_dragon:history`.' }),
    title: t.exposeString('title', {
      description: 'Where it stands: the headings above it; for history, when and where it happened.',
    }),
    text: t.exposeString('text', { description: 'What it says.' }),
    tokens: t.exposeInt('tokens', { description: 'What it takes up in a prompt.' }),
    entityIds: t.exposeStringList('entityIds', { description: 'Whom and what it is about.' }),
    locationIds: t.exposeStringList('locationIds', { description: 'The places it is about.' }),
    factionIds: t.exposeStringList('factionIds', { description: 'The factions it is about.' }),
    threadIds: t.exposeStringList('threadIds', { description: 'The threads it belongs to.' }),
    tags: t.exposeStringList('tags', { description: 'What its author filed it under.' }),
  }),
});

builder.objectRef<FoundAuthored>('AuthoredLoreChunk').implement({
  description: 'Something a pack says.',
  interfaces: [LoreChunk],
  fields: (t) => ({
    packId: t.exposeString('packId', {
      description: 'The id of its pack; with `@` and a hash when a campaign plays another version of it.',
    }),
    type: t.exposeString('type', {
      description: 'What kind of thing it speaks of: `location`, `character`.',
    }),
    isHidden: t.exposeBoolean('isHidden', {
      description: 'Whether it is kept from players; never true in what a player is shown.',
    }),
  }),
});

const HistoryKind = builder.enumType('LoreHistoryKind', {
  description: 'What play left behind.',
  values: {
    SUMMARY: { value: 'summary', description: 'What happened in a scene.' },
    FACT: { value: 'fact', description: 'Something that was established.' },
    EVENT: { value: 'event', description: 'An entry of the chronicle.' },
    SESSION_SUMMARY: { value: 'session_summary', description: 'What happened in a sitting.' },
    OBSERVATION: { value: 'observation', description: 'What one character remembers.' },
  } as const,
});

builder.objectRef<FoundHistory>('HistoryLoreChunk').implement({
  description: 'Something that happened in play, on the branch that was asked about.',
  interfaces: [LoreChunk],
  fields: (t) => ({
    kind: t.expose('type', { type: HistoryKind, description: 'What it is.' }),
    sceneIndex: t.int({ description: 'The scene it comes from.', resolve: ({ scene }) => scene.index }),
    ownerId: t.exposeString('ownerId', {
      nullable: true,
      description: 'Whose memory it is; null for what belongs to nobody.',
    }),
  }),
});
