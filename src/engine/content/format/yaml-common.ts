import { commonFrontmatter } from './common-frontmatter.ts';
import { Name, Prose } from './words.ts';

/** Keys rulesets and entry points share. */
export const yamlCommon = {
  id: commonFrontmatter.id,
  name: Name,
  summary: Prose.describe('For people who choose what to play: no secrets.'),
  tags: commonFrontmatter.tags,
  overrides: commonFrontmatter.overrides,
};
