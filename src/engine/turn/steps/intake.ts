import type { TurnInput } from '#engine/domain/turn.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { settlePins } from '#engine/prompt/registry.ts';
import { findDiscrepancies, formatRepairBlock } from '#engine/state/discrepancies.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { findActingPersona, moveSceneToPersona } from '../acting-persona.ts';
import type { TurnContext } from '../context.ts';
import type { LeasedTurn, TurnTools } from '../engine-services.ts';
import { startEarlySearch } from '../knowledge/find-records.ts';
import {
  getExchangeNumber,
  isNarrated,
  type RecentConversation,
  readConversation,
  writePlayerText,
} from '../packet/conversation.ts';
import { defineStep } from '../pipeline.ts';
import { StateOutOfSyncError } from '../turn-failure.ts';

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
    const turnContext = await loadTurnContext(start, { store, snapshots, prompts });
    // Which settled rows the turn could see: an exact replay shows it the same.
    const { lineage, recent, profile, lastChapter, storySoFar } = turnContext;
    const condensedUpTo = storySoFar.map(({ upTo }) => upTo);
    recorder.note('intake', {
      lineage,
      lastEvent: recent.at(-1)?.id ?? null,
      profile,
      lastChapter,
      condensedUpTo,
    });
    haltOutOfSync({ ...start, ...turnContext }, recorder);
    const { lost } = settlePins(start.campaign.promptPins, prompts);
    if (lost.length > 0) recorder.note('intake', { lostPins: lost });
    // Runs beside `read`; `recall` awaits it.
    return { ...turnContext, earlySearch: startEarlySearch({ ...start, ...turnContext }, lore) };
  },
});

/** Halts a turn of the story in a state that contradicts itself: an import, a change by hand or an upgrade may leave one. */
function haltOutOfSync(
  { lease, snapshot, playbook, persona }: LeasedTurn & Pick<Gives, 'snapshot' | 'persona'>,
  recorder: Pick<TurnTools['recorder'], 'note'>,
): void {
  if (!isNarrated(lease.turn.input)) return;
  const { rules, calendar } = playbook;
  const found = findDiscrepancies({ snapshot, rules, calendar, asker: 'god', personaId: persona.id });
  if (found.length === 0) return;
  const discrepancies = found.map(({ sentence }) => sentence);
  recorder.note('intake', { discrepancies, repair: formatRepairBlock(found) });
  throw new StateOutOfSyncError(discrepancies.join(' '));
}

export async function loadTurnContext(
  { lease, campaign, playbook }: LeasedTurn,
  { store, snapshots, prompts }: Pick<TurnTools, 'store' | 'snapshots' | 'prompts'>,
): Promise<Omit<Gives, 'earlySearch'>> {
  const { session, turn } = lease;
  const { lineage } = session;
  const [stored, seed, recent] = await Promise.all([
    snapshots.of(turn.baseSceneId),
    store.sessions.seedOf(session.id),
    store.chronicle.last(lineage, RECENT_EVENTS),
  ]);
  const persona = findActingPersona(stored, turn.input);
  const snapshot = isNarrated(turn.input) ? moveSceneToPersona(stored, persona) : stored;
  const readers = isAside(turn.input) ? [persona.id] : findWitnessingPersonas(snapshot, persona.id);
  const talk = await readTalk(lease, readers, { store, snapshots, playbook });
  const [profile, lastChapter, condensed] = await Promise.all([
    store.summaries.latest(lineage, 'profile', persona.id),
    store.summaries.last(lineage, 'chapter', 1),
    store.summaries.last(lineage, 'running', CONDENSED),
  ]);
  const view = createPlayerView(snapshot, persona.id, playbook.rules);
  if (isRejection(view)) throw new Error(view.reason);
  return {
    snapshot,
    ...talk,
    seed,
    recent: recent.map((entry) => ChronicleEntry.parse(entry)),
    profile: profile?.text ?? null,
    lastChapter: lastChapter[0]?.text ?? null,
    storySoFar: condensed.map(({ scene, text }) => ({
      upTo: getExchangeNumber(talk, scene.index + 1),
      text,
    })),
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

/** Tells whether only the persona who asks gets the reply. */
function isAside(input: TurnInput): boolean {
  return input.kind === 'story' && input.mode !== 'STORY';
}

/** Reads the conversation. The lore of the last scene has the number of its exchange, also after thoughts and changes by hand. */
async function readTalk(
  { session: { lineage }, turn: { baseSceneId } }: LeasedTurn['lease'],
  readers: readonly string[],
  { store, snapshots, playbook }: Pick<TurnTools, 'store' | 'snapshots'> & Pick<LeasedTurn, 'playbook'>,
): Promise<RecentConversation> {
  const lore = await snapshots.loreOf(baseSceneId);
  return readConversation(store, lineage, playbook, readers, lore === null ? null : lore.exchange + 1);
}
