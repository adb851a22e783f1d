// Runs after `npm install` and in the container image. Builds the studio, the web page of src/studio, into dist/studio.
// Without dev dependencies there is nothing to build with: it says so and ends well, because the server runs without it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'dist', 'studio');

/** Returns Vite; null when it is not installed. */
async function loadVite() {
  try {
    return await import('vite');
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Writes compressed copies beside the files, so that the server compresses nothing while it answers. */
function compressFiles() {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.(js|css|html|svg)$/.test(file));
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

// Whatever the surroundings say, visitors get the small build of React.
process.env.NODE_ENV = 'production';
const vite = await loadVite();
if (vite === null) {
  process.stdout.write(
    'The studio was not built, because Vite is not installed. For the web page run "npm install --include=dev".\n',
  );
} else {
  await vite.build({
    root: join(root, 'src', 'studio'),
    configFile: join(root, 'src', 'studio', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  compressFiles();
  process.stdout.write(`The studio was built into ${folder}.\n`);
}
