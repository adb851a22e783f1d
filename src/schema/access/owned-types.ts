import type { Context } from '../context.ts';

type Reads = Pick<Context, 'loaders'>;

/** Lookups of the campaign an object belongs to: from the object itself and from its id. Null when there is no such object. */
type Ownership = {
  readonly ofValue: (value: never, reads: Reads) => Promise<string | null>;
  readonly ofId: (id: string, reads: Reads) => Promise<string | null>;
};

function owned<Value>(
  ofValue: (value: Value, reads: Reads) => Promise<string | null>,
  ofId: (id: string, reads: Reads) => Promise<string | null>,
): Ownership {
  // Only values that the schema says are of this type are handed in.
  return { ofValue: ofValue as Ownership['ofValue'], ofId };
}

async function bySession(sessionId: string | undefined, { loaders }: Reads): Promise<string | null> {
  return sessionId === undefined ? null : ((await loaders.session.load(sessionId))?.campaignId ?? null);
}

type InSession = { readonly sessionId: string };

/** All types whose objects belong to a campaign. Answers hide such objects from viewers who are no members. */
export const OWNED_TYPES: Readonly<Record<string, Ownership>> = {
  Campaign: owned<{ readonly id: string }>(
    async ({ id }) => id,
    async (id) => id,
  ),
  CampaignMember: owned<{ readonly campaignId: string }>(
    async ({ campaignId }) => campaignId,
    // Not a node: it has no id of its own.
    async () => null,
  ),
  Session: owned<{ readonly campaignId: string }>(
    async ({ campaignId }) => campaignId,
    (id, reads) => bySession(id, reads),
  ),
  Scene: owned<InSession>(
    ({ sessionId }, reads) => bySession(sessionId, reads),
    async (id, reads) => bySession((await reads.loaders.scene.load(id))?.sessionId, reads),
  ),
  Turn: owned<InSession>(
    ({ sessionId }, reads) => bySession(sessionId, reads),
    async (id, reads) => bySession((await reads.loaders.turn.load(id))?.sessionId, reads),
  ),
};

export function findOwnership(typeName: string): Ownership | null {
  return Object.hasOwn(OWNED_TYPES, typeName) ? (OWNED_TYPES[typeName] ?? null) : null;
}

/** Finds the campaign a value belongs to; null when it is unknown, and then no viewer sees the value. */
export async function findOwningCampaign(
  typeName: string,
  value: unknown,
  reads: Reads,
): Promise<string | null> {
  return (await findOwnership(typeName)?.ofValue(value as never, reads)) ?? null;
}
