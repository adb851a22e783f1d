import { z } from 'zod';
import {
  type ListedTrigger,
  PLAIN_READING,
  type ReadInput,
  Reading,
  RollType,
} from '#engine/contracts/reading.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { InvalidReply } from '#engine/llm/structured.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import { writeReadPrompt } from '#engine/prompt/read-prompt.ts';
import { listAttacks } from '#engine/srd5e/attacks.ts';
import { getPotionHealing, listUsableFeatures } from '#engine/srd5e/feature-uses.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { isInSight } from '#engine/state/knowledge.ts';
import { findPurse, readMoney } from '#engine/state/meters.ts';
import { listReachablePlaces } from '#engine/state/routes.ts';
import { listLoadedIds } from '#retrieval/change-scene-lore.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import { viewAroundPersona } from '../acting-persona.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { listKnownCharacters } from '../knowledge/search-signals.ts';
import { previewMove } from '../knowledge/working-set.ts';
import { readAtmosphere } from '../packet/context-packet.ts';
import { writeDateTime } from '../packet/format-lines.ts';
import { defineStep } from '../pipeline.ts';
import { readPrologueHere } from '../playbook.ts';
import { createNameResolver } from '../resolvers/name-resolver.ts';
import { resolveReading } from '../resolvers/resolve-reading.ts';
import { isLevelChosen, joinLevelAnswer, readLevelAnswer } from '../rule/level-up.ts';
import { findNamedEntities, listTriggers } from '../rule/triggers.ts';
import { isLyingHere } from '../rule/validate-actions.ts';
import { type AskTools, askStep } from './ask-step.ts';

/** Number of events in the reader's index. */
const INDEXED_EVENTS = 100;

/**
 * Lists what the narrator's prompt has: records by their ids, passages of lore by their titles. What did not fit into the last prompt
 * was not read and may be asked for again.
 */
function listLoaded(lore: SceneLore): string[] {
  const unsent = new Set(lore.unsent ?? []);
  const { loreIds, ...records } = listLoadedIds(lore);
  const titles = new Map(
    [...lore.visible.atmosphere, ...lore.visible.pulls, ...lore.hidden.pulls].map(({ id, title }) => [
      id,
      title,
    ]),
  );
  const isSent = (id: string) => !unsent.has(id);
  const passages = loreIds.filter(isSent).map((id) => titles.get(id) ?? id);
  return [...Object.values(records).flat().filter(isSent), ...new Set(passages)];
}

/** Describes the story's purse, with its amount only where the persona knows it. */
function describePurse({ snapshot, persona, playbook }: TurnContext): ReadInput['money'] {
  const purse = findPurse(snapshot, playbook.rules);
  if (purse === null) return null;
  return { name: purse.name, amount: purse.isKnownTo(persona.id) ? purse.amount : null };
}

/** Gathers everything `read` decides from. Conditions of triggers are in it, what they reveal is not. */
async function buildReadInput(
  context: TurnContext,
  { store, snapshots }: Pick<TurnTools, 'store' | 'snapshots'>,
): Promise<ReadInput> {
  const { playbook, persona, said, lease, lineage } = context;
  const [rows, lore] = await Promise.all([
    store.chronicle.last(lineage, INDEXED_EVENTS),
    snapshots.loreOf(lease.turn.baseSceneId),
  ]);
  const characters = listKnownCharacters(context);
  return {
    ...describeSurroundings(context),
    playerText: readOwnText(context),
    persona: { id: persona.id, name: persona.name },
    date: writeDateTime(context.view.time, playbook.calendar),
    money: readMoney(persona, playbook.rules) ?? describePurse(context),
    means: listMeans(context),
    triggers: listTriggersWithinReach(context),
    checks: playbook.rules.checks.map(({ id, label, covers }) => ({ id, label, covers })),
    isFight: context.snapshot.combat !== null,
    tableTypes: listTableTypes(context),
    loaded: lore === null ? [] : listLoaded(lore),
    characters: characters.map(({ id, name, title, location, status, kin }) => ({
      id,
      name,
      title: title ?? '',
      location: location?.name ?? '',
      status: status.join(', '),
      ...(kin === undefined ? {} : { kin }),
    })),
    events: filterKnownEvents(
      rows.map((row) => ChronicleEntry.parse(row)),
      context,
    ).map(({ id, time, type, summary, characterIds }) => {
      return {
        id,
        date: playbook.calendar.format(time, 'date'),
        type,
        summary,
        characters: [...characterIds],
      };
    }),
    eventTypes: [...playbook.eventTypes],
    characterCategories: [...new Set(characters.flatMap(({ categories }) => categories))].toSorted(),
    lastExchange: said.conversation.at(-1) ?? null,
    packLanguage: playbook.language,
    clarified: readClarification(context),
  };
}

