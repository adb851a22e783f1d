import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { settlePins } from '#engine/prompt/registry.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { findActingPersona } from '../acting-persona.ts';
import type { TurnContext } from '../context.ts';
import type { LeasedTurn, TurnTools } from '../engine-services.ts';
import { startEarlySearch } from '../knowledge/find-records.ts';
import { readConversation, writePlayerText } from '../packet/conversation.ts';
import { defineStep } from '../pipeline.ts';

type Gives = Omit<TurnContext, keyof LeasedTurn>;

/** At least ten, and all that came of the conversation. */
const RECENT_EVENTS = 24;
/** One that reaches to the exchanges that are sent is always among the latest few, however late it was written. */
const CONDENSED = 3;

/** Lays out what the turn works on: the world as the current scene has it, who acts, what was said. */
export const intake = defineStep<
  LeasedTurn,
  Gives,
  Pick<TurnTools, 'store' | 'snapshots' | 'recorder' | 'lore' | 'prompts'>
>({
  name: 'intake',

  async run(start, { store, snapshots, recorder, lore, prompts }) {
    const moment = await loadTurnContext(start, { store, snapshots, prompts });
    // Which settled rows the turn could see: an exact replay shows it the same.
    const { lineage, recent, profile, lastChapter, storySoFar } = moment;
    const condensedUpTo = storySoFar.map(({ upTo }) => upTo);
    recorder.note('intake', {
      lineage,
      lastEvent: recent.at(-1)?.id ?? null,
      profile,
      lastChapter,
      condensedUpTo,
    });
    const { lost } = settlePins(start.campaign.promptPins, prompts);
    if (lost.length > 0) recorder.note('intake', { lostPins: lost });
    // Runs beside `read`; `recall` awaits it.
    return { ...moment, earlySearch: startEarlySearch({ ...start, ...moment }, lore) };
  },
});

export async function loadTurnContext(
  { lease, campaign, playbook }: LeasedTurn,
  { store, snapshots, prompts }: Pick<TurnTools, 'store' | 'snapshots' | 'prompts'>,
): Promise<Omit<Gives, 'earlySearch'>> {
  const { session, turn } = lease;
  const { lineage } = session;
  const [snapshot, seed, { said, lastNarrated }, recent] = await Promise.all([
    snapshots.of(turn.baseSceneId),
    store.sessions.seedOf(session.id),
    readConversation(store, lineage, playbook),
    store.chronicle.last(lineage, RECENT_EVENTS),
  ]);
  const persona = findActingPersona(snapshot, turn.input);
  const [profile, lastChapter, condensed] = await Promise.all([
    store.summaries.latest(lineage, 'profile', persona.id),
    store.summaries.last(lineage, 'chapter', 1),
    store.summaries.last(lineage, 'running', CONDENSED),
  ]);
  const view = createPlayerView(snapshot, persona.id, playbook.rules.stateSchema);
  if (isRejection(view)) throw new Error(view.reason);
  return {
    snapshot,
    said,
    lastNarrated,
    seed,
    recent: recent.map((entry) => ChronicleEntry.parse(entry)),
    profile: profile?.text ?? null,
    lastChapter: lastChapter[0]?.text ?? null,
    // Scene 1 holds the first exchange, numbered 0.
    storySoFar: condensed.map(({ scene, text }) => ({ upTo: scene.index, text })),
    lineage,
    persona,
    view,
    promptPins: settlePins(campaign.promptPins, prompts).pins,
    campaignId: campaign.id,
    sceneIndex: session.sceneIndex + 1,
    diceIndex: session.diceIndex ?? session.sceneIndex + 1,
    playerText: writePlayerText(turn, snapshot),
  };
}
