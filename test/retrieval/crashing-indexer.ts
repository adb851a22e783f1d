import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import { BERTHS, STROKES } from './large-harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

/** A process of its own that indexes what it is told in the folder it is given, and is meant to be killed over it. */
const [folder = '', what = 'pack'] = process.argv.slice(2);
const embedder = what === 'pack' ? null : wordEmbedder();
const index = await openLanceLoreIndex({ uri: folder, embedder, clock: () => new Date() });
process.stdout.write('indexing\n');
if (what === 'history') for (const stroke of STROKES) await index.addHistory([stroke]);
else await index.putPack('quay', BERTHS);
await index.settled();
process.stdout.write('done\n');
await index.close();
