import { copyFileSync, writeFileSync } from 'node:fs';

const SCHEMA = new URL('./schema.graphql', import.meta.url);
const RELEASED = new URL('./schema.released.graphql', import.meta.url);
const ACKNOWLEDGED = new URL('./breaking-changes.json', import.meta.url);

/** Makes the present schema the one that clients may rely on. Done with every release; nothing is acknowledged any more then. */
export function releaseSchema(): void {
  copyFileSync(SCHEMA, RELEASED);
  writeFileSync(ACKNOWLEDGED, `${JSON.stringify({ acknowledged: [] }, null, 2)}\n`);
}

if (import.meta.main) releaseSchema();
