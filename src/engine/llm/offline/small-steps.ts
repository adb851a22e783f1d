import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { InterpretReply } from '../interpret-reply.ts';
import type { PlanReply } from '../plan-reply.ts';
import type { RouteReply } from '../route-reply.ts';
import type { InterpretInput, PlanInput, RouteInput } from '../step-inputs.ts';
import { ended } from './ended.ts';
import { say } from './grammar.ts';
import { clausesOf, keywordsOf, namedIn, type Risk, risksIn, verbOf } from './read-words.ts';
import { spokenTo } from './speech/spoken-to.ts';
import { struckAt } from './speech/struck-at.ts';

const BATTLE: readonly Risk[] = ['violence'];
const DUEL = /\bchalleng\w+\b.*\b(?:duel|combat|joust|single)\b|\b(?:fight|have) a duel\b|\bcross swords\b/i;
const PERSUASION =
  /\b(persuade|convince|negotiate|bargain|plead|beg|bribe|charm|threaten|demand|propose)\w*/i;

function callTypeOf(words: string): RouteReply['call_type'] {
  if (risksIn(words).some((risk) => BATTLE.includes(risk)) || DUEL.test(words)) return 'battle';
  if (PERSUASION.test(words)) return 'persuasion';
  return /\b(gamble|sabotage|riot|burn|provoke)\w*/i.test(words) ? 'chaos' : 'narrative';
}

/** What has to be looked up: whoever is named and not at hand, and what the words are about. */
export function routeOffline(input: RouteInput): Partial<RouteReply> {
  const { playerText, loaded, characters, events } = input;
  const absent = namedIn(playerText, characters).filter(({ id }) => !loaded.includes(id));
  const keywords = keywordsOf(playerText);
  // Whoever is asked is at hand; what they are asked about may not be.
  const mattering = keywordsOf(spokenTo(playerText).matter);
  const isRecall = /\b(remember|recall|last time|earlier|happened)\b/i.test(playerText);
  const isLaw = /\b(law|laws|legal|decree|edict|right to)\b/i.test(playerText);
  return {
    needs_search: absent.length > 0 || keywords.length > 0 || isRecall || isLaw,
    call_type: callTypeOf(playerText),
    character_search:
      absent.length === 0
        ? null
        : { keywords: [], ids: absent.map(({ id }) => id), categories: [], locations: [], status: [] },
    event_search:
      isRecall && events.length > 0
        ? { keywords, characters: absent.map(({ id }) => id), types: [], date_after: '', date_before: '' }
        : null,
    law_search: isLaw ? { keywords, status: '' } : null,
    lore_keywords: mattering.length > 0 ? mattering : keywords,
  };
}

/** The words taken one clause at a time, each aimed at whoever it names. */
export function interpretOffline({ playerText, packet }: InterpretInput): Partial<InterpretReply> {
  const around = [
    ...packet.cast,
    ...packet.entities,
    ...packet.inventory.map(({ itemId, name }) => ({ id: itemId, name })),
    ...packet.scene.exits.map(({ to, label }) => ({ id: to, name: label })),
  ];
  const clauses = clausesOf(playerText);
  return {
    intent: playerText.slice(0, 200),
    call_type: callTypeOf(playerText),
    referenced_entities: namedIn(playerText, around).map(({ id }) => id),
    proposed_actions: clauses.map((clause) => ({
      action: verbOf(clause),
      target_id: namedIn(clause, around)[0]?.id ?? '',
      ...aimedBlow(clause, packet.cast),
      details: clause.slice(0, 400),
      estimated_minutes: 2,
    })),
    risk_flags: risksIn(playerText),
    perception_flags: /\b(look|listen|search|watch|examine|inspect)\b/i.test(playerText) ? ['notice'] : [],
  };
}

/** A blow falls on whoever it is meant for, and is only looked for where they are not; what is no person is broken rather than fought. */
function aimedBlow(clause: string, cast: InterpretInput['packet']['cast']) {
  const blow = struckAt(clause, cast);
  switch (blow?.kind) {
    case 'here':
      return { target_id: blow.person.id };
    case 'absent':
      return { action: 'seek', target_id: '' };
    case 'thing':
      return { action: 'break', target_id: '' };
    default:
      return {};
  }
}

const TENSION = [
  'Somebody else wants the same thing and says so.',
  'A small cost shows itself before the gain does.',
  'The moment for it is shorter than it looked.',
  'What is not said becomes louder than what is.',
] as const;

/** Beats from what is tried and what presses. */
export function planOffline(
  { packet, actions, blocked }: PlanInput,
  random: KeyedRandom,
): Partial<PlanReply> {
  const [threat] = packet.pendingThreats;
  const [thread] = packet.threads;
  return {
    beats: [
      ...actions.map(({ action, details }) => `What comes of it: ${details === '' ? action : details}`),
      ...blocked.map(({ action, reason }) => `It becomes plain that ${action} cannot be done: ${reason}`),
      ...packet.cast.slice(0, 1).map(({ name }) => `${name} answers in their own interest.`),
    ].slice(0, 4),
    tension_move: threat === undefined ? say(random, TENSION) : `It presses: ${ended(threat)}`,
    tension_move_type: threat === undefined ? 'complication' : 'clock',
    next_suggestions: thread === undefined ? [] : [ended(`Take up ${thread.title}`)],
  };
}
