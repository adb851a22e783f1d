/** What somebody may be on this server: `player` and `gm` only where they are members, `author` of contents, `admin` of everything. */
export const ROLES = ['player', 'gm', 'author', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What somebody is in one campaign. */
export type MemberRole = Extract<Role, 'player' | 'gm'>;

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
