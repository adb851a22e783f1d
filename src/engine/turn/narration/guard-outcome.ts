import type { Outcome } from '#engine/contracts/outcome.ts';
import type { Finding } from './decide-on-findings.ts';
import { checkTexts, type PreparedFacts } from './exact-checks.ts';

export type GuardContext = {
  readonly done: readonly string[];
  readonly personas: readonly string[];
  /** Names of all entities on record, by id. */
  readonly entities: { readonly [id: string]: { readonly name: string } | undefined };
};

/**
 * Removes texts from an outcome that players would read and may not. Those tell a secret nearly word for word or hold ids and
 * labels. Ids on record are replaced by names first. A text is dropped with its item; the summary falls back to what the
 * rules did. Only exact findings count.
 */
export function guardOutcome(
  written: Outcome,
  facts: PreparedFacts,
  { done, personas, entities }: GuardContext,
): { readonly outcome: Outcome; readonly findings: readonly Finding[] } {
  const outcome = withNames(written, entities);
  const faulty = new Map<string, readonly Finding[]>();
  const isCleanText = (text: string): boolean => {
    const found = faulty.get(text) ?? checkTexts([text], facts).get(text) ?? [];
    faulty.set(text, found);
    return found.length === 0;
  };
  const isClean = (...parts: readonly string[]) => parts.every(isCleanText);
  const clean = (text: string) => (isCleanText(text) ? text : '');
  const listClean = <Named extends { readonly name: string; readonly description: string }>(
    records: readonly Named[],
  ) =>
    records
      .filter(({ name }) => isClean(name))
      .map((one) => ({ ...one, description: clean(one.description) }));
  const isPlayers = (id: string) => personas.some((persona) => persona === id);
  const guarded = {
    ...outcome,
    summary: isClean(outcome.summary) ? outcome.summary : done.join(' '),
    context: clean(outcome.context),
    events: outcome.events.filter(({ summary }) => isClean(summary)),
    facts: outcome.facts.filter(({ detail, predicate }) => isClean(detail, predicate)),
    people: listClean(outcome.people).map((one) => ({ ...one, role: clean(one.role) })),
    things: listClean(outcome.things),
    places: listClean(outcome.places),
    laws: outcome.laws.filter(({ title, summary }) => isClean(title, summary)),
    observations: outcome.observations.filter(
      ({ character_id, content }) => !isPlayers(character_id) || isClean(content),
    ),
    choices: outcome.choices
      .filter(({ text }) => isClean(text))
      .map((one) => ({ ...one, description: clean(one.description) })),
    operations: outcome.operations.filter((operation) => isClean(...collectStrings(operation))),
  };
  return { outcome: guarded, findings: [...faulty.values()].flat() };
}

const ID = /[a-z]+(?:_[a-z0-9]+)+/g;

/** Replaces ids in an outcome's texts for players by the names of people, things and places. */
function withNames(outcome: Outcome, entities: GuardContext['entities']): Outcome {
  const name = (text: string) => text.replace(ID, (id) => entities[id]?.name ?? id);
  return {
    ...outcome,
    summary: name(outcome.summary),
    context: name(outcome.context),
    events: outcome.events.map((one) => ({ ...one, summary: name(one.summary) })),
    facts: outcome.facts.map((one) => ({ ...one, detail: name(one.detail) })),
    observations: outcome.observations.map((one) => ({ ...one, content: name(one.content) })),
    choices: outcome.choices.map((one) => ({
      ...one,
      text: name(one.text),
      description: name(one.description),
    })),
  };
}

const ID_LIKE = /^[\w:.-]*$/;

/** Texts of an operation that say something; ids and single words do not. */
function collectStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return ID_LIKE.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}
