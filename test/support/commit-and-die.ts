import { openSqliteStore } from '#engine/store/open-store.ts';
import { later, NOON, someCampaign } from './campaigns.ts';
import { play } from './turn-rows.ts';

/** Plays a turn in the folder it is given, takes on its job, and is gone without a word: nothing is closed. */
const store = await openSqliteStore(process.argv[2] ?? '');
const { sessionId } = await someCampaign(store);
await play(store, sessionId, 'one');
await store.jobs.claim(1, NOON, later(30));
process.stdout.write(sessionId, () => process.kill(process.pid, 'SIGKILL'));
