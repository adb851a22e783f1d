import { createStateRules, type StateRules } from '#engine/state/state-rules.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { Content } from './library/content.ts';
import { listMeterStarts } from './stat-blocks.ts';

const ANY_OBJECT: Json = { type: 'object' };

/**
 * Compiles a ruleset of the library into the rules for the snapshot's operations, or reports the faults of its schemas.
 */
export function compileRules(ruleset: Content<'ruleset'>): StateRules | Rejection {
  const { data } = ruleset;
  const { mechanics, scene_state_schema: stateSchema, stat_block_schema: statSchema } = data;
  return createStateRules({
    // Frozen data is the same data; the rules only read it.
    mechanics: mechanics as Parameters<typeof createStateRules>[0]['mechanics'],
    stats: data.stats,
    defaults: { ...listMeterStarts(ruleset), ...data.default_stat_block },
    stateSchema: stateSchema ?? ANY_OBJECT,
    statSchema: statSchema ?? ANY_OBJECT,
  });
}
