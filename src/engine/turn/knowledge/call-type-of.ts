import type { RouteReply } from '#engine/llm/route-reply.ts';

type Routed = RouteReply['call_type'];

/** Checked in this order: whoever draws a blade while talking is fighting. */
const WORDS: readonly (readonly [Routed, RegExp])[] = [
  [
    'battle',
    /\b(attack|attacks|fight|fights|strike|strikes|stab|stabs|shoot|shoots|charge|charges|ambush|duel|draw my (?:sword|blade|dagger|gun|knife|pistol)|cast .* at)\b/i,
  ],
  [
    'persuasion',
    /\b(persuade|convince|negotiate|bargain|haggle|plead|beg|bribe|charm|flatter|threaten|intimidate|offer (?:him|her|them)|propose (?:a|an|to)|talk (?:him|her|them) into|demand that|appeal to)\b/i,
  ],
  [
    'chaos',
    /\b(gamble|bet|risk everything|set fire|burn|sabotage|provoke|start a (?:riot|brawl|fire|panic)|blow up|release the)\b/i,
  ],
];

/** What kind of telling words call for, where no model is asked. */
export function callTypeOf(words: string): Routed {
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'narrative';
}
