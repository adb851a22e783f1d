/** Bounds on what a pack may hold, far above any honest pack and far below what would hurt a server. */
export const PACK_LIMITS = {
  fileBytes: 1_000_000,
  packBytes: 64_000_000,
  files: 5000,
  /** Entries looked at in all, those that are left alone included. */
  entries: 20_000,
  folderDepth: 8,
  /** YAML is parsed as a whole, so it is bounded more tightly than prose. */
  yamlCharacters: 400_000,
  yamlDepth: 32,
  yamlNodes: 50_000,
  yamlAliases: 100,
  problemsPerFile: 50,
} as const;
