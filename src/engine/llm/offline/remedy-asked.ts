import { z } from 'zod';
import type { ResolveReply } from '../resolve-reply.ts';
import type { ResolveInput } from '../step-inputs.ts';
import { namedIn } from './read-words.ts';

const Feature = z.object({ used: z.number(), total: z.number().nullable().optional() });
const Healer = z.object({
  hit_points: z.object({ current: z.number(), temporary: z.number().default(0) }),
  abilities: z.record(z.string(), z.number()),
  classes: z.array(z.object({ class: z.string(), level: z.number() })).default([]),
  spells_known: z.array(z.string()).default([]),
  resources: z.object({
    consumables: z.record(z.string(), z.number()).default({}),
    class_features: z.record(z.string(), Feature).default({}),
    spell_slots: z.record(z.string(), z.object({ used: z.number(), total: z.number() })).default({}),
  }),
});
type Healer = z.infer<typeof Healer>;

/** Something that gives hit points back: what it is called, what is so when there is none, what it takes, and what it gives. */
type Remedy = {
  readonly said: RegExp;
  readonly none: string;
  readonly spends: (healer: Healer) => object | null;
  readonly dice: (healer: Healer) => string;
  /** Who else than oneself can be healed by it. */
  readonly isForOthers: boolean;
};

const spell = (name: string, die: string): Remedy => ({
  said: new RegExp(`\\b${name}\\b`, 'i'),
  none: `There is no casting ${name}: it is not known, or nothing is left to cast it with.`,
  spends: (healer) => (healer.spells_known.includes(name) ? slotOf(healer) : null),
  dice: (healer) => `1${die}${signed(modifier(healer))}`,
  isForOthers: true,
});

const REMEDIES: readonly Remedy[] = [
  {
    said: /\b(?:healing )?potions?\b/i,
    none: 'There is no potion of healing left.',
    spends: ({ resources: { consumables } }) =>
      (consumables.potions_of_healing ?? 0) > 0 ? { kind: 'consumable', name: 'potions_of_healing' } : null,
    dice: () => '2d4+2',
    isForOthers: true,
  },
  {
    said: /\bsecond wind\b/i,
    none: 'There is no second wind left before a rest.',
    spends: ({ resources: { class_features } }) => {
      const { used = 0, total = 0 } = class_features.second_wind ?? {};
      return used < (total ?? Number.POSITIVE_INFINITY) ? { kind: 'feature', name: 'second_wind' } : null;
    },
    dice: ({ classes }) => `1d10${signed(classes.find((one) => one.class === 'fighter')?.level ?? 0)}`,
    isForOthers: false,
  },
  spell('cure wounds', 'd8'),
  spell('healing word', 'd4'),
];

const HEALING = /\b(?:heal|patch (?:my|him|her|them)\w* up|bandage|tend|cure)\b/i;
const DRINKING = /\b(?:drink|quaff|swallow|use|take|down|give|feed|pour|cast|say|speak|call on|catch)\b/i;

/** What heals where the words ask for it and there is some left: the engine throws the dice and spends what it takes. */
export function remedyAsked(input: ResolveInput): Partial<ResolveReply> {
  const { playerText, personaId, involved, packet } = input;
  const healer = Healer.safeParse(involved.find(({ characterId }) => characterId === personaId)?.stats).data;
  if (healer === undefined || playerText.includes('?') || hasFallen(input, healer)) return {};
  const remedy = remedyMeant(playerText, healer);
  if (remedy === undefined) return {};
  const resource = remedy.spends(healer);
  if (resource === null) return { resolved_outcome: remedy.none };
  const [other] = remedy.isForOthers ? namedIn(playerText, packet.cast) : [];
  const targetId = other?.id ?? personaId;
  return {
    resolved_outcome: other === undefined ? '' : `It is for ${other.name}.`,
    state_ops: [
      { op: 'spend_resource', characterId: personaId, resource },
      { op: 'heal', targetId, dice: remedy.dice(healer) },
    ],
  };
}

/** By its name; of healing alone, whatever there is. */
function remedyMeant(words: string, healer: Healer): Remedy | undefined {
  const named = REMEDIES.find(
    ({ said }) => said.test(words) && (DRINKING.test(words) || HEALING.test(words)),
  );
  if (named !== undefined || !HEALING.test(words)) return named;
  return REMEDIES.find(({ spends }) => spends(healer) !== null);
}

/** Whoever goes down before it is their turn drinks nothing any more. */
function hasFallen({ rolls }: ResolveInput, { hit_points }: Healer): boolean {
  const dealt = rolls.map((line) => Number(/ damage\b.*= (\d+)(?: \p{L}+)?$/u.exec(line)?.[1] ?? 0));
  const harm = dealt.reduce((sum, one) => sum + one, 0);
  return hit_points.current <= 0 || harm >= hit_points.current + hit_points.temporary;
}

function slotOf({ resources: { spell_slots } }: Healer): object | null {
  const level = Object.entries(spell_slots).find(([, { used, total }]) => used < total)?.[0];
  return level === undefined ? null : { kind: 'spell_slot', level: Number(level) };
}

function modifier({ abilities }: Healer): number {
  const best = Math.max(...['wisdom', 'charisma', 'intelligence'].map((name) => abilities[name] ?? 10));
  return Math.floor((best - 10) / 2);
}

function signed(bonus: number): string {
  return bonus === 0 ? '' : bonus > 0 ? `+${bonus}` : `${bonus}`;
}
