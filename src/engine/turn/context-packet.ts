import type { CastMember, ContextPacket } from '#engine/llm/context-packet.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { LoreHit } from '#retrieval/lore-index.ts';
import { sentenceOf, sheetLines } from './packet-lines.ts';

type Sources = {
  readonly snapshot: Snapshot;
  /** What the acting persona's player may know; everything told comes from here. */
  readonly view: PlayerView;
  readonly calendar: Calendar;
  readonly lore: readonly LoreHit[];
  readonly sceneIndex: number;
};

/** Where somebody stands of whom nobody has said how much they matter. */
const USUAL_TIER = 5;

/** Everything a step may be told about the moment, and nothing a player may not know. */
export function contextPacket(sources: Sources): ContextPacket {
  const { snapshot, view, lore } = sources;
  const persona = view.entities[view.personaId];
  return {
    scene: sceneOf(sources),
    personas: [
      {
        id: view.personaId,
        name: persona?.name ?? '',
        profile: persona?.description ?? '',
        sheet: persona?.kind === 'character' ? sheetLines(persona.stats) : [],
      },
    ],
    cast: castOf(snapshot, view),
    entities: itemsAt(snapshot, view),
    facts: view.facts.map((fact) => ({
      id: fact.id,
      subjectId: fact.subjectId,
      text: sentenceOf(fact, view),
    })),
    threads: view.threads.filter(({ status }) => status === 'active'),
    clocks: [...view.clocks],
    inventory: holdingsOf(view),
    relationships: view.relationships.map(({ fromId, toId, type }) => ({
      fromId,
      toId,
      text: `${nameOf(view, fromId)} is ${type.replaceAll('_', ' ')} to ${nameOf(view, toId)}`,
    })),
    missions: [...view.missions],
    deadlines: view.deadlines
      .filter(({ status }) => status === 'active')
      .map(({ id, description, urgency }) => ({ id, text: description, urgency })),
    investigation: [],
    pendingThreats: [],
    activeSituations: [],
    failureStreaks: failuresOf(snapshot),
    calibration: { ...snapshot.calibration, boundaries: [...snapshot.calibration.boundaries] },
    recentEvents: [],
    summary: snapshot.runningSummary,
    lore: lore.map(({ chunk }) => ({ id: chunk.id, title: chunk.title, text: chunk.text, kind: 'pull' })),
    rulesetState: sheetLines(view.rulesetState),
  };
}

function sceneOf({ view, calendar, sceneIndex }: Sources): ContextPacket['scene'] {
  const { placeId, visibility, noise, constraints } = view.scene;
  const place = placeId === null ? undefined : view.entities[placeId];
  const exits = place?.kind === 'location' ? (place.exits ?? []) : [];
  return {
    index: sceneIndex,
    date: calendar.format(view.time, 'long'),
    timeOfDay: calendar.partsOf(view.time).timeOfDay,
    place: place === undefined ? null : { id: place.id, name: place.name, description: place.description },
    exits: exits.map(({ to, label, blocked }) => ({
      to,
      label: label ?? nameOf(view, to),
      blocked: blocked ?? null,
    })),
    visibility,
    noise,
    constraints: [...constraints],
    chapter: { number: view.chapter.number, title: view.chapter.title },
  };
}

function castOf({ entities }: Snapshot, view: PlayerView): CastMember[] {
  return view.scene.presentIds.flatMap((id) => {
    const seen = view.entities[id];
    const character = entities[id];
    if (seen?.kind !== 'character' || seen.isPersona || character?.kind !== 'character') return [];
    const { goals, redLines, capabilities } = character.internal;
    return {
      id: seen.id,
      name: seen.name,
      role: seen.title ?? seen.role,
      description: seen.description,
      speech: character.speech ?? '',
      // What somebody is busy with may be a secret; how they are can be seen.
      disposition: character.status === 'conscious' ? '' : character.status,
      capabilities: capabilities ?? '',
      goals: [...(goals ?? [])],
      redLines: [...(redLines ?? [])],
      tier: USUAL_TIER,
    };
  });
}

function itemsAt({ entities }: Snapshot, view: PlayerView): ContextPacket['entities'] {
  return Object.values(view.entities).flatMap((item) => {
    const record = entities[item.id];
    if (record?.kind !== 'item' || view.scene.placeId === null || record.placeId !== view.scene.placeId)
      return [];
    return {
      id: item.id,
      name: item.name,
      type: item.kind,
      description: item.description,
      tags: [...record.tags],
    };
  });
}

function holdingsOf(view: PlayerView): ContextPacket['inventory'] {
  return Object.entries(view.inventory).map(([itemId, { quantity, flags }]) => ({
    ownerId: view.personaId,
    itemId,
    name: nameOf(view, itemId),
    quantity,
    flags: [...flags],
  }));
}

function failuresOf({ failureStreaks }: Snapshot): Record<string, number> {
  return Object.fromEntries(Object.entries(failureStreaks).map(([id, { failures }]) => [id, failures]));
}

function nameOf(view: PlayerView, id: string): string {
  return view.entities[id]?.name ?? 'somebody';
}
