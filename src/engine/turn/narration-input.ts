import { isRejection } from '#engine/kit/rejection.ts';
import type { CallType } from '#engine/llm/call-type.ts';
import type { GameMasterSecrets } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { playerView } from '#engine/state/player-view.ts';
import { contextPacket } from './context-packet.ts';
import { directedBy } from './directed.ts';
import type { Interpreted, Moment, Planned, Reflected, Resolved, Routed, Validated } from './draft.ts';
import { isChapterStart } from './latest-moment.ts';
import { operationMenu } from './operation-menu.ts';
import { notedLately } from './packet/noted-lately.ts';
import { YEAR_END } from './year-end.ts';

/** What the steps before have laid out for the narrator. */
export type Told = Moment & Routed & Interpreted & Validated & Planned & Resolved & Reflected;

/** What is told, without what it is told from: enough to hold prose against. */
export type Telling = Pick<
  NarrateInput,
  'callType' | 'playerText' | 'opening' | 'outcome' | 'rolled' | 'revealed'
>;

export function tellingOf(told: Told): Telling {
  // What is told first after an opening that failed is told from the beginning as well, whatever was thought before it.
  const isFirst = told.lease.turn.input.kind === 'opening' || told.lastTold === 0;
  return {
    callType: callTypeFor(told),
    playerText: told.words,
    opening: isFirst ? told.playbook.opening : null,
    outcome: told.resolved,
    rolled: told.rolled,
    revealed: [...told.revealed],
  };
}

/** Everything the narrator writes from. What the player has not learnt is not in it, but in `secrets` of a whole game master. */
export function narrationInput(told: Told, secrets: GameMasterSecrets | null): NarrateInput {
  const { standing, playbook, sceneLore, persona, plan } = told;
  const view = playerView(standing, persona.id, playbook.rules.stateSchema);
  if (isRejection(view)) throw new Error(view.reason);
  const { pipeline, resolution } = playbook.mechanics;
  return {
    ...tellingOf(told),
    ...(told.revealedBy === undefined ? {} : { revealedBy: [...told.revealedBy] }),
    personaId: persona.id,
    packet: contextPacket({ ...told, snapshot: standing, view }),
    ...told.said,
    loreBoundary: sceneLore.since,
    actions: [...told.reflections],
    plan: plan === null ? null : { beats: plan.beats, tensionMove: plan.tension_move },
    briefing: briefingFor(told),
    ...directedBy(told),
    blocked: [...told.blocked],
    secrets,
    // Elsewhere the rules have offered their table before anybody narrates.
    mayOfferRoll: pipeline === 'duet' && resolution.kind === 'table_d100' && told.rolled === null,
    operations: operationMenu(playbook.rules, standing),
    eventTypes: [...playbook.eventTypes],
  };
}

/** The engine itself knows when a roll is told, a chapter begins or a year ends; the rest is read from the words. */
function callTypeFor(told: Told): CallType {
  const { rolled, lastTold, recent, interpretation, routedCallType } = told;
  if (rolled !== null) return 'roll_result';
  if (isChapterStart({ ...told, snapshot: told.standing })) return 'chapter_start';
  const hasYearEnded = recent.some(({ type, scene }) => type === YEAR_END && scene.index >= lastTold);
  if (hasYearEnded) return 'year_end';
  return interpretation?.call_type ?? routedCallType;
}

/** What the turn has to report beside the player's words: the chapter before, the accounts of a year. */
function briefingFor(told: Told): string[] {
  const callType = callTypeFor(told);
  if (callType === 'chapter_start') return chapterBefore(told);
  if (callType !== 'year_end') return [];
  const accounts = Object.values(told.snapshot.economy.accounts);
  return accounts.map(({ name, balance, currency }) => `${name}: ${balance} ${currency}`);
}

/** A chapter that ends in this very turn has no summary yet but what was noted of it. */
function chapterBefore({ snapshot, standing, lastChapter }: Told): string[] {
  const endsNow = standing.chapter.number > snapshot.chapter.number;
  const before = endsNow ? notedLately(snapshot.runningSummary) : (lastChapter ?? '');
  return before === '' ? [] : [before];
}
