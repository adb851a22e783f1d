import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** These put another module in the place of one that other tests have loaded. */
const ALONE = ['test/retrieval/without-weights.test.ts'];

// Workers read compiled libraries instead of compiling them again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

export default defineConfig({
  resolve: {
    // graphql 16 ships two builds; Node gives every library the first, and two of them do not know each other's types.
    alias: [
      {
        find: /^graphql$/,
        replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)),
      },
    ],
  },
  test: {
    globalSetup: ['test/support/run-folder.ts'],
    // Half as many collections of short-lived objects.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['test/support/same-chance.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes, however busy the machine; only what never comes should fail.
    expect: { poll: { timeout: 30_000 } },
    // Many tests start servers and browsers on two cores. One that needs its second attempt on CI is marked in the report.
    retry: process.env.CI === undefined ? 0 : 1,
    // One core would be left idle otherwise, and most tests wait for processes of their own.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          // Reading the engine anew for each file took a quarter of the time. No test leaves anything behind in its process.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
