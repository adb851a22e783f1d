import type { Role } from '#engine/domain/roles.ts';

/**
 * Who reaches a field.
 *
 * - `viewer`: whoever has said who they are, whatever they may do.
 * - `reader`: whoever holds any role.
 * - `player`, `gm`, `author`, `admin`: whoever holds that role; a game master may play, and an admin holds all of them.
 * - `maker`: whoever holds the role gm or author.
 * - `member`: whoever takes part in the campaign that the arguments, or the parent, belong to.
 * - `master`: the game master of that campaign.
 * - `holder`: whoever was given the thing it is a field of.
 */
export type Rule = 'viewer' | 'reader' | Role | 'maker' | 'member' | 'master' | 'holder';

/** One rule for all fields of a type, or one for each; `'*'` speaks for fields that are not named. */
export type TypeRule = Rule | Readonly<Record<string, Rule>>;

export type RuleTable = Readonly<Record<string, TypeRule>>;

/** The same rule for several types. */
export function alike(rule: TypeRule, ...typeNames: readonly string[]): RuleTable {
  return Object.fromEntries(typeNames.map((name) => [name, rule]));
}
