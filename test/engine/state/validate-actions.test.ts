import { describe, expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ProposedAction,
  type ValidationContext,
  ValidatorOutput,
  validateActions,
} from '#engine/state/validate-actions.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  FREEFORM,
  HALL,
  hallAndCellar,
  KEY,
  LAMP,
  MIRA,
  TOWER,
  VIKTOR,
} from '../../support/worlds.ts';

const judge = (action: object, snapshot = hallAndCellar(), more: Partial<ValidationContext> = {}) =>
  ValidatorOutput.parse(
    validateActions([ProposedAction.parse(action)], snapshot, { personaId: ADA, rules: FREEFORM, ...more }),
  );

const changed = (proposals: readonly unknown[], from = hallAndCellar()) =>
  applied(from, proposals, asking({ asker: 'gm' }));

describe('ordinary talk', () => {
  it.each([
    ['to somebody here', { action: 'ask', target_id: VIKTOR, details: 'about the debt' }],
    ['to somebody by name', { action: 'greet', target_id: 'viktor' }],
    ['to nobody in particular', { action: 'say', details: 'nice weather' }],
    ['to oneself', { action: 'whisper', target_id: ADA }],
    ['of somebody far away', { action: 'ask', target_id: VIKTOR, details: 'where is Mira?' }],
    [
      'of something nobody ever heard of',
      { action: 'talk', target_id: 'the moon', details: 'and its tides' },
    ],
    ['of a place one cannot reach', { action: 'ask', target_id: TOWER }],
    ['of a thing one does not have', { action: 'tell', target_id: LAMP }],
    ['over the phone', { action: 'call', target_id: MIRA, details: 'by phone' }],
    ['in a letter', { action: 'tell', target_id: MIRA, details: 'in a letter' }],
    ['in words nobody classified', { action: 'serenade', target_id: VIKTOR }],
    ['about somebody elsewhere', { action: 'ask about', target_id: MIRA }],
    ['with somebody elsewhere for its topic', { action: 'ask', target_id: MIRA, details: 'about Mira' }],
    ['that is struck up', { action: 'strike up a conversation' }],
    ['that is struck up with somebody', { action: 'strikes up a conversation with', target_id: 'Viktor' }],
    ['that flirts', { action: 'hit on', target_id: VIKTOR }],
    ['that passes the time', { action: 'shoot the breeze', target_id: VIKTOR }],
    ['that kills time', { action: 'kill time with', target_id: VIKTOR }],
    ['that breaks the ice', { action: 'break the ice with', target_id: VIKTOR }],
    ['that opens up', { action: 'open up to', target_id: VIKTOR }],
    ['that pays a compliment', { action: 'pay a compliment' }],
    ['that pays attention', { action: 'pay attention to', target_id: VIKTOR }],
    ['that pays respects', { action: 'pays her respects to', target_id: VIKTOR }],
    ['with an empty verb', { action: '', details: 'hello there' }],
  ])('is allowed: %s', (_case, action) => {
    const { allowed_actions, blocked_actions, clarification_needed } = judge(action);

    expect({ blocked_actions, clarification_needed }).toEqual({
      blocked_actions: [],
      clarification_needed: false,
    });
    expect(allowed_actions).toHaveLength(1);
  });

  it('costs what talk costs, in an idiom too', () => {
    expect(judge({ action: 'hit on', target_id: VIKTOR }).allowed_actions[0]?.costs.heat).toBe(0);
    expect(judge({ action: 'hit on the head', target_id: VIKTOR }).allowed_actions[0]?.costs.heat).toBe(1);
  });

  it('is allowed with somebody who stands here though a fact says missing', () => {
    const missing = {
      op: 'add_fact',
      subjectId: MIRA,
      predicate: 'missing',
      object: true,
      visibility: 'public',
    };
    const back = changed([missing, { op: 'enter_scene', characterId: MIRA }]);

    expect(judge({ action: 'talk', target_id: MIRA }, back).blocked_actions).toEqual([]);
  });

  it('is allowed of the dead, not with them', () => {
    const dead = changed([{ op: 'set_life', characterId: VIKTOR, status: 'dead' }]);

    expect(judge({ action: 'ask about', target_id: VIKTOR }, dead).blocked_actions).toEqual([]);
    expect(judge({ action: 'ask', target_id: VIKTOR }, dead).blocked_actions).toHaveLength(1);
  });

  it('costs a few minutes and nothing else', () => {
    expect(
      judge({ action: 'ask', target_id: VIKTOR, estimated_minutes: 40 }).allowed_actions[0]?.costs,
    ).toEqual({
      heat: 0,
      time: 5,
      cred: 0,
      harm: 0,
      rep: 0,
    });
  });
});

