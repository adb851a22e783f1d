import type { CharacterId } from '#engine/state/ids.ts';
import { FactId } from '#engine/state/ids.ts';
import type { Fact } from '#engine/state/record.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds, EntityContent } from './campaign-ids.ts';

export type CampaignFacts = {
  readonly facts: Readonly<Record<string, Fact>>;
  /** `pack:file.fact` → `fact_0001` */
  readonly ids: ReadonlyMap<string, FactId>;
};

/** Names the personas among these who take part; everybody else cannot have learnt anything yet. */
export type KnownTo = (packEntityIds: readonly string[]) => readonly CharacterId[];

type Draft = Omit<Fact, 'id'> & { readonly key: string };

/** The facts a campaign begins with: those of the entry point, then what can be found out about each entity. */
export function startingFacts(
  entryPoint: Content<'entry_point'>,
  entities: readonly EntityContent[],
  ids: CampaignIds,
  knownTo: KnownTo,
): CampaignFacts {
  const drafts = [
    ...entryPoint.data.facts.flatMap((fact) => declaredFact(entryPoint, fact, ids, knownTo)),
    ...entities.flatMap((content) => discoverableFacts(content, ids)),
  ];
  const facts: Record<string, Fact> = {};
  const factIds = new Map<string, FactId>();
  for (const [at, { key, ...draft }] of drafts.entries()) {
    const id = FactId.parse(`fact_${String(at + 1).padStart(4, '0')}`);
    facts[id] = { id, ...draft };
    factIds.set(key, id);
  }
  return { facts, ids: factIds };
}

function declaredFact(
  { id, packId }: Content<'entry_point'>,
  fact: Content<'entry_point'>['data']['facts'][number],
  ids: CampaignIds,
  knownTo: KnownTo,
): readonly Draft[] {
  const subjectId = ids.entity(fact.subject);
  if (subjectId === null) return [];
  const { predicate, object, visibility, confidence, triggers, tags } = fact;
  const shared = { predicate, object, visibility, confidence, triggers, tags };
  const known = { knownTo: knownTo(fact.known_to), discovery: null };
  return [{ key: `${id}.${fact.id}`, subjectId, ...shared, ...known, origin: 'pack', packId }];
}

function discoverableFacts(content: EntityContent, ids: CampaignIds): readonly Draft[] {
  const subjectId = ids.entity(content.id);
  if (subjectId === null) return [];
  return content.data.discoverables.map(({ id, text, triggers, predicate, tags }) => ({
    key: `${content.id}.${id}`,
    subjectId,
    predicate,
    object: text,
    standsAlone: true,
    visibility: 'hidden',
    knownTo: [],
    confidence: 1,
    triggers,
    discovery: null,
    tags,
    origin: 'pack',
    packId: content.packId,
  }));
}
