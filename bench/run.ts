import { existsSync, readdirSync } from 'node:fs';

/** `npm run bench -- <name>`: runs `bench/<name>.ts`, which exports `run`. */
const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const [name] = process.argv.slice(2);

if (name === undefined || !/^[a-z0-9-]+$/.test(name) || !existsSync(new URL(`${name}.ts`, folder))) {
  process.stderr.write(`Name a benchmark: npm run bench -- <${names.join(' | ')}>\n`);
  process.exitCode = 1;
} else {
  const benchmark: { readonly run: () => Promise<void> } = await import(new URL(`${name}.ts`, folder).href);
  await benchmark.run();
}
