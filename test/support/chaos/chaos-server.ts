import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { Secret } from '#engine/util/secret.ts';
import { openEngine } from '../engine.ts';
import { chaoticProvider } from './chaotic-provider.ts';

/**
 * A server whose models misbehave, as a process of its own that can be killed: `node chaos-server.ts <folder> <seed> [<database>]`.
 * Among others on one database it holds sessions for a second at a time, so that what the dead held is soon free.
 */
const [folder = '', seed = '', database = ''] = process.argv.slice(2);
const SWEEP_MILLISECONDS = 250;
const shared =
  database === '' ? {} : { leaseSeconds: 1, openStore: () => openPostgresqlStore(new Secret(database)) };
const provider = chaoticProvider(createKeyedRandom(seed, 'trouble'));
const engine = await openEngine({ folder, provider, ...shared });
await engine.turns.sweep({ atStart: true });
setInterval(() => void engine.turns.sweep({ atStart: false }), SWEEP_MILLISECONDS);
void engine.tidy();
process.stdout.write(`listens on ${engine.url}/graphql\n`);
