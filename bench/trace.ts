import { resolve } from 'node:path';
import { traceCalls } from './trace/trace-calls.ts';

const ENTRY_POINT = 'neo_seattle:dead_drop';
const WARM_UP = 'I look over the slate by the till.';
/** The scripted models read this as a check, and let three characters react. */
const TRACED = 'I sneak past the clerk and try to remember what happened last time.';

/**
 * Counts the files of `src/` whose functions run during one turn of `full` with the scripted models of the tests, from
 * submit to commit. The engine is open and has played a turn before, so that loading and caches are not counted.
 */
export async function run(): Promise<void> {
  const trace = traceCalls(resolve('src'));
  // The engine is loaded after the hook, so that its functions are traced.
  const { openEngine } = await import('../test/support/engine.ts');
  const { copyShippedPacks } = await import('../test/support/shipped-packs.ts');
  const { createStoryInput } = await import('#engine/domain/turn.ts');
  const engine = await openEngine({ writePacks: copyShippedPacks });
  const play = async (sessionId: string, actionId: string, text: string): Promise<void> => {
    const submission = await engine.turns.submit({ sessionId, actionId, input: createStoryInput(text) });
    if (!('submission' in submission)) throw new Error(submission.claim);
    const { status, failure } = await engine.turns.finished(submission.turn.id);
    if (status !== 'committed') throw new Error(`${actionId} ended ${status}: ${failure?.message ?? ''}`);
  };
  try {
    const started = await engine.campaigns.start({ entryPointId: ENTRY_POINT, name: null });
    if ('rejected' in started) throw new Error(started.reason);
    await engine.turns.finished(started.openingTurn.id);
    await play(started.sessionId, 'warm-up', WARM_UP);
    await engine.tidied();
    trace.start();
    await play(started.sessionId, 'traced', TRACED);
    writeReport(trace.stop());
  } finally {
    await engine.close();
  }
}

function writeReport({ files, calls }: { readonly files: readonly string[]; readonly calls: number }): void {
  const byModule = new Map<string, number>();
  for (const file of files) byModule.set(findModule(file), (byModule.get(findModule(file)) ?? 0) + 1);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`${files.length} files of src run in one turn, ${calls} calls`);
  say(`${countChanges(files)} changes of module in the order of first calls`);
  for (const [module, count] of [...byModule].toSorted(([, one], [, other]) => other - one)) {
    say(`${String(count).padStart(5)}  ${module}`);
  }
  const flow = files.filter(isControlFlow);
  say(`${flow.length} files of control flow:`);
  for (const file of flow) say(`       ${file}`);
  if (process.argv.includes('--all')) for (const file of files) say(file);
}

/** Module of a file: its folder under `src/engine/`, else its folder under `src/`. */
function findModule(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('src/engine/') ? 3 : 2)
    .join('/');
}

function countChanges(files: readonly string[]): number {
  return files.filter((file, at) => at > 0 && findModule(file) !== findModule(files[at - 1] ?? file)).length;
}

/** Files that decide what happens next in a turn: runner, pipeline, steps and rules; not their texts, records and checks. */
function isControlFlow(file: string): boolean {
  return /^src\/engine\/turn\/([^/]+|(steps|runner|rule|apply)\/.+)$/.test(file);
}
