import { watch } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** One value each time the folders have changed and then stayed as they are for a while. Ends with the signal. */
export async function* quietMoments(
  folders: readonly string[],
  signal: AbortSignal,
  quietMilliseconds: number,
): AsyncGenerator<void> {
  let change = Promise.withResolvers<void>();
  const ring = () => change.resolve();
  signal.addEventListener('abort', ring, { once: true });
  const watching = Promise.all(folders.map((folder) => ringOnChange(folder, signal, ring)));

  while (!signal.aborted) {
    await change.promise;
    let isQuiet = false;
    while (!isQuiet) {
      change = Promise.withResolvers<void>();
      const stillness = pause(quietMilliseconds).then(() => true);
      isQuiet = signal.aborted || (await Promise.race([change.promise.then(() => false), stillness]));
    }
    if (!signal.aborted) yield;
  }
  await watching;
}

/** A folder that cannot be watched, or that goes away, is quiet for ever. */
async function ringOnChange(folder: string, signal: AbortSignal, ring: () => void): Promise<void> {
  try {
    for await (const _ of watch(folder, { recursive: true, signal })) ring();
  } catch {
    // Nobody is there to be told; the next reload finds the folder as it then is.
  }
}