describe('presence and reach', () => {
  it.each([
    ['somebody elsewhere', { action: 'attack', target_id: MIRA }, 'Mira is not here.'],
    ['talk to somebody elsewhere', { action: 'talk', target_id: MIRA }, 'Mira is not here.'],
    ['somebody nobody knows', { action: 'attack', target_id: 'Zorro' }, 'There is no Zorro here.'],
    ['trading for what nobody named', { action: 'buy', target_id: 'a ship' }, 'There is no a ship here.'],
    ['a place without a way', { action: 'go', target_id: TOWER }, /No way leads from Hall to Tower/],
    ['searching a place without a way', { action: 'search', target_id: TOWER }, /No way leads/],
  ])('blocks %s', (_case, action, reason) => {
    expect(judge(action).blocked_actions[0]?.reason).toMatch(reason);
  });

  it.each([
    ['somebody here', { action: 'attacks', target_id: 'Viktor' }],
    ['a place next door', { action: 'go', target_id: CELLAR }],
    ['searching next door', { action: 'search', target_id: 'cellar' }],
    ['searching here', { action: 'search', target_id: HALL }],
    ['looking for somebody elsewhere', { action: 'look for', target_id: MIRA }],
    ['going outside', { action: 'go', target_id: 'outside' }],
    ['taking a seat', { action: 'take', target_id: 'a seat' }],
    ['lighting a cigarette', { action: 'light', target_id: 'cigarette' }],
    ['ordering a drink', { action: 'order', target_id: 'ale' }],
    ['searching what nobody named', { action: 'search', target_id: 'the shelf' }],
    ['following nobody', { action: 'walk', details: 'up and down' }],
  ])('allows %s', (_case, action) => {
    expect(judge(action).blocked_actions).toEqual([]);
  });

  it('answers for whoever is hidden exactly as for whoever does not exist', () => {
    const hidden = hallAndCellar();
    const spy = { ...hidden.entities[VIKTOR], visibility: 'hidden' } as Snapshot['entities'][typeof VIKTOR];
    const snapshot = { ...hidden, entities: { ...hidden.entities, [VIKTOR]: spy } };

    expect(judge({ action: 'attack', target_id: 'Viktor' }, snapshot).blocked_actions[0]?.reason).toBe(
      'There is no Viktor here.',
    );
  });

  it('judges a persona who is elsewhere by where it is', () => {
    const apart = changed([{ op: 'leave_scene', characterId: BRUNO, toPlaceId: CELLAR }]);
    const bruno = (action: object) => judge(action, apart, { personaId: BRUNO }).blocked_actions;

    expect(bruno({ action: 'attack', target_id: VIKTOR })).toMatchObject([{ reason: 'Viktor is not here.' }]);
    expect(bruno({ action: 'take', target_id: LAMP })).toMatchObject([
      { reason: 'Bruno does not have Lamp.' },
    ]);
    expect(bruno({ action: 'talk', target_id: MIRA })).toEqual([]);
    expect(bruno({ action: 'go', target_id: HALL })).toEqual([]);
  });

  it('answers for whoever is obscured as if nobody were there', () => {
    const snapshot = changed([{ op: 'set_scene', obscure: [VIKTOR] }]);

    expect(judge({ action: 'attack', target_id: VIKTOR }, snapshot).blocked_actions).toHaveLength(1);
  });
});

