/** Bounds on files of other programs: above every honest one, below what would hurt a server. */
export const IMPORT_LIMITS = {
  fileBytes: 32 * 1024 * 1024,
  /** Characters of the JSON of a card, a book or a chat. */
  jsonCharacters: 8 * 1024 * 1024,
  jsonDepth: 40,
  jsonNodes: 400_000,
  pngChunks: 10_000,
  zipEntries: 2_000,
  /** Bytes of all that is unpacked from an archive. */
  unpackedBytes: 32 * 1024 * 1024,
  bookEntries: 2_000,
  /** Keys of a book that may be patterns, which are compiled to be checked. */
  bookPatterns: 5_000,
  chatMessages: 20_000,
  /** Characters of foreign data that one file of a pack keeps for export. */
  keptCharacters: 200_000,
} as const;
