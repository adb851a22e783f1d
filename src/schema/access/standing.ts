import type { MemberRole } from '#engine/domain/roles.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { Viewer } from './viewer.ts';

/** What a viewer is in a campaign, by what they hold and what its members' list says. */
export type Standing = {
  readonly role: MemberRole;
  /** Who they play, by the id inside the campaign; null when they play nobody. */
  readonly personaId: string | null;
};

/**
 * Null when the campaign is to them as if it did not exist. A credential can only take away: whoever masters a campaign and
 * comes with a player's token is one of its players for as long as they use it.
 */
export function standingOf(
  { id, roles, campaignIds }: Viewer,
  campaignId: string,
  members: readonly MemberRecord[],
): Standing | null {
  if (campaignIds !== null && !campaignIds.has(campaignId)) return null;
  const member = members.find(({ viewerId }) => viewerId === id);
  const personaId = member?.personaId ?? null;
  if (roles.has('admin')) return { role: 'gm', personaId };
  if (member === undefined) return null;
  if (roles.has('gm')) return { role: member.role, personaId };
  return roles.has('player') ? { role: 'player', personaId } : null;
}

/** The personas a viewer may speak for: their own, and for a game master those nobody else plays. */
export function playablePersonas(
  viewerId: string,
  { role, personaId }: Standing,
  personas: readonly string[],
  members: readonly MemberRecord[],
): readonly string[] {
  if (role === 'player') return personas.filter((id) => id === personaId);
  const others = members.filter((member) => member.viewerId !== viewerId);
  return personas.filter((id) => !others.some((member) => member.personaId === id));
}
