import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createOpaqueToken,
  hashOpaqueToken,
  INVITATION_PREFIX,
  TOKEN_PREFIX,
} from '#engine/store/api-tokens.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const forward = { limit: 10, from: 'start', after: null, before: null } as const;

function aMember(campaignId: string, viewerId: string, more: Partial<MemberRecord> = {}): MemberRecord {
  const usual = { name: viewerId, role: 'player', personaId: null, createdAt: NOON } as const;
  return { campaignId, viewerId, ...usual, ...more };
}

describeOnBothStores('the store', (store) => {
  it('finds a token by its hash and never holds the token itself', async () => {
    const { code, hash } = createOpaqueToken(TOKEN_PREFIX, randomBytes);
    const id = randomUUID();
    await store().tokens.add({
      id,
      hash,
      viewerId: 'ada',
      viewerName: 'Ada',
      roles: ['player', 'gm'],
      campaignIds: ['c1'],
      createdAt: NOON,
      expiresAt: later(60_000),
    });
    const found = await store().tokens.findByHash(hashOpaqueToken(code));

    expect(found).toMatchObject({ id, viewerId: 'ada', roles: ['player', 'gm'], campaignIds: ['c1'] });
    expect(found).toMatchObject({ expiresAt: later(60_000), revokedAt: null });
    expect(JSON.stringify(await store().tokens.list())).not.toContain(code.slice(4));
    expect(await store().tokens.findByHash(hashOpaqueToken(`${code}x`))).toBeNull();
  });

  it('revokes a token once', async () => {
    const { hash } = createOpaqueToken(TOKEN_PREFIX, randomBytes);
    const id = randomUUID();
    const token = { id, hash, viewerId: 'b', viewerName: 'B', roles: ['author'] as const, campaignIds: null };
    await store().tokens.add({ ...token, createdAt: NOON, expiresAt: later(1) });

    expect(await store().tokens.revoke(id, later(5))).toBe(true);
    expect(await store().tokens.revoke(id, later(6))).toBe(false);
    expect(await store().tokens.revoke(randomUUID(), later(6))).toBe(false);
    expect(await store().tokens.findMany([id])).toMatchObject([{ revokedAt: later(5) }]);
  });

  it('gives a persona to one member at a time', async () => {
    const { campaignId } = await someCampaign(store());
    const [first, second] = await Promise.all([
      store().members.add(aMember(campaignId, 'ada', { personaId: 'pc_mara' })),
      store().members.add(aMember(campaignId, 'bo', { personaId: 'pc_mara' })),
    ]);

    expect([first, second].filter((one) => one === 'persona-taken')).toHaveLength(1);
    expect(await store().members.ofCampaigns([campaignId])).toHaveLength(1);
  });

  it('hands a persona on once it is free', async () => {
    const { campaignId } = await someCampaign(store());
    await store().members.add(aMember(campaignId, 'ada', { personaId: 'pc_mara' }));
    await store().members.add(aMember(campaignId, 'bo'));
    const bo = { campaignId, viewerId: 'bo' };

    expect(await store().members.assignPersona(bo, 'pc_mara')).toBe('persona-taken');
    await store().members.assignPersona({ campaignId, viewerId: 'ada' }, null);
    expect(await store().members.assignPersona(bo, 'pc_mara')).toMatchObject({ personaId: 'pc_mara' });
    expect(await store().members.assignPersona({ campaignId, viewerId: 'eve' }, null)).toBe('no-member');
  });

  it('keeps one game master in every campaign, also when two leave at once', async () => {
    const { campaignId } = await someCampaign(store());
    await store().members.add(aMember(campaignId, 'ada', { role: 'gm' }));
    await store().members.add(aMember(campaignId, 'bo', { role: 'gm' }));
    const left = await Promise.all(
      ['ada', 'bo'].map((viewerId) => store().members.remove({ campaignId, viewerId })),
    );

    expect(left.filter((one) => one === 'last-gm')).toHaveLength(1);
    expect(await store().members.add(aMember(campaignId, 'eve'))).toMatchObject({ viewerId: 'eve' });
    expect(await store().members.add(aMember(campaignId, 'eve'))).toBe('already-member');
    expect(await store().members.remove({ campaignId, viewerId: 'eve' })).toMatchObject({ viewerId: 'eve' });
  });

  it('lets one guest in with a code, before it expires', async () => {
    const { campaignId } = await someCampaign(store());
    const invitation = { id: randomUUID(), campaignId, personaId: 'pc_mara', createdAt: NOON };
    const { hash } = createOpaqueToken(INVITATION_PREFIX, randomBytes);
    await store().invitations.add({ ...invitation, hash, expiresAt: later(1_000) });
    const guest = { viewerId: 'ada', name: 'Ada' };

    expect(await store().invitations.accept(hash, guest, later(1_000))).toBeNull();
    expect(await store().invitations.campaignOf(hash, later(999))).toBe(campaignId);
    const both = await Promise.all([
      store().invitations.accept(hash, guest, later(1)),
      store().invitations.accept(hash, { viewerId: 'bo', name: 'Bo' }, later(1)),
    ]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(await store().members.ofCampaigns([campaignId])).toMatchObject([
      { role: 'player', personaId: 'pc_mara' },
    ]);
    expect(await store().invitations.campaignOf(hash, later(1))).toBeNull();
  });

  it('leaves a code as it is when its guest cannot join', async () => {
    const { campaignId } = await someCampaign(store());
    await store().members.add(aMember(campaignId, 'ada'));
    const { hash } = createOpaqueToken(INVITATION_PREFIX, randomBytes);
    const invitation = { id: randomUUID(), campaignId, personaId: null, createdAt: NOON };
    await store().invitations.add({ ...invitation, hash, expiresAt: later(1_000) });

    expect(await store().invitations.accept(hash, { viewerId: 'ada', name: 'A' }, NOON)).toBe(
      'already-member',
    );
    expect(await store().invitations.accept(hash, { viewerId: 'bo', name: 'B' }, NOON)).toMatchObject({
      viewerId: 'bo',
    });
  });

  it('pages through the campaigns of one viewer only', async () => {
    const mine = [];
    for (let at = 0; at < 3; at += 1) {
      const { campaignId } = await someCampaign(store());
      await store().members.add(aMember(campaignId, 'pager'));
      mine.push(campaignId);
      await someCampaign(store());
    }
    const bounds = { viewerId: 'pager', campaignIds: null };
    const newest = [...mine].sort().reverse();
    const first = await store().campaigns.page({ ...forward, limit: 2 }, bounds);
    const rest = await store().campaigns.page({ ...forward, after: first.items[1]?.id ?? '' }, bounds);

    expect(first).toMatchObject({ hasMore: true });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(newest);
    const narrowed = { viewerId: 'pager', campaignIds: newest.slice(1, 2) };
    expect((await store().campaigns.page(forward, narrowed)).items.map(({ id }) => id)).toEqual(
      newest.slice(1, 2),
    );
  });
});
