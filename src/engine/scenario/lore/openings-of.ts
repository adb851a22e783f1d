import type { Content } from '#engine/content/library.ts';
import type { Json } from '#engine/kit/canonical-json.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import { leastValue } from './least-value.ts';

type Seed = { readonly [key: string]: Json };

/** How stories of this world begin: where, when, and in which state of the rules. */
export function openingsOf(ground: ScenarioGround): ScenarioLore['openings'] {
  const { library, world, ruleset, rules } = ground;
  const entries = library.all('entry_point').filter(({ data }) => data.world === world.id);
  const alike = entries.filter(({ data }) => data.rulesets[0] === ruleset.id);
  // A ruleset nobody has played in this world yet starts as low as it can.
  const plain = leastValue(rules.stateSchema) as Seed; // the schema of a scene is that of an object
  if (alike.length > 0) return alike.map((entry) => openingOf(entry, seedFrom(entry, ground)));
  if (entries.length > 0) return entries.map((entry) => openingOf(entry, plain));
  return library
    .all('location')
    .map(({ id }) => ({ placeId: id, time: firstMorning(ground), sceneSeed: plain }));
}

function openingOf({ data }: Content<'entry_point'>, sceneSeed: Seed): ScenarioLore['openings'][number] {
  return { placeId: data.opening.location, time: data.opening.time, sceneSeed };
}

/** The state another story begins in, without what that story has written into it. */
function seedFrom({ data }: Content<'entry_point'>, { rules }: ScenarioGround): Seed {
  const whole = data.scene_seed as Seed; // frozen JSON is JSON
  const bare = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
  );
  return rules.stateFaults(bare).length === 0 ? bare : whole;
}

function firstMorning({ library, calendar }: ScenarioGround): string {
  const [event] = library.all('event');
  if (event !== undefined) return event.data.date;
  const moment = calendar.momentOf({ year: 1, month: 1, day: 1, hour: 9 });
  return isRejection(moment) ? '1' : calendar.format(moment, 'header');
}
