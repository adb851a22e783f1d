import type { Recording } from './recording.ts';

/** Intents by which somebody gives way, and by which they hold out. Bargaining is holding out: nothing is given yet. */
const GIVES_WAY = /^(?:agree|accept|comply|consent|concede|yield|obey|submit|assent|cooperate|co-operate)/i;
const HOLDS_OUT =
  /^(?:refus|resist|deflect|evad|stall|delay|bargain|negotiat|haggl|counter|object|deny|denies|declin|reject|demand|threaten|guard|withhold|doubt|defy)/i;

/**
 * How those present took what was said to them, by the intents of what each visibly did. Whoever did neither is not counted, and
 * whoever did both gave way only in part, which is holding out.
 */
export function agreementIn(recordings: readonly Recording[]): {
  readonly agreed: number;
  readonly decided: number;
} {
  const intents = recordings.flatMap(({ outcome }) =>
    outcome.type === 'committed' ? othersIn(outcome.rows.actions) : [],
  );
  const held = intents.filter((tags) => tags.some((tag) => HOLDS_OUT.test(tag))).length;
  const agreed = intents.filter(
    (tags) => tags.some((tag) => GIVES_WAY.test(tag)) && !tags.some((tag) => HOLDS_OUT.test(tag)),
  ).length;
  return { agreed, decided: agreed + held };
}

type Action = { readonly intents: readonly string[]; readonly thought: string };

/** What the player did carries no thought; whoever reflects leaves one. */
function othersIn(actions: readonly Action[]): (readonly string[])[] {
  return actions.filter(({ thought }) => thought !== '').map(({ intents }) => intents);
}
