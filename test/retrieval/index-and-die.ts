import { openLanceLoreIndex } from '#retrieval/lance-lore-index.ts';
import { chunk } from './harbour.ts';

/** A process of its own that indexes a large pack in the folder it is given, and is meant to be killed over it. */
const [folder = ''] = process.argv.slice(2);
const index = await openLanceLoreIndex({ uri: folder, embedder: null, clock: () => new Date() });
process.stdout.write('indexing\n');
await index.putPack(
  'quay',
  Array.from({ length: 4_000 }, (_, n) =>
    chunk({ id: `quay:berth_${n}`, title: `Berth ${n}`, text: `Herring ${n}.` }),
  ),
);
process.stdout.write('done\n');
await index.close();
