import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { playCommand } from '#cli/commands/play.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { pseudoTerminal } from '../../support/pseudo-terminal.ts';
import { scriptedProvider, told } from '../../support/scripted-provider.ts';
import { temporaryFolder } from '../../support/stores.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** An address that stays while the server behind it goes and comes. */
async function steadyAddress() {
  let target: string | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    if (target === null) return client.destroy();
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    return client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (url: string | null) => {
      target = url;
      if (url === null) for (const socket of open) socket.destroy();
    },
  };
}

function sitDown(url: string, ...words: string[]) {
  const seat = pseudoTerminal();
  const { terminal } = seat;
  const done = playCommand.run(['--server', url, ...words], {
    terminal,
    currentFolder: '.',
    environment: {},
  });
  return { ...seat, done };
}

const calm = () => scriptedProvider([told('The rain falls.'), told('The lamp burns.')]);

/** A narrator whose second telling begins and does not go on until it is called off. */
function slowNarrator(): Provider {
  let tellings = 0;
  const other = calm();
  return {
    ...other,
    async *stream(request) {
      if (request.step === 'narrate') tellings += 1;
      if (request.step !== 'narrate' || tellings !== 2) {
        yield* other.stream(request);
        return;
      }
      yield { type: 'text-delta', text: BEGINNING };
      await new Promise((resolve) => request.signal.addEventListener('abort', resolve, { once: true }));
      request.signal.throwIfAborted();
    },
  };
}

/** A sentence is released when the next one begins. */
const BEGINNING = 'The lamp gutters, and a door gives way to the wind. Somebody below';

const STANDS =
  '{ campaigns(first: 1) { nodes { sessions { currentScene { index narration } turns(first: 9) { nodes { status } } } } } }';
type Stands = {
  campaigns: {
    nodes: {
      sessions: {
        currentScene: { index: number; narration: string };
        turns: { nodes: { status: string }[] };
      }[];
    }[];
  };
};
const stands = async (engine: Engine) =>
  (await ask<Stands>(engine.url, STANDS)).campaigns.nodes[0]?.sessions[0];

it('calls a turn off on Ctrl-C, leaves the story as it stood, and goes on there the next time', async () => {
  const engine = await openEngine({ provider: slowNarrator() });
  cleanUps.push(engine.close);
  const seat = sitDown(engine.url, '--new');
  seat.type('I look at the lamp.');
  await seat.until('The lamp gutters');
  seat.pressControlC();
  await seat.until('Calling the turn off.');
  await seat.until('the story stands where it stood');
  expect(await stands(engine)).toMatchObject({
    currentScene: { index: 1, narration: 'The rain falls.' },
    turns: { nodes: [{ status: 'COMMITTED' }, { status: 'CANCELLED' }] },
  });
  const pressing = setInterval(seat.pressControlC, 50);
  expect(await seat.done).toBe(0);
  clearInterval(pressing);

  const again = sitDown(engine.url, '--continue');
  again.type('I look at the lamp.', '/quit');
  expect(await again.done).toBe(0);
  expect(await stands(engine)).toMatchObject({ currentScene: { index: 2, narration: 'The lamp burns.' } });
}, 60_000);

it('leaves at once on a second Ctrl-C while the turn goes on without it, and takes it up again later', async () => {
  const engine = await openEngine({ provider: slowNarrator() });
  cleanUps.push(engine.close);
  const seat = sitDown(engine.url, '--new');
  seat.type('I look at the lamp.');
  await seat.until('The lamp gutters');
  seat.endInput();
  seat.pressControlC();
  seat.pressControlC();
  expect(await seat.done).toBe(0);

  const again = sitDown(engine.url, '--continue');
  again.type('/quit');
  expect(await again.done).toBe(0);
  const turns = (await stands(engine))?.turns.nodes.map(({ status }) => status) ?? [];
  expect(turns.every((status) => ['COMMITTED', 'CANCELLED', 'RUNNING'].includes(status))).toBe(true);
}, 60_000);

it('finds a server again that was restarted in the middle of a turn, and between two', async () => {
  const folder = temporaryFolder();
  cleanUps.push(folder.remove);
  const first = await openEngine({ provider: slowNarrator(), folder: folder.path });
  const address = await steadyAddress();
  address.lead(first.url);
  const seat = sitDown(address.url, '--new');
  seat.type('I look at the lamp.');
  await seat.until('The lamp gutters');
  address.lead(null);
  await first.close();
  const second = await openEngine({
    provider: scriptedProvider([told('The lamp burns.')]),
    folder: folder.path,
  });
  cleanUps.push(second.close);
  address.lead(second.url);
  await seat.until('Say it again to try once more.');
  address.lead(null);
  seat.type('/recap');
  await seat.until('Looking for it');
  address.lead(second.url);
  await seat.until('It is back.');
  seat.type('I look at the lamp.', '/quit');

  expect(await seat.done).toBe(0);
  expect(seat.out()).toContain('the connection broke; looking for the server');
  const { currentScene, turns } = (await stands(second)) ?? {};
  expect(currentScene?.narration).toBe('The lamp burns.');
  expect(turns?.nodes.map(({ status }) => status)).toEqual(['COMMITTED', 'FAILED', 'COMMITTED']);
  expect(currentScene?.index).toBe(2);
}, 60_000);
