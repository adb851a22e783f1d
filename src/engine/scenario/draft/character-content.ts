import type { HomebrewContent } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { ScenarioCast, ScenarioOutline } from '#engine/llm/scenario-replies.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import type { DraftNames } from './draft-pack.ts';

/** Somebody new as the file an author would write. */
export function characterContent(
  character: ScenarioCast['characters'][number],
  { cast, location }: ScenarioOutline,
  { people }: DraftNames,
  { ruleset }: ScenarioGround,
): HomebrewContent {
  const { name, pronouns, appearance, description, personality, speech, goals } = character;
  const id = people.get(name) ?? '';
  const [persona] = cast;
  const member = cast.find((one) => one.name === name);
  const data = {
    id,
    name,
    role: member?.role ?? name,
    summary: member?.tagline ?? name,
    appearance,
    pronouns,
    location,
    tier: 'major',
    playable: persona?.name === name,
    personality,
    speech_style: speech,
    sample_lines: character.sample_lines,
    goals,
    red_lines: character.red_lines,
    knows: character.knows,
    // It came as JSON and was held to the schema of the ruleset.
    stat_blocks: { [ruleset.id]: character.stat_block as { readonly [key: string]: Json } },
    tags: ['generated'],
  };
  return { kind: 'character', id, data, body: `# ${name}\n\n${description}` };
}
