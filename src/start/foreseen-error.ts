/** Errors that stop a start with their sentence alone; anything else is a bug and shows its stack. */
const FORESEEN = [
  'ConfigError',
  'DataInUseError',
  'DataReadOnlyError',
  'StoreUnreachableError',
  'PromptError',
  'CatalogueError',
  'ModelUnavailable',
  'TrustedDocumentsError',
];

/** What the system says when a setting names something that cannot be used. */
const BY_CODE: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'PORT: another program already listens there. Stop it, or choose another port, for example PORT=4001',
  EADDRNOTAVAIL: 'HOST: this machine has no such address. Write for example HOST=127.0.0.1',
  ENOTFOUND: 'HOST: this machine has no such address. Write for example HOST=127.0.0.1',
  EACCES:
    'SCENEWRIGHT_DATA or PORT: this user may not use it. Choose a folder you can write to and a port above 1023',
  EROFS: 'SCENEWRIGHT_DATA: that disk can only be read. Choose a folder you can write to',
  EEXIST: 'SCENEWRIGHT_DATA: there is a file of that name where a folder should be. Choose another folder',
  ENOTDIR: 'SCENEWRIGHT_DATA: there is a file where a folder should be. Choose another folder',
};

/** What to tell a person about an error that was foreseen; null for a bug. */
export function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (FORESEEN.includes(error.name)) return error.message;
  return 'code' in error ? (BY_CODE[String(error.code)] ?? null) : null;
}
