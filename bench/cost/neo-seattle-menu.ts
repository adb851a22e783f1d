import { loadLibrary } from '#engine/content/library.ts';
import { rulesOf } from '#engine/content/ruleset-rules.ts';
import type { OfferedOperation } from '#engine/contracts/proposed-operation.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { recordMenu } from '#engine/turn/operation-menu.ts';
import { applied, hallAndCellar } from '../../test/support/worlds.ts';

/** What `record` is offered under Neo Seattle's ruleset in a world with facts, a clock and a deadline. */
export async function neoSeattleMenu(): Promise<readonly OfferedOperation[]> {
  const library = await loadLibrary(['content_packs']);
  const ruleset = library.find('ruleset', 'neo_seattle:freeform_2d6');
  const rules = ruleset === null ? null : rulesOf(ruleset);
  if (rules === null || isRejection(rules)) throw new Error('Neo Seattle has no ruleset that can be used');
  const world = applied(hallAndCellar(), [
    { op: 'start_clock', clockId: 'remeasure', name: 'The Remeasure', max: 8 },
    { op: 'add_fact', subjectId: 'npc_viktor_001', predicate: 'is', object: 'tired', visibility: 'public' },
    {
      op: 'set_deadline',
      deadlineId: 'board',
      description: 'The Board certifies.',
      dueIn: { days: 1 },
      consequences: 'It is certified.',
    },
  ]);
  return recordMenu(rules, world);
}
