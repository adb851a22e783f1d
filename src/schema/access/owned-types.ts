import { parsePromptId } from '#engine/live/player-prompt.ts';
import type { Context } from '../context.ts';
import { isRecordType, parseRecordKey } from '../views/record-id.ts';

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

async function byScene(sceneId: string | undefined, reads: Reads): Promise<string | null> {
  const scene = sceneId === undefined ? null : await reads.loaders.scene.load(sceneId);
  return bySession(scene?.sessionId, reads);
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
    async (id) => id.split('/')[0] ?? null,
  ),
  Session: owned<{ readonly campaignId: string }>(
    async ({ campaignId }) => campaignId,
    (id, reads) => bySession(id, reads),
  ),
  Scene: owned<InSession>(({ sessionId }, reads) => bySession(sessionId, reads), byScene),
  Turn: owned<InSession>(
    ({ sessionId }, reads) => bySession(sessionId, reads),
    async (id, reads) => bySession((await reads.loaders.turn.load(id))?.sessionId, reads),
  ),
};

/** Finds the campaign of a prompt, which a turn or a session asks. */
async function byPrompt(id: string, reads: Reads): Promise<string | null> {
  const origin = parsePromptId(id);
  if (origin === null) return null;
  if ('sessionId' in origin) return bySession(origin.sessionId, reads);
  return bySession((await reads.loaders.turn.load(origin.turnId))?.sessionId, reads);
}

/** Lookups of the campaign for ids of parts of a session or scene. Their objects have parents whose rule applies. */
const OWNERS_OF_PARTS: Readonly<Record<string, Ownership['ofId']>> = {
  Roll: (id, reads) => bySession(id.split('/')[0], reads),
  RollPrompt: byPrompt,
  QuestionPrompt: byPrompt,
  PromptOption: (id, reads) => byPrompt(id.split('#')[0] ?? '', reads),
  NarrationVersion: (id, reads) => byScene(id.split('/')[0], reads),
  TurnRecording: async (id, reads) =>
    bySession((await reads.loaders.turn.load(id.split('/')[0] ?? ''))?.sessionId, reads),
};

/** Finds the lookup of the campaign for ids of a type; null when such ids belong to no campaign. */
export function findIdOwner(typeName: string): Ownership['ofId'] | null {
  if (isRecordType(typeName)) return (id, reads) => byScene(parseRecordKey(id)?.sceneId, reads);
  return findOwnership(typeName)?.ofId ?? OWNERS_OF_PARTS[typeName] ?? null;
}

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
