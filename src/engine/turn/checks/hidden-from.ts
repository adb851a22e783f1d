import type { Json } from '#engine/kit/canonical-json.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { playerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { sentenceOf } from '../packet-lines.ts';
import type { Playbook } from '../playbook.ts';
import type { NarrationFacts } from './narration-facts.ts';

type Sources = {
  readonly after: Snapshot;
  readonly personaId: CharacterId;
  readonly playbook: Pick<Playbook, 'rules' | 'secrets'>;
  readonly input: {
    readonly packet?: { readonly lore: readonly { readonly title?: string; readonly text: string }[] };
  };
  readonly hiddenLore: readonly string[];
};

/** What the acting persona has not discovered, what they know, and the labels nobody may read. */
export function hiddenFrom({
  after,
  personaId,
  playbook,
  input,
  hiddenLore,
}: Sources): Pick<NarrationFacts, 'secrets' | 'known' | 'internalLabels'> {
  const view = playerView(after, personaId, playbook.rules.stateSchema);
  if (isRejection(view)) throw new Error(view.reason);
  const shown = new Set<string>(view.facts.map(({ id }) => id));
  const characters = Object.values(after.entities).filter(({ kind }) => kind === 'character');
  const own = new Set<string>(after.personas);
  const facts = Object.values(after.facts).filter(({ id }) => !shown.has(id));
  const known = [
    ...view.facts.map((fact) => sentenceOf(fact, view)),
    ...(input.packet?.lore ?? []).map(({ text }) => text),
    ...Object.values(view.entities).map(({ name, description }) => `${name}. ${description}`),
    ...view.scene.constraints,
    // All that is carried may be counted up in one sentence.
    `They carry ${Object.keys(view.inventory)
      .map((id) => view.entities[id]?.name ?? '')
      .join(', ')}.`,
  ];
  // What there is to read about may be asked about.
  const titles = (input.packet?.lore ?? []).flatMap(({ title }) => title ?? []);
  // What the packs give people to say aloud may be said, however near it comes to what they keep to themselves.
  const spoken = characters.flatMap((character) =>
    character.kind === 'character' && character.speech !== undefined ? [character.speech] : [],
  );
  const withheld = characters.flatMap((character) =>
    // What a player's own character keeps to itself is the player's to tell.
    character.kind === 'character' && !own.has(character.id) ? (character.internal.withholds ?? []) : [],
  );
  return {
    secrets: [
      ...new Set([
        ...facts.map((fact) => secretText(fact, after)),
        ...withheld,
        ...playbook.secrets,
        ...hiddenLore,
      ]),
    ].filter((text) => text !== '' && !known.includes(text)),
    known: [...known, ...titles, ...spoken],
    internalLabels: [
      ...characters.flatMap((character) =>
        character.kind === 'character' ? [character.internal.alignment, character.internal.mbti] : [],
      ),
      ...hiddenStateNames(playbook.rules.stateSchema),
    ].flatMap((label) => (label === undefined || label === '' ? [] : [label])),
  };
}

/** A secret written as a whole sentence stands for itself; a short one needs whom it is about. */
const SENTENCE_OF_WORDS = 5;

function secretText(fact: Snapshot['facts'][keyof Snapshot['facts']], { entities }: Snapshot): string {
  const isSentence = typeof fact.object === 'string' && fact.object.split(/\s+/).length >= SENTENCE_OF_WORDS;
  // The narrator's view of names is the same whoever reads: names alone are no secret.
  return isSentence && typeof fact.object === 'string' ? fact.object : sentenceOf(fact, { entities });
}

/** Parts of the ruleset's state that players are not shown, as they would be written in prose: `pressure clock`. */
function hiddenStateNames(schema: Json): readonly string[] {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return [];
  const properties = Object.entries(schema).find(([key]) => key === 'properties')?.[1];
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return [];
  return Object.entries(properties).flatMap(([name, part]) => {
    const isHidden =
      part !== null && typeof part === 'object' && 'writeOnly' in part && part.writeOnly === true;
    return isHidden && name.includes('_') ? [name.replaceAll('_', ' ')] : [];
  });
}
