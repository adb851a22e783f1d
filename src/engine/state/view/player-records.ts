import type { CharacterId, EntityId } from '../ids.ts';
import type {
  CoreMemory,
  Deadline,
  Fact,
  Law,
  Mission,
  ProgressClock,
  Relation,
  Relationship,
  Resource,
  Thread,
} from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { isKnownToPersona } from '../visibility.ts';

/** The records a player may read, each with the fields that are theirs. */
export type PlayerRecords = {
  readonly facts: readonly Pick<
    Fact,
    'id' | 'subjectId' | 'predicate' | 'object' | 'standsAlone' | 'confidence' | 'discovery'
  >[];
  readonly threads: readonly Pick<Thread, 'id' | 'title' | 'status' | 'stakes'>[];
  readonly clocks: readonly Pick<ProgressClock, 'id' | 'name' | 'value' | 'max'>[];
  /** Relations of the persona to characters it knows of. */
  readonly relations: readonly Relation[];
  readonly relationships: readonly Pick<Relationship, 'fromId' | 'toId' | 'type' | 'intensity'>[];
  readonly missions: readonly Pick<Mission, 'id' | 'title' | 'status' | 'objective'>[];
  readonly deadlines: readonly Pick<Deadline, 'id' | 'description' | 'dueAt' | 'urgency' | 'status'>[];
  readonly resources: readonly Pick<Resource, 'id' | 'name' | 'amount' | 'max'>[];
  readonly laws: readonly Pick<Law, 'id' | 'title' | 'summary' | 'status' | 'enactedAt' | 'repealedAt'>[];
  readonly coreMemories: readonly Pick<CoreMemory, 'text' | 'time' | 'sceneIndex'>[];
};

/** Builds a player's records field by field, so that a new field stays hidden until it is added here. */
export function buildPlayerRecords(snapshot: Snapshot, personaId: CharacterId): PlayerRecords {
  const known = <Value extends Parameters<typeof isKnownToPersona>[0]>(records: {
    readonly [id: string]: Value;
  }) => Object.values(records).filter((record) => isKnownToPersona(record, personaId));
  const knows = (id: EntityId) => {
    const entity = snapshot.entities[id];
    return entity !== undefined && (id === personaId || isKnownToPersona(entity, personaId));
  };
  return {
    facts: known(snapshot.facts)
      .filter(({ subjectId }) => knows(subjectId))
      .map(({ id, subjectId, predicate, object, standsAlone, confidence, discovery }) => {
        const form = standsAlone === undefined ? {} : { standsAlone };
        return { id, subjectId, predicate, object, ...form, confidence, discovery };
      }),
    threads: known(snapshot.threads).map(({ id, title, status, stakes }) => ({ id, title, status, stakes })),
    clocks: known(snapshot.clocks).map(({ id, name, value, max }) => ({ id, name, value, max })),
    relations: Object.values(snapshot.relations).filter(
      ({ low, high }) => (low === personaId && knows(high)) || (high === personaId && knows(low)),
    ),
    relationships: Object.values(snapshot.relationships)
      .filter(({ visibility, fromId, toId }) => visibility === 'public' && knows(fromId) && knows(toId))
      .map(({ fromId, toId, type, intensity }) => ({ fromId, toId, type, intensity })),
    missions: known(snapshot.missions).map(({ id, title, status, objective }) => ({
      id,
      title,
      status,
      objective,
    })),
    deadlines: known(snapshot.deadlines).map(({ id, description, dueAt, urgency, status }) => {
      return { id, description, dueAt, urgency, status };
    }),
    resources: known(snapshot.resources).map(({ id, name, amount, max }) => ({ id, name, amount, max })),
    laws: Object.values(snapshot.laws).map(({ id, title, summary, status, enactedAt, repealedAt }) => {
      return { id, title, summary, status, enactedAt, repealedAt };
    }),
    coreMemories: snapshot.coreMemories
      .filter((memory) => isKnownToPersona(memory, personaId))
      .map(({ text, time, sceneIndex }) => ({ text, time, sceneIndex })),
  };
}
