#!/usr/bin/env node
// Plain JavaScript that any Node can parse: it looks at the version before any TypeScript is loaded, so that
// an old Node answers with a sentence and not with a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)) {
  process.stderr.write(
    `Scenewright needs Node 22.18 or newer and this is ${process.version}. Run it with "npm start": it brings its own Node 24.\n`,
  );
  process.exitCode = 1;
} else {
  const { enableCompileCache } = await import('node:module');
  // The second start reads compiled code: a third less work.
  enableCompileCache();
  const words = process.argv.slice(2);
  // Flags alone are for the server; a word is a command.
  if (words[0] === undefined || (words[0].startsWith('-') && !['-h', '--help'].includes(words[0]))) {
    await import('../src/main.ts');
  } else {
    const { main } = await import('../src/cli/scenewright.ts');
    await main(words);
  }
}
