import { expect, it } from 'vitest';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { describeModelNotice } from '#schema/types/play/session.ts';
import { globalId } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin } from '../support/play.ts';
import { copyShippedPack } from '../support/shipped-packs.ts';

const INTRODUCTION = /* GraphQL */ `
  query ($id: ID!) {
    session(id: $id) { notice campaign { prologue goals } }
  }
`;
type Introduction = {
  session: { notice: string | null; campaign: { prologue: string | null; goals: string[] } };
};

it('gives the prologue one line per paragraph, what players are after, and the notice, each as a field of its own', async () => {
  const engine = await openEngine({ writePacks: copyShippedPack('motel_verse') });
  try {
    const sessionId = await begin(engine.url, globalId('EntryPoint', 'motel_verse:night_shift'));
    const { session } = await ask<Introduction>(engine.url, INTRODUCTION, { id: sessionId });
    const paragraphs = session.campaign.prologue?.split('\n\n') ?? [];

    expect(paragraphs.length).toBeGreaterThan(2);
    expect(paragraphs.filter((paragraph) => paragraph.includes('\n'))).toEqual([]);
    expect(session.campaign.goals).toContain('Find out who changes the sign, and what they want.');
    expect(session.notice).toContain('No language model is in use.');
  } finally {
    await engine.close();
  }
});

it('has no notice for a session that a language model narrates', () => {
  const models = [...loadCatalogue()].map(([key, entry]) => ({
    key,
    entry,
    usable: true,
    isFound: false,
    keyFault: null,
  }));
  const noticeOf = (largeModel: string) => describeModelNotice({ largeModel }, { list: () => models });

  expect(noticeOf('claude-sonnet')).toBeNull();
  expect(noticeOf('a model that is gone')).toBeNull();
  expect(noticeOf('offline')).not.toBeNull();
});
