import { z } from 'zod';
import { Degree } from '#engine/rules/bands.ts';
import { ConsequenceTier, RiskFlag } from '#engine/rules/consequences.ts';
import { calmAs, escalate, profileNamed } from '#engine/rules/escalation.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';

/** An attempt against a character drives it from words to force to killing, as the ruleset's profiles say. */
export const provoke = defineOperation({
  name: 'provoke',
  summary: 'Counts an attempt against a character towards its escalation from soft to hard to lethal.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    tier: ConsequenceTier,
    degree: Degree,
    flags: z.array(RiskFlag).max(6).default([]),
  }),

  apply(snapshot, { characterId, tier, degree, flags }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const { internal } = character;
    const profile = profileNamed(rules.mechanics.escalation, internal.escalationProfile);
    const before = internal.escalation ?? calmAs(profile);
    const after = escalate(rules.mechanics.escalation, profile, before, { tier, degree, flags });
    if (after === before) return snapshot;
    const text = `${character.name} goes from ${before.level} to ${after.level}.`;
    return {
      snapshot: withEntity(snapshot, { ...character, internal: { ...internal, escalation: after } }),
      effects: after.level === before.level ? [] : [{ type: 'notice', audience: 'gm', text }],
    };
  },
});
