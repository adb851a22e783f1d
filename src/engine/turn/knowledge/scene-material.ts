import type { CountTokens } from '#engine/kit/tokens.ts';
import type { Character } from '#engine/state/record.ts';
import type { LoreHit } from '#retrieval/lore-result.ts';
import type { LoreRetriever, SceneRetrieval } from '#retrieval/lore-retriever.ts';
import type { Briefing, SceneMaterial } from '#retrieval/materialise-scene-lore.ts';
import type { Discoverable, Passage, ThreadConnection } from '#retrieval/scene-lore.ts';
import type { TurnContext } from '../context.ts';
import { sentenceOf } from '../packet-lines.ts';
import { scopeOf, signalsOf } from './scene-signals.ts';

export type Gathered = Pick<SceneMaterial, 'briefings' | 'discoverables' | 'threads' | 'atmosphere'>;

/** Everything SceneLore is made of at a boundary, as the packs, the history and the snapshot have it. */
export async function gatherMaterial(
  moment: TurnContext,
  retriever: LoreRetriever,
  countTokens: CountTokens,
): Promise<Gathered> {
  const found = await retriever.forScene(scopeOf(moment), signalsOf(moment));
  return {
    briefings: presentCharacters(moment).map((one) => briefingOf(one, found, countTokens)),
    discoverables: discoverablesOf(moment, countTokens),
    threads: connectionsOf(moment, found),
    atmosphere: found.place.filter(isOpen).map(passageOf),
  };
}

/** Those of the cast who are there and whom the persona can perceive; the personas themselves need no briefing. */
export function presentCharacters({ snapshot, view }: Pick<TurnContext, 'snapshot' | 'view'>): Character[] {
  return view.scene.presentIds.flatMap((id) => {
    const character = snapshot.entities[id];
    if (character?.kind !== 'character' || snapshot.personas.includes(character.id)) return [];
    return view.entities[id] === undefined ? [] : [character];
  });
}

export function briefingOf(
  character: Character,
  found: Pick<SceneRetrieval, 'present'>,
  countTokens: CountTokens,
): Briefing {
  const { id, name, internal } = character;
  const shown = (found.present.get(id) ?? [])
    .filter((hit) => isOpen(hit) && isAbout(hit, character))
    .map(({ chunk }) => chunk.text)
    .join('\n');
  const { knows = [], withholds = [], capabilities = '' } = internal;
  const hidden = [...knows, ...withholds, capabilities].join('\n');
  return {
    visible: { characterId: id, name, disposition: shown, tokens: countTokens(shown) },
    hidden: { characterId: id, knows, withholds, capabilities, tokens: countTokens(hidden) },
  };
}

/** What the persona has not found out and could, first of all here, or about somebody or something that is here. */
function discoverablesOf({ snapshot, view }: TurnContext, countTokens: CountTokens): Discoverable[] {
  const known = new Set<string>(view.facts.map(({ id }) => id));
  const { placeId, presentIds } = snapshot.scene;
  const lying = Object.values(snapshot.entities).filter(
    (thing) => thing.kind === 'item' && thing.placeId === placeId,
  );
  const here = new Set<string | null>([
    placeId,
    ...presentIds,
    ...lying.map(({ id }) => id),
    ...Object.keys(view.inventory),
  ]);
  const inTriggers = Object.values(snapshot.facts).filter(
    ({ id, visibility, triggers }) => visibility === 'hidden' && triggers.length > 0 && !known.has(id),
  );
  return inTriggers
    .toSorted((one, other) => Number(here.has(other.subjectId)) - Number(here.has(one.subjectId)))
    .map((fact) => {
      const content = sentenceOf(fact, snapshot);
      return {
        id: fact.id,
        subjectId: fact.subjectId,
        triggers: fact.triggers,
        content,
        tokens: countTokens(content),
      };
    });
}

function connectionsOf({ view }: TurnContext, { threads }: SceneRetrieval): ThreadConnection[] {
  return view.threads.flatMap(({ id, title }) => {
    const [best] = (threads.get(id) ?? []).filter(isOpen);
    return best === undefined
      ? []
      : { threadId: id, title, text: best.chunk.text, tokens: best.chunk.tokens };
  });
}

export function passageOf({ chunk: { id, title, text, tokens } }: LoreHit): Passage {
  return { id, title, text, tokens };
}

/** Whether a passage is about the character first of all. Passages about others only name them. */
function isAbout({ chunk }: LoreHit, { id, packEntityId }: Character): boolean {
  const [first] = chunk.entityIds;
  return first !== undefined && (first === id || first === packEntityId);
}

export function isOpen({ chunk }: LoreHit): boolean {
  return chunk.source === 'history' || !chunk.isHidden;
}