describe('things', () => {
  it.each([
    ['what one carries', { action: 'use', target_id: KEY }],
    ['what lies here', { action: 'picks up', target_id: LAMP }],
    ['what is named as needed and carried', { action: 'open', required_items: ['rusty key'] }],
  ])('may be used: %s', (_case, action) => {
    expect(judge(action).blocked_actions).toEqual([]);
  });

  it.each([
    ['what another persona carries', BRUNO, { action: 'use', target_id: KEY }],
    ['what is needed and not there', ADA, { action: 'open', required_items: ['crowbar'] }],
    ['what is needed and carried by another', BRUNO, { action: 'open', required_items: [KEY] }],
  ])('may not: %s', (_case, personaId, action) => {
    expect(judge(action, hallAndCellar(), { personaId }).blocked_actions[0]?.reason).toMatch(/does not have/);
  });

  it('lets one steal what somebody here holds, but not use it', () => {
    const snapshot = changed([{ op: 'transfer_item', fromId: ADA, toId: VIKTOR, itemId: KEY }]);

    expect(judge({ action: 'steal', target_id: KEY }, snapshot).blocked_actions).toEqual([]);
    expect(judge({ action: 'use', target_id: KEY }, snapshot).blocked_actions).toHaveLength(1);
  });
});

describe('what is known to be so', () => {
  const locked = (visibility: string) => [
    { op: 'add_fact', subjectId: CELLAR, predicate: 'is locked', object: true, visibility },
  ];

  it('blocks what a known fact rules out', () => {
    expect(judge({ action: 'enter', target_id: CELLAR }, changed(locked('public'))).blocked_actions).toEqual([
      { action: 'enter', reason: 'Cellar is locked.' },
    ]);
  });

  it('does not betray a fact the persona does not know', () => {
    expect(judge({ action: 'enter', target_id: CELLAR }, changed(locked('hidden'))).blocked_actions).toEqual(
      [],
    );
  });

  it('lets one work on the lock', () => {
    expect(judge({ action: 'unlock', target_id: CELLAR }, changed(locked('public'))).blocked_actions).toEqual(
      [],
    );
  });

  it.each([
    [
      'talk to the dead',
      { action: 'ask', target_id: VIKTOR },
      [{ op: 'set_life', characterId: VIKTOR, status: 'dead' }],
      'Viktor is dead.',
    ],
    [
      'anything by the unconscious',
      { action: 'attack', target_id: VIKTOR },
      [{ op: 'set_life', characterId: ADA, status: 'unconscious' }],
      'Ada is unconscious.',
    ],
    [
      'leaving as a captive',
      { action: 'go', target_id: CELLAR },
      [{ op: 'update_entity', entityId: ADA, path: 'captive', value: true }],
      'Ada is a captive and cannot leave.',
    ],
    [
      'fighting while stunned',
      { action: 'attack', target_id: VIKTOR },
      [{ op: 'add_condition', characterId: ADA, name: 'stunned' }],
      'Ada is stunned.',
    ],
  ])('blocks %s', (_case, action, proposals, reason) => {
    expect(judge(action, changed(proposals)).blocked_actions).toEqual([{ action: action.action, reason }]);
  });
});

it('costs heat and time for violence, within the ruleset’s ranges', () => {
  const { costs } =
    judge({ action: 'attack', target_id: VIKTOR, estimated_minutes: 90 }).allowed_actions[0] ?? {};

  expect(costs).toEqual({ heat: 1, time: 5, cred: 0, harm: 0, rep: 0 });
});

it('blocks everything for a character nobody plays', () => {
  expect(judge({ action: 'say' }, hallAndCellar(), { personaId: VIKTOR }).blocked_actions).toHaveLength(1);
});
