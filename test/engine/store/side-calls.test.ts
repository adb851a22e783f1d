import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SideCallRecord } from '#engine/store/model-usage.ts';
import { openReadOnlySqliteStore, openSqliteSideCalls, openSqliteStore } from '#engine/store/open-store.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const call = (costUsd: number | null, about: Partial<SideCallRecord> = {}): SideCallRecord => ({
  id: randomUUID(),
  work: 'replay',
  viewerId: null,
  sessionId: null,
  step: 'narrate',
  purpose: 'ask',
  modelKey: 'claude-haiku',
  provider: 'anthropic/x',
  inputTokens: 100,
  outputTokens: 10,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  costUsd,
  firstDeltaMs: null,
  durationMs: 900,
  ending: 'finished',
  createdAt: NOON,
  ...about,
});

describeOnBothStores('calls beside play', (store) => {
  it('count for the day, the session that was replayed and the viewer who asked', async () => {
    const { sessionId } = await someCampaign(store());
    const viewerId = randomUUID();
    const spent = async () => store().calls.spent({ sessionId, since: later(-60) });
    const { since: before } = await spent();
    await store().sideCalls.add([call(0.5, { sessionId, viewerId })]);
    await store().sideCalls.add([call(null, { sessionId, viewerId })]);
    await store().sideCalls.add([call(0.25, { work: 'scenario', viewerId })]);
    await store().sideCalls.add([call(2, { viewerId, createdAt: later(-3600) })]);
    const { since: after, session } = await spent();

    expect(after.usd - before.usd).toBeCloseTo(0.75);
    expect(after.unknownCalls - before.unknownCalls).toBe(1);
    expect(session).toEqual({ usd: 0.5, unknownCalls: 1 });
    expect(await store().viewerTurns.spentSince(viewerId, later(-60))).toBeCloseTo(0.75);
    expect(await store().viewerTurns.spentSince(randomUUID(), later(-60))).toBe(0);
  });

  it('are no part of what playing has used', async () => {
    const { sessionId, campaignId } = await someCampaign(store());
    await store().sideCalls.add([call(0.5, { sessionId })]);

    expect(await store().calls.usage({ sessionId })).toEqual([]);
    expect(await store().calls.usage({ campaignId })).toEqual([]);
  });
});

it('are written beside a server that works on the same folder, through the one door that may', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-side-calls-'));
  const server = await openSqliteStore(folder);
  const reading = await openReadOnlySqliteStore(folder);
  const writing = openSqliteSideCalls(folder);
  try {
    await expect(reading.sideCalls.add([call(1)])).rejects.toThrow();
    await writing.add([call(0.5)]);

    const { since } = await server.calls.spent({ sessionId: null, since: later(-60) });
    expect(since.usd).toBe(0.5);
  } finally {
    await writing.close();
    await reading.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