/** Most places ahead whose triggers are listed. */
const MOST_AHEAD = 2;

/**
 * Lists the triggers here, and those at other places the player's words name. A place is also named by a person who is there:
 * `go to the queen and ask her about the rings`.
 */
function listTriggersWithinReach(context: TurnContext): ListedTrigger[] {
  const here = listTriggers(context);
  const listed = new Set(here.map(({ id }) => id));
  const ahead = findNamedPlaces(context).flatMap((moves_to) => {
    const there = previewMove({ ...context, reading: { ...PLAIN_READING, moves_to }, language: '' });
    return there.snapshot === context.snapshot ? [] : listTriggers(there);
  });
  return [
    ...here,
    ...new Map(ahead.filter(({ id }) => !listed.has(id)).map((one) => [one.id, one])).values(),
  ];
}

/** Finds other places the player's words name, or where a person they name is known to be. */
function findNamedPlaces({ snapshot, view, playerText }: TurnContext): readonly string[] {
  const known = Object.values(view.entities).flatMap(({ id }) => snapshot.entities[id] ?? []);
  const places = findNamedEntities(playerText, snapshot, known).flatMap((entity) => {
    if (entity.kind === 'location') return [entity.id];
    const isThere = entity.kind === 'character' && isInSight(snapshot, entity.id);
    return isThere && entity.placeId !== null ? [entity.placeId] : [];
  });
  return [...new Set(places)].filter((id) => id !== snapshot.scene.placeId).slice(0, MOST_AHEAD);
}

/** Returns the player's words without the answers to questions. */
function readOwnText({ lease: { turn }, playerText }: TurnContext): string {
  if (turn.input.kind === 'story' && turn.input.asked !== undefined) {
    return turn.input.asked.actionText || playerText;
  }
  const answers = turn.answers.flatMap((answer) => (answer.kind === 'clarification' ? [answer.text] : []));
  const lines = playerText.split('\n');
  return answers.length === 0
    ? playerText
    : lines.slice(0, lines.length - answers.join('\n').split('\n').length).join('\n') || playerText;
}

function readClarification({ lease: { turn } }: TurnContext): ReadInput['clarified'] {
  const answer = turn.answers.findLast(({ kind }) => kind === 'clarification');
  if (answer?.kind !== 'clarification') {
    return turn.input.kind === 'story' && turn.input.asked !== undefined
      ? { question: turn.input.asked.question, answer: turn.input.text }
      : null;
  }
  const question = turn.suspension?.kind === 'clarification' ? turn.suspension.question : '';
  return { question, answer: answer.text };
}

function describeSurroundings(
  context: TurnContext,
): Pick<ReadInput, 'place' | 'present' | 'exits' | 'further' | 'things' | 'carried'> {
  const { view, persona, playbook } = context;
  const snapshot = viewAroundPersona(context.snapshot, persona);
  const { placeId, presentIds } = snapshot.scene;
  const place = placeId === null ? undefined : view.entities[placeId];
  const exits = place?.kind === 'location' ? (place.exits ?? []) : [];
  return {
    place:
      place === undefined
        ? null
        : {
            id: place.id,
            name: place.name,
            description: [
              place.description,
              ...readAtmosphere(snapshot, place.id),
              readPrologueHere(playbook, snapshot),
            ].join(' '),
          },
    present: presentIds.flatMap((id) => {
      const seen = view.entities[id];
      if (seen?.kind !== 'character' || seen.id === persona.id || !isInSight(snapshot, id)) return [];
      const side = snapshot.combat?.combatants.find(({ id: one, out }) => one === seen.id && !out)?.side;
      const aliases = [seen.title ?? ''].filter((alias) => alias !== '');
      return {
        id: seen.id,
        name: seen.name,
        role: seen.role,
        aliases,
        ...(side === undefined ? {} : { side }),
        ...(seen.pronouns === null ? {} : { pronouns: seen.pronouns }),
      };
    }),
    exits: exits.map(({ to, label, blocked }) => {
      const name = view.entities[to]?.name;
      return {
        to,
        label: label ?? name ?? '',
        ...(name === undefined ? {} : { name }),
        blocked: blocked ?? null,
      };
    }),
    ...listFurther(context, exits),
    things: Object.values(view.entities).flatMap((seen) => {
      const item = snapshot.entities[seen.id];
      return item?.kind === 'item' && isLyingHere(snapshot, item)
        ? [{ id: item.id, name: item.name, portable: item.portable }]
        : [];
    }),
    carried: Object.entries(view.inventory).map(([id, { quantity }]) => {
      return { id, name: view.entities[id]?.name ?? id, quantity };
    }),
  };
}

