import type { InterpretReply } from '#engine/llm/interpret-reply.ts';
import type { CheckedResolution } from '#engine/rules/check.ts';

/** Words of deeds whose outcome is open. Talk and looking around call for no dice. */
const DEEDS =
  'attack|fight|hit|punch|shoot|stab|grab|tackle|sneak|hide|steal|pickpocket|climb|jump|leap|run|flee|chase|dodge|' +
  'force|break|smash|pry|pick|hack|jam|disarm|bluff|lie|deceive|trick|threaten|intimidate|persuade|convince|' +
  'flirt|bribe|negotiate|resist|endure|swim|drive|forge';
const IRREGULAR =
  'fought|punches|smashes|hitting|shot|stabbing|stabbed|grabbing|grabbed|hiding|hid|stealing|stole|leapt|running|ran|fleeing|fled|chasing|' +
  'dodging|forcing|breaking|broke|prying|pried|jamming|jammed|lying|lied|deceiving|persuading|convincing|bribing|enduring|' +
  'swimming|swam|driving|drove|forging|negotiating|intimidating';

/** The deeds in their forms and nothing that merely begins like one: `forget` is no forging, `lieutenant` no lie. */
const RISKY = new RegExp(`\\b((?:${DEEDS})(?:s|ed|d|ing)?|${IRREGULAR})\\b`, 'i');

/** `Where would Jin hide?` hides nobody. */
const QUESTION = /[^.!?\n“”"]*\?/g;

export type CalledCheck = { readonly purpose: string; readonly stat: string | null };

/**
 * Whether the player's words call for the dice, and on which stat: the one they name, else the best one. Going by
 * words is coarse; it stands where an interpreting model is not asked.
 */
export function checkCalledFor(
  text: string,
  resolution: CheckedResolution,
  stats: Readonly<Record<string, number>>,
  interpretation: InterpretReply | null = null,
): CalledCheck | null {
  const deed =
    interpretation === null
      ? RISKY.exec(text.replace(QUESTION, ' '))?.[1]?.toLowerCase()
      : riskIn(interpretation);
  if (deed === undefined) return null;
  const stat = statFor(text, offeredBy(resolution), stats);
  const purpose = stat === null ? `Risk (${deed})` : `${stat.replaceAll('_', ' ')} check (${deed})`;
  return { purpose: purpose.charAt(0).toUpperCase() + purpose.slice(1), stat };
}

/** Where words were read, the reader's flags decide: what is neither contested nor dangerous calls for no dice. */
function riskIn({ risk_flags, proposed_actions }: InterpretReply): string | undefined {
  const isRisky = risk_flags.some((flag) => flag !== 'sensitive' && flag !== 'hostile_present');
  return isRisky ? (proposed_actions[0]?.action ?? risk_flags[0]) : undefined;
}

function offeredBy(resolution: CheckedResolution): readonly string[] {
  if (resolution.kind === 'aspect') return resolution.aspects;
  return resolution.kind === 'countdown' ? [] : resolution.stats;
}

function statFor(
  text: string,
  offered: readonly string[],
  stats: Readonly<Record<string, number>>,
): string | null {
  const spoken = text.toLowerCase();
  const named = offered.find((stat) => spoken.includes(stat.replaceAll('_', ' ')));
  if (named !== undefined) return named;
  const held = offered.filter((stat) => stats[stat] !== undefined);
  return held.sort((one, other) => (stats[other] ?? 0) - (stats[one] ?? 0))[0] ?? null;
}
