import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '#engine/domain/roles.ts';
import { createOpaqueToken, TOKEN_PREFIX } from '#engine/store/api-tokens.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createAccountAuthenticator } from '#schema/authenticator.ts';
import { globalId } from './authoring.ts';
import { LANTERN_QUAY, openEngine } from './engine.ts';
import { writeGuidePack } from './guide-pack.ts';

export type Reply = {
  readonly status: number;
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code?: string } }[];
  readonly text: string;
};

type Options = Pick<
  NonNullable<Parameters<typeof openEngine>[0]>,
  'apiLog' | 'writePacks' | 'provider' | 'protection' | 'studio'
>;

type TokenWish = { readonly campaignIds?: readonly string[]; readonly seconds?: number };

/** Lantern Quay with a second persona: Marit can be played beside the auditor, and is there in any case. */
export function writeTwoPersonas(folder: string): void {
  writeGuidePack(folder);
  const file = join(folder, 'lantern_quay', 'entry_points', 'the_second_ledger.yaml');
  const written = readFileSync(file, 'utf8')
    .replace('max_personas: 1', 'max_personas: 2')
    .replace('- character: marit\n', '- character: marit\n    role: persona\n    present: true\n');
  writeFileSync(file, written);
}

/** The whole engine with accounts: nobody is let in without a token. */
export async function openAccounts(options: Options = {}) {
  const engine = await openEngine({
    writePacks: writeTwoPersonas,
    ...options,
    signIn: ({ tokens, tickets }) =>
      createAccountAuthenticator({ tokens, tickets, clock: readSystemClock }, null),
  });

  const makeToken = async (viewerId: string, roles: readonly Role[], wish: TokenWish = {}) => {
    const { code, hash } = createOpaqueToken(TOKEN_PREFIX, randomBytes);
    const id = randomUUID();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + (wish.seconds ?? 3_600) * 1_000);
    const who = { viewerId, viewerName: viewerId.toUpperCase() };
    const campaignIds = wish.campaignIds ?? null;
    await engine.store.tokens.add({ id, hash, ...who, roles, campaignIds, createdAt, expiresAt });
    return { id, token: code };
  };

  const ask = async (token: string | null, query: string, variables: object = {}): Promise<Reply> => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${engine.url}/graphql/authoring`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const { data = null, errors = [] } = JSON.parse(text);
    return { status: response.status, data, errors, text };
  };

  /** Begins a campaign with both personas for the holder of a token; its ids, as the API names them. */
  const begin = async (token: string) => {
    const { data, text } = await ask(
      token,
      `mutation ($entryPointId: ID!, $personaIds: [ID!]) {
        startCampaign(input: { entryPointId: $entryPointId, personaIds: $personaIds }) {
          ... on StartCampaignPayload {
            campaign { id } openingTurn { id } session { id currentScene { id } }
          }
        }
      }`,
      {
        entryPointId: globalId('EntryPoint', LANTERN_QUAY),
        personaIds: ['auditor', 'marit'].map((id) => globalId('Character', `lantern_quay:${id}`)),
      },
    );
    // Asked for just above, in this shape.
    const begun = data?.startCampaign as Begun | undefined;
    if (begun?.campaign === undefined) throw new Error(`no campaign was begun: ${text}`);
    return {
      campaignId: begun.campaign.id,
      sessionId: begun.session.id,
      sceneId: begun.session.currentScene.id,
      turnId: begun.openingTurn.id,
      campaign: rawId(begun.campaign.id),
      session: rawId(begun.session.id),
    };
  };

  return { ...engine, makeToken, ask, begin };
}

type Begun = {
  readonly campaign: { readonly id: string };
  readonly openingTurn: { readonly id: string };
  readonly session: { readonly id: string; readonly currentScene: { readonly id: string } };
};

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** The id a global id stands for. */
export const rawId = (id: string): string => Buffer.from(id, 'base64').toString('utf8').replace(/^\w+:/, '');
