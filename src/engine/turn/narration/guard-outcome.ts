import type { Outcome } from '#engine/contracts/outcome.ts';
import { checkTexts, type PreparedFacts } from './exact-checks.ts';
import type { Finding } from './finding.ts';

/**
 * Removes from an outcome what players would come to read and may not: texts that tell a secret nearly word for word or hold ids
 * and labels. A text is dropped with its item; the summary falls back to what the rules did. Only exact findings count.
 */
export function guardOutcome(
  outcome: Outcome,
  facts: PreparedFacts,
  { done, personas }: { readonly done: readonly string[]; readonly personas: readonly string[] },
): { readonly outcome: Outcome; readonly findings: readonly Finding[] } {
  const texts = collectTexts(outcome).filter((text) => text !== '');
  const faulty = checkTexts(texts, facts);
  if (faulty.size === 0) return { outcome, findings: [] };
  const isClean = (...parts: readonly string[]) => parts.every((part) => !faulty.has(part));
  const clean = (text: string) => (faulty.has(text) ? '' : text);
  const isPlayers = (id: string) => personas.some((persona) => persona === id);
  return {
    outcome: {
      ...outcome,
      summary: isClean(outcome.summary) ? outcome.summary : done.join(' '),
      context: clean(outcome.context),
      events: outcome.events.filter(({ summary }) => isClean(summary)),
      facts: outcome.facts.filter(({ detail, predicate }) => isClean(detail, predicate)),
      people: outcome.people
        .filter(({ name }) => isClean(name))
        .map((one) => ({ ...one, description: clean(one.description), role: clean(one.role) })),
      things: outcome.things
        .filter(({ name }) => isClean(name))
        .map((one) => ({ ...one, description: clean(one.description) })),
      places: outcome.places
        .filter(({ name }) => isClean(name))
        .map((one) => ({ ...one, description: clean(one.description) })),
      laws: outcome.laws.filter(({ title, summary }) => isClean(title, summary)),
      observations: outcome.observations.filter(
        ({ character_id, content }) => !isPlayers(character_id) || isClean(content),
      ),
      choices: outcome.choices.filter(({ text, description }) => isClean(text, description)),
      operations: outcome.operations.filter((operation) => isClean(...collectStrings(operation))),
    },
    findings: [...faulty.values()].flat(),
  };
}

function collectTexts(outcome: Outcome): readonly string[] {
  return [
    outcome.summary,
    outcome.context,
    ...outcome.events.map(({ summary }) => summary),
    ...outcome.facts.flatMap(({ predicate, detail }) => [predicate, detail]),
    ...[...outcome.people, ...outcome.things, ...outcome.places].flatMap(({ name, description }) => [
      name,
      description,
    ]),
    ...outcome.people.map(({ role }) => role),
    ...outcome.laws.flatMap(({ title, summary }) => [title, summary]),
    ...outcome.observations.map(({ content }) => content),
    ...outcome.choices.flatMap(({ text, description }) => [text, description]),
    ...outcome.operations.flatMap(collectStrings),
  ];
}

const ID_LIKE = /^[\w:.-]*$/;

/** Texts of an operation that say something; ids and single words do not. */
function collectStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return ID_LIKE.test(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}
