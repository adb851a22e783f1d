import { describe, expect, it } from 'vitest';
import { ProposedAction, type ValidationContext, validateActions } from '#engine/state/validate-actions.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  character,
  FREEFORM,
  hallAndCellar,
  MIRA,
  VIKTOR,
} from '../../support/worlds.ts';

const judge = (action: object, snapshot = hallAndCellar(), more: Partial<ValidationContext> = {}) =>
  validateActions([ProposedAction.parse(action)], snapshot, { personaId: ADA, rules: FREEFORM, ...more });

describe('a clarification', () => {
  const twoGuards = () => {
    const world = hallAndCellar();
    const [one, two] = [character(VIKTOR, 'Old guard'), character(MIRA, 'Young guard')];
    const scene = { ...world.scene, presentIds: [ADA, VIKTOR, MIRA] };
    return { ...world, scene, entities: { ...world.entities, [VIKTOR]: one, [MIRA]: two } };
  };

  it('is asked when a name fits several', () => {
    const output = judge({ action: 'attack', target_id: 'guard' }, twoGuards());

    expect(output).toEqual({
      allowed_actions: [],
      blocked_actions: [],
      clarification_needed: true,
      clarification_question: 'Whom do you mean to attack: Old guard or Young guard?',
    });
  });

  it('is asked once, however much is unclear', () => {
    const unclear = ProposedAction.parse({ action: 'attack' });
    const actions = [unclear, ProposedAction.parse({ action: 'threaten' })];
    const output = validateActions(actions, twoGuards(), { personaId: ADA, rules: FREEFORM });

    expect(output.clarification_question).toBe('Whom do you mean to attack: Old guard or Young guard?');
  });

  it('is not asked when only one can be meant', () => {
    const leaving = [{ op: 'leave_scene', characterId: BRUNO }];
    const alone = applied(hallAndCellar(), leaving, asking({ asker: 'gm' }));

    expect(judge({ action: 'attack' }, alone).allowed_actions).toMatchObject([{ target_id: VIKTOR }]);
  });

  it('is never asked twice for the same input', () => {
    expect(judge({ action: 'attack', target_id: 'guard' }, twoGuards(), { clarified: true })).toMatchObject({
      clarification_needed: false,
      allowed_actions: [{ target_id: VIKTOR }],
    });
  });

  it('that names nobody has nobody struck', () => {
    const output = judge({ action: 'attack', details: 'I go on' }, twoGuards(), { clarified: true });

    expect(output).toMatchObject({ allowed_actions: [], clarification_needed: false });
    expect(output.blocked_actions).toEqual([
      { action: 'attack', reason: 'Nobody was named, and nobody is struck.' },
    ]);
  });

  it('that leaves it open whom has whoever is nearest struck', () => {
    const anyone = { action: 'attack', details: 'Anyone, I do not care' };

    expect(judge(anyone, twoGuards(), { clarified: true }).allowed_actions).toMatchObject([
      { target_id: VIKTOR },
    ]);
  });

  it('is not asked in a fight: a blow that names nobody is for the foe', () => {
    const combat = {
      round: 1,
      turn: 0,
      startedInScene: 0,
      combatants: [
        { id: ADA, side: 'party', initiative: 9, surprised: false, out: false },
        { id: MIRA, side: 'foes', initiative: 5, surprised: false, out: false },
      ],
    };

    expect(judge({ action: 'attack' }, { ...twoGuards(), combat }).allowed_actions).toMatchObject([
      { target_id: MIRA },
    ]);
  });

  it('is not asked of whoever cannot act', () => {
    const world = twoGuards();
    const down = { ...character(ADA, 'Ada'), status: 'unconscious' as const };
    const lying = { ...world, entities: { ...world.entities, [ADA]: down } };

    expect(judge({ action: 'attack' }, lying)).toMatchObject({
      clarification_needed: false,
      blocked_actions: [{ reason: 'Ada is unconscious.' }],
    });
  });
});
