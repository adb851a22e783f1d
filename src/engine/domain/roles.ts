/**
 * Roles of a viewer on this server. `player` and `gm` hold only in campaigns of which the viewer is a member. An
 * `author` edits contents; an `admin` may do everything.
 */
export const ROLES = ['player', 'gm', 'author', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Role of a member in one campaign. */
export type MemberRole = Extract<Role, 'player' | 'gm'>;

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
