import { z } from 'zod';
import type { ResolveReply } from '../resolve-reply.ts';
import type { ResolveInput } from '../step-inputs.ts';

const LONG = /\b(long rest|go to (?:bed|sleep)|sleep|rest (?:until|till|for the night)|make camp|turn in)\b/i;
const SHORT = /\b(short rest|rest (?:for )?(?:an hour|a while|a little)|catch (?:my|our) breath)\b/i;

export const NO_REST = 'There is no rest to be had in this place.';

/** A rest where the words ask for one and the place allows it; the rules say what it gives back. */
export function restAsked(input: ResolveInput): Partial<ResolveReply> {
  const { playerText, personaId, packet } = input;
  const kind = SHORT.test(playerText) ? 'short' : LONG.test(playerText) ? 'long' : null;
  if (kind === null) return {};
  if (packet.activeSituations.some((situation) => situation.startsWith('A fight'))) return {};
  if (packet.rulesetState.includes('rest: impossible')) {
    return { resolved_outcome: NO_REST };
  }
  const rester = { characterId: personaId, ...(kind === 'short' ? spending(input) : {}) };
  return {
    resolved_outcome: kind === 'long' ? 'Eight hours go by undisturbed.' : 'An hour goes by.',
    state_ops: [{ op: 'take_rest', kind, resters: [rester] }],
  };
}

const Hurt = z.object({
  hit_points: z.object({ current: z.number(), max: z.number() }),
  resources: z.object({
    hit_dice: z.record(z.string(), z.object({ used: z.number(), total: z.number() })),
  }),
});

/** Whoever is hurt spends one of the hit dice that are left. */
function spending({ involved, personaId }: ResolveInput): { readonly spend?: Record<string, number> } {
  const stats = Hurt.safeParse(involved.find(({ characterId }) => characterId === personaId)?.stats).data;
  if (stats === undefined || stats.hit_points.current >= stats.hit_points.max) return {};
  const die = Object.entries(stats.resources.hit_dice).find(([, { used, total }]) => used < total)?.[0];
  return die === undefined ? {} : { spend: { [die]: 1 } };
}
