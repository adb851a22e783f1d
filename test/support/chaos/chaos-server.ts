import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { openEngine } from '../engine.ts';
import { chaoticProvider } from './chaotic-provider.ts';

/** A server whose models misbehave, as a process of its own that can be killed: `node chaos-server.ts <folder> <seed>`. */
const [folder = '', seed = ''] = process.argv.slice(2);
const engine = await openEngine({ folder, provider: chaoticProvider(keyedRandom(seed, 'trouble')) });
await engine.turns.sweep({ atStart: true });
void engine.tidy();
process.stdout.write(`listens on ${engine.url}/graphql\n`);
