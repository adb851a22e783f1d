import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectMcp, connectMcpOverHttp, type McpConnection } from '../support/mcp.ts';
import { openOfflineEngine } from '../support/offline-play.ts';
import { temporaryFolder } from '../support/stores.ts';

const Choice = z.object({ key: z.string(), text: z.string() });
const Scene = z.object({
  choices: z.array(Choice),
  ending: z.object({ title: z.string(), epilogue: z.string() }).nullable(),
});
const Played = z.object({ status: z.string(), scene: Scene });
const Begun = z.object({ sessionId: z.string(), prologue: z.string(), opening: Played });

/** An engine in the process of the command, with the starter pack alone. */
async function openStdio() {
  const folder = temporaryFolder();
  cpSync('content_packs/red_lamp', join(folder.path, 'packs', 'red_lamp'), { recursive: true });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['bin/scenewright.js', 'mcp'],
    env: {
      PATH: process.env.PATH ?? '',
      SCENEWRIGHT_DATA: join(folder.path, 'data'),
      SCENEWRIGHT_PACKS: join(folder.path, 'packs'),
      MODEL_DISCOVERY: '0',
      EMBEDDINGS: 'none',
      OFFLINE_WORDS_PER_SECOND: '0',
    },
    stderr: 'pipe',
  });
  const mcp = await connectMcp(transport);
  const close = async () => {
    await mcp.client.close();
    folder.remove();
  };
  return { mcp, close };
}

async function openHttp() {
  const engine = await openOfflineEngine();
  const mcp = await connectMcpOverHttp(engine.url);
  const close = async () => {
    await mcp.client.close();
    await engine.close();
  };
  return { mcp, close };
}

/** Plays by what is offered, each thing once, as the starter pack is won by numbers. */
async function playToTheEnd({ call }: McpConnection, begun: z.infer<typeof Begun>) {
  const chosen: string[] = [];
  const texts: string[] = [];
  let { scene } = begun.opening;
  while (scene.ending === null && chosen.length < 15) {
    const fresh = scene.choices.find(({ text }) => !chosen.includes(text) && !/^(?:Go|Wait)/.test(text));
    const choice = fresh ?? scene.choices.find(({ text }) => text.startsWith('Go')) ?? scene.choices[0];
    const played = await call('take_turn', {
      sessionId: begun.sessionId,
      actionId: `action ${chosen.length}`,
      choice: choice?.key,
    });
    expect(played.isError, played.text).toBe(false);
    chosen.push(choice?.text ?? '');
    texts.push(played.text);
    scene = Played.parse(played.data).scene;
  }
  return { scene, texts };
}

describe.each([
  ['standard input and output', openStdio],
  ['streamable HTTP', openHttp],
])('an evening over %s', (_transport, open) => {
  it('plays the starter pack from the list of stories to its ending', async () => {
    const { mcp, close } = await open();
    try {
      const { call, client } = mcp;
      expect(client.getInstructions()).toContain('take_turn');
      const stories = await call('list_entry_points', {});
      expect(stories.text).toContain('red_lamp:the_night_mail');
      const started = await call('begin_story', { entryPointId: 'red_lamp:the_night_mail', startId: 'one' });
      expect(started.isError, started.text).toBe(false);
      const begun = Begun.parse(started.data);
      expect(started.text).toContain(begun.prologue.trim().slice(0, 40));
      const again = await call('begin_story', { entryPointId: 'red_lamp:the_night_mail', startId: 'one' });
      expect(again.data).toEqual(started.data);

      const { scene, texts } = await playToTheEnd(mcp, begun);
      expect(scene.ending?.epilogue).toContain('Nobody on the train ever learns your name.');
      expect(texts.at(-1)).toContain('The story has ended');

      const sections = ['scene', 'sheet', 'inventory', 'map', 'missions', 'people', 'facts', 'chronicle'];
      const looked = await call('look', { sessionId: begun.sessionId, sections });
      expect(looked.isError, looked.text).toBe(false);
      expect(looked.text).toMatch(/Exits:[\s\S]*People:[\s\S]*Chronicle:/);
      const lore = await call('search_lore', { sessionId: begun.sessionId, text: 'red lamp' });
      expect(lore.text).not.toBe('Nothing was found.');
      const listed = await call('list_campaigns', {});
      expect(listed.text).toMatch(/^The Night Mail.*ended: /);
      const checked = await call('check_pack', { packId: 'red_lamp' });
      expect(checked.text).toContain('red_lamp can be played.');
      const late = await call('take_turn', {
        sessionId: begun.sessionId,
        actionId: 'late',
        text: 'look around',
      });
      expect(late).toMatchObject({ isError: true, text: expect.stringContaining('STORY_ENDED') });
    } finally {
      await close();
    }
  }, 120_000);
});
