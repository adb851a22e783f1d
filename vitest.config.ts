import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Rooms of the engine: their tests change nothing that others in the same process could see. */
const ROOMS = ['test/engine/**/*.test.ts'];
/** These turn the clock. */
const ALONE = ['test/engine/live/**'];

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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes, however busy the machine; only what never comes should fail.
    expect: { poll: { timeout: 30_000 } },
    // One core would be left idle otherwise, and most tests wait for processes of their own.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // Reading the engine anew for each file took as long as half of these tests.
        test: {
          name: 'rooms',
          include: ROOMS,
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'test/engine/!(live)/**', 'test/engine/*.test.ts'],
        },
      },
    ],
  },
});
