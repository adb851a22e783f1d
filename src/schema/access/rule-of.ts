import type { GraphQLObjectType } from 'graphql';
import type { Rule, RuleTable } from './rule.ts';
import { CONTENT_RULES } from './rules/content-rules.ts';
import { PLAY_RULES } from './rules/play-rules.ts';
import { ROOT_RULES } from './rules/root-rules.ts';
import { SCENE_RULES } from './rules/scene-rules.ts';

/** Who may do what: every rule there is, by type and field. */
export const RULES: RuleTable = { ...ROOT_RULES, ...PLAY_RULES, ...SCENE_RULES, ...CONTENT_RULES };

/** What only game masters are shown is called so. */
const OF_MASTERS = /^Gm[A-Z]/;
/** The answer to a field that had its own rule: parts of a page, what a mutation gives back. */
const ANSWER = /(Connection|Edge|Payload)$/;

/** The rule of a field; null when nobody wrote one, and then only admins reach it. */
export function ruleOf(type: GraphQLObjectType, field: string): Rule | null {
  const rules = RULES[type.name];
  if (typeof rules === 'string') return rules;
  if (rules !== undefined) return rules[field] ?? rules['*'] ?? null;
  if (OF_MASTERS.test(type.name) && !ANSWER.test(type.name)) return 'gm';
  const isFailure = type.getInterfaces().some(({ name }) => name === 'Failure');
  return isFailure || ANSWER.test(type.name) || type.name === 'PageInfo' ? 'holder' : null;
}
