import type { GameMasterSecrets } from '#engine/contracts/context-packet.ts';
import { isPrivateKnowledge } from '#engine/state/knowledge.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { findNamed } from '#retrieval/find-named.ts';
import type { DiscoverableLore } from '#retrieval/scene-lore.ts';
import type { Recalled, Ruled, TurnContext } from '../context.ts';
import { isLyingHere } from '../rule/validate-actions.ts';
import { writeAgendaLine } from './format-lines.ts';
import { listGameMasterNotes } from './game-master-notes.ts';

/**
 * Gathers the secrets for a model that is the whole game master, which must know and must not tell them. They are what can be
 * found out here, what those present keep to themselves, and the author's notes for the game master. `check` guards the prose
 * against all of it.
 */
export function gatherSecrets(draft: TurnContext & Recalled & Ruled): GameMasterSecrets {
  const { playbook, view, resolvedSnapshot } = draft;
  const { hidden, pullLog, since } = draft.sceneLore;
  const agendas = listPresentAgendas(resolvedSnapshot, view);
  const isWithinReach = reachOf({ ...draft, snapshot: resolvedSnapshot });
  const isPrivate = (id: string) => {
    const fact = resolvedSnapshot.facts[id as keyof typeof resolvedSnapshot.facts];
    return fact !== undefined && isPrivateKnowledge(fact, resolvedSnapshot);
  };
  return {
    audience: 'gm',
    facts: hidden.discoverables
      .filter(({ id }) => !view.facts.some((fact) => fact.id === id) && !isPrivate(id))
      .filter(isWithinReach)
      .map(({ id, subjectId, content, triggers }) => ({
        id,
        subjectId,
        text: content,
        triggers: [...triggers],
      })),
    withholds: hidden.briefings
      .filter(({ characterId }) => view.scene.presentIds.some((id) => id === characterId))
      .flatMap(({ characterId, withholds }) => withholds.map((text) => ({ characterId, text }))),
    ...(agendas.length === 0 ? {} : { agendas }),
    background: [...playbook.secrets],
    notes: listGameMasterNotes(resolvedSnapshot, view.personaId),
    pulled: hidden.pulls.map(({ id, type, title, text }) => {
      const logged = pullLog.findLast((entry) => entry.id === id && entry.type === type);
      return { exchange: logged?.exchange ?? since, title, text };
    }),
  };
}

/**
 * Returns a filter for what could come to light in this scene. It is about the place, a character or a thing here, or its
 * condition names a character who is here. The secrets of the rest of the world would crowd out how the game is to be played.
 */
function reachOf({ snapshot }: Pick<TurnContext, 'snapshot'>): (one: DiscoverableLore) => boolean {
  const { scene, entities, inventory } = snapshot;
  const lying = Object.values(entities).filter((item) => item.kind === 'item' && isLyingHere(snapshot, item));
  const held = scene.presentIds.flatMap((id) => Object.keys(inventory[id] ?? {}));
  const here = new Set<string | null>([
    scene.placeId,
    ...scene.presentIds,
    ...held,
    ...lying.map(({ id }) => id),
  ]);
  const present = scene.presentIds.flatMap((id) => entities[id] ?? []);
  return ({ subjectId, triggers }) =>
    here.has(subjectId) || triggers.some((trigger) => findNamed(trigger, present).length > 0);
}

/** Lists the unobserved agendas of characters the persona can see. */
export function listPresentAgendas(
  { agendas, entities, personas }: Snapshot,
  { scene: { presentIds } }: PlayerView,
): NonNullable<GameMasterSecrets['agendas']> {
  return presentIds.flatMap((id) => {
    const character = entities[id];
    if (character?.kind !== 'character' || personas.includes(character.id)) return [];
    const agenda = agendas[character.id];
    return agenda === undefined ? [] : { characterId: id, text: writeAgendaLine(agenda) };
  });
}
