import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import type { ReadInput } from '#engine/contracts/reading.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { normalise, stem, tokenise } from './words.ts';

export type NamedKind = 'person' | 'absent' | 'self' | 'thing' | 'carried' | 'exit' | 'place';

/** Somebody or something a phrase can mean. */
export type Named = {
  readonly id: string;
  readonly name: string;
  readonly kind: NamedKind;
  /** The name as it stands within a sentence: `the cake tin`. */
  readonly spoken: string;
  /** Words of the name. */
  readonly own: readonly string[];
  /** The noun of a thing's name: `tin` of "A cake tin tied with cord". Null for people. */
  readonly head: string | null;
  /** Words of each alias, title and the id, the main word of each first. */
  readonly aliases: readonly (readonly string[])[];
  /** Nouns and names of what somebody is. */
  readonly roles: readonly string[];
  readonly side?: string | undefined;
  /** `she/her`. */
  readonly pronouns?: string | undefined;
  /** How many are carried. */
  readonly quantity?: number | undefined;
};

/** Everything phrases are looked up in. */
export type Lexicon = {
  readonly named: readonly Named[];
  /** Stems of words that name scenery: from conditions, the place and the last narration. Null accepts every word. */
  readonly scenery: ReadonlySet<string> | null;
};

const SMALL = new Set(vocabulary.smallInNames.split(' '));
const AFTER_HEAD = new Set(vocabulary.afterHead.split(' '));
const ID_PARTS = new Set(['npc', 'item', 'loc', 'place', 'character', 'the', 'pc', 'fac']);

/** Words that identify, without articles and small words. */
export function nameWords(text: string): string[] {
  return tokenise(text.replace(/["“”]/gu, ' '))
    .map(({ word }) => word)
    .filter((word) => word !== '' && !SMALL.has(word));
}

/** The name as it stands within a sentence. */
export function spokenName(name: string): string {
  return name.replace(/^(?:an?|the)\s+/i, 'the ');
}

type Given = Pick<Named, 'id' | 'name' | 'kind' | 'side' | 'quantity' | 'pronouns'> & {
  readonly aliases?: readonly string[];
  /** What somebody is: the noun of it may stand for the name. */
  readonly role?: string;
};

export function toNamed({ id, name, kind, aliases = [], role = '', side, quantity, pronouns }: Given): Named {
  const isPerson = kind === 'person' || kind === 'absent' || kind === 'self';
  const idWords = id
    .split(/[^\p{L}]+/u)
    .map(normalise)
    .filter((word) => word.length > 2 && !ID_PARTS.has(word));
  return {
    id,
    name,
    kind,
    spoken: spokenName(name),
    own: nameWords(name),
    head: isPerson ? null : headOf(name),
    aliases: [...aliases.flatMap((alias) => alias.split(/[,;]/)).map(nameWords), idWords].filter(
      ({ length }) => length > 0,
    ),
    roles: kind === 'person' ? [role, ...aliases].flatMap(roleWords) : [],
    side,
    quantity,
    pronouns,
  };
}

/** The noun of what somebody is, and the names in it: `Count of Benavente` as `count` and `benavente`. */
function roleWords(role: string): string[] {
  const [first = ''] = role.split(/[,;]/);
  const names = first
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map(normalise);
  return [headOf(first) ?? '', ...names.slice(1)].filter((word) => word.length > 2);
}

function headOf(name: string): string | null {
  const words = tokenise(name).map(({ word }) => word);
  const end = words.findIndex((word, index) => index > 0 && AFTER_HEAD.has(word));
  return words.slice(0, end < 0 ? undefined : end).at(-1) ?? null;
}

export function readLexicon(input: ReadInput): Lexicon {
  const present = new Set(input.present.map(({ id }) => id));
  const own = input.persona.id;
  return {
    named: [
      toNamed({ ...input.persona, kind: 'self' }),
      ...input.present.filter(({ id }) => id !== own).map((person) => toNamed({ ...person, kind: 'person' })),
      ...input.characters
        .filter(({ id }) => !present.has(id) && id !== own)
        .map(({ id, name, title }) => toNamed({ id, name, kind: 'absent', aliases: [title] })),
      ...input.carried.map((thing) => toNamed({ ...thing, kind: 'carried' })),
      ...input.things.map(({ id, name }) => toNamed({ id, name, kind: 'thing' })),
      ...input.exits.map(exitNamed),
      ...(input.place === null ? [] : [toNamed({ ...input.place, kind: 'place' })]),
    ],
    scenery: new Set(
      [
        ...input.triggers.map(({ when }) => when),
        input.place?.name ?? '',
        input.place?.description ?? '',
        input.lastExchange?.narration ?? '',
      ].flatMap((text) => tokenise(text).map(({ word }) => stem(word))),
    ),
  };
}

function exitNamed({ to, label, name = label }: ReadInput['exits'][number]): Named {
  return toNamed({ id: to, name, kind: 'exit', aliases: [label] });
}

/** Names known to the narrator. Every noun is accepted: the Reading has checked it. */
export function packetLexicon(packet: ContextPacket, personaId: string): Lexicon {
  const { scene } = packet;
  return {
    named: [
      ...packet.personas.map(({ id, name }) =>
        toNamed({ id, name, kind: id === personaId ? 'self' : 'person' }),
      ),
      ...packet.cast.map(({ id, name }) => toNamed({ id, name, kind: 'person' })),
      ...packet.inventory
        .filter(({ ownerId }) => ownerId === personaId)
        .map(({ itemId, name }) => toNamed({ id: itemId, name, kind: 'carried' })),
      ...packet.entities.map(({ id, name }) => toNamed({ id, name, kind: 'thing' })),
      ...scene.exits.map(exitNamed),
      ...(scene.place === null ? [] : [toNamed({ ...scene.place, kind: 'place' })]),
    ],
    scenery: null,
  };
}
