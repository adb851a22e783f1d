import type { MemberConflict, MemberRecord } from '#engine/store/members.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Campaign } from './campaign.ts';
import { type Failure, notFound, plainFailure } from './failure.ts';

export const MemberRole = builder.enumType('MemberRole', {
  description: 'What somebody is in a campaign.',
  values: {
    PLAYER: { value: 'player', description: 'Plays a persona and sees what it knows.' },
    GM: { value: 'gm', description: 'Owns the campaign and sees everything.' },
  } as const,
});

export const CampaignMember = builder.objectRef<MemberRecord>('CampaignMember').implement({
  description: 'Somebody who takes part in a campaign.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What they are called.' }),
    role: t.field({ type: MemberRole, description: 'What they are in it.', resolve: ({ role }) => role }),
    personaId: t.exposeString('personaId', {
      nullable: true,
      description:
        'Who they play, by the id inside the campaign: `npc_viktor_001`; null when they play nobody.',
    }),
    joinedAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when.' }),
    isViewer: t.boolean({
      description: 'Whether this is you.',
      resolve: ({ viewerId }, _args, { access }) => viewerId === access.viewer.id,
    }),
    viewerId: t.exposeString('viewerId', {
      description: 'By which id the server knows them. For the game master.',
    }),
    campaign: t.field({
      type: Campaign,
      description: 'The campaign.',
      resolve: async ({ campaignId }, _args, { loaders }) => {
        const campaign = await loaders.campaign.load(campaignId);
        if (campaign === null) throw new Error(`campaign ${campaignId} has members and is not there`);
        return campaign;
      },
    }),
  }),
});

builder.objectFields(Campaign, (t) => ({
  members: t.field({
    type: [CampaignMember],
    description: 'Who takes part in it, in the order they joined.',
    resolve: async ({ id }, _args, { loaders }) => [...(await loaders.members.load(id))],
  }),
  viewerMembership: t.field({
    type: CampaignMember,
    nullable: true,
    description: 'What you are in it; null when you see it without taking part.',
    resolve: async ({ id }, _args, { loaders, access }) =>
      (await loaders.members.load(id)).find(({ viewerId }) => viewerId === access.viewer.id),
  }),
}));

export const AlreadyMember = plainFailure('AlreadyMember', 'They take part in the campaign already.');
export const PersonaTaken = plainFailure('PersonaTaken', 'Somebody else plays this persona.');
export const LastGameMaster = plainFailure(
  'LastGameMaster',
  'A campaign keeps at least one game master. Make somebody else one first.',
);

/** Why the members of a campaign stay as they are. */
export function conflictFailure(conflict: MemberConflict): Failure {
  switch (conflict) {
    case 'already-member':
      return failure('AlreadyMember', 'ALREADY_MEMBER', 'They take part in the campaign already.', []);
    case 'persona-taken':
      return failure('PersonaTaken', 'PERSONA_TAKEN', 'input.personaId: somebody else plays this persona.', [
        'input',
        'personaId',
      ]);
    case 'last-gm':
      return failure(
        'LastGameMaster',
        'LAST_GAME_MASTER',
        'A campaign keeps at least one game master. Make somebody else one first.',
        [],
      );
    case 'no-member':
      return notFound(['input', 'viewerId'], 'there is no such member.');
  }
}

function failure(name: string, code: string, message: string, path: readonly string[]): Failure {
  return { failure: name, code, message, path };
}

/** Who can be played in a campaign: the personas of every branch of it, as it stands. */
export async function personasOf(campaignId: string, { loaders }: Context): Promise<ReadonlySet<string>> {
  const sessions = await loaders.sessionsOfCampaign.load(campaignId);
  const snapshots = await loaders.snapshot.loadMany(sessions.map(({ currentSceneId }) => currentSceneId));
  return new Set(
    snapshots.flatMap((snapshot): readonly string[] => (snapshot instanceof Error ? [] : snapshot.personas)),
  );
}

/** Whether a persona can be given to somebody; else the failure that says so. */
export async function unknownPersona(
  personaId: string | null,
  campaignId: string,
  context: Context,
): Promise<Failure | null> {
  if (personaId === null) return null;
  const personas = await personasOf(campaignId, context);
  if (personas.has(personaId)) return null;
  const known = [...personas].join(', ');
  return notFound(['input', 'personaId'], `nobody of that id can be played; there are ${known}.`);
}