/** Most places listed that are further off than one way. */
const MOST_FURTHER = 16;

/** Lists places the persona knows and can get to, beyond those that a way from here leads to. */
function listFurther(
  { view, snapshot }: TurnContext,
  exits: readonly { readonly to: string }[],
): Pick<ReadInput, 'further'> {
  const { placeId } = view.scene;
  if (placeId === null) return {};
  const next = new Set(exits.map(({ to }) => to));
  const further = listReachablePlaces(snapshot, placeId).flatMap((id) => {
    const name = view.entities[id]?.name;
    return name === undefined || next.has(id) ? [] : [{ id, name }];
  });
  return further.length === 0 ? {} : { further: further.slice(0, MOST_FURTHER) };
}

/** Attacks and spells of the persona, by the names on its sheet. */
function listMeans({ persona, playbook, snapshot }: TurnContext): string[] {
  const block = playbook.rules.srd5e ? Srd5eStatBlock.safeParse(persona.stats).data : undefined;
  if (block === undefined) return [];
  const { combat } = snapshot;
  const again = block.active_effects.flatMap(({ name, again: part }) => (part === undefined ? [] : [name]));
  const potions = Object.entries(block.resources.consumables).flatMap(([key, count]) =>
    count > 0 && getPotionHealing(key) !== null ? [key] : [],
  );
  const named = [...listUsableFeatures(block, combat !== null), ...potions];
  return [
    ...new Set([
      ...listAttacks(block).map(({ name }) => name),
      ...again,
      ...block.spells_known,
      ...named.map((key) => key.replaceAll('_', ' ')),
    ]),
  ];
}

function listTableTypes({ playbook: { mechanics } }: TurnContext): ReadInput['tableTypes'] {
  if (mechanics.resolution.kind !== 'table_d100') return [];
  return mechanics.resolution.roll_types.flatMap((type) => RollType.safeParse(type).data ?? []);
}

type Uses = AskTools & Pick<TurnTools, 'store' | 'snapshots' | 'recorder'>;

const Kept = z.object({ reading: Reading, language: z.string() });

/** Reads the player's words: what they mean to do, whom they address, which triggers they meet, what must be looked up. */
export const read = defineStep<TurnContext, ReadingResult, Uses>({
  name: 'read',

  async run(context, tools) {
    const { turn } = context.lease;
    const before = context.snapshot.planning.language ?? '';
    // Rolls, openings, continuations and instructions are not read.
    if (turn.input.kind !== 'story' || context.playerText === '')
      return { reading: PLAIN_READING, language: before };
    const kept = readKept(turn);
    if (kept !== null) return kept;
    // A level that is chosen by its number has no words to read.
    if (isLevelChosen(turn) && turn.input.text === '' && turn.answers.length === 0)
      return { reading: PLAIN_READING, language: before };
    const levelAnswer = readLevelAnswer(turn);
    if (levelAnswer !== null && 'read' in levelAnswer) return levelAnswer.read;
    const asked = await askForReading(context, tools);
    const reading = levelAnswer === null ? asked : joinLevelAnswer(asked, levelAnswer.before, turn);
    return { reading, language: reading.language };
  },
});

/** Returns the Reading of a turn that waited for dice at the scene it goes on from. */
function readKept({ suspension, baseSceneId }: TurnRecord): ReadingResult | null {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return null;
  return Kept.safeParse(suspension.kept).data ?? null;
}

/** Asks for a Reading. A reply that cannot be used after one repair becomes a plain reading: the game goes on. */
async function askForReading(context: TurnContext, tools: Uses): Promise<Reading> {
  const input = await buildReadInput(context, tools);
  const step = { name: 'read', contract: Reading, dropInvalidItems: true };
  try {
    const reply = await askStep({ step, input, write: writeReadPrompt }, context, tools);
    const { reading, dropped } = resolveReading(
      reply,
      createNameResolver(context.snapshot, context.view),
      input,
    );
    if (dropped.length > 0) tools.recorder.note('read', { dropped });
    return reading;
  } catch (error) {
    if (!(error instanceof InvalidReply)) throw error;
    tools.recorder.note('read', { unusable: error.problems });
    return PLAIN_READING;
  }
}
