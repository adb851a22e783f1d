import { lazily } from '#engine/kit/lazily.ts';
import { type Names, plainName } from '#engine/llm/names-as-ids.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

const NUMBER = /_\d+$/;
const PREFIX = /^(?:npc|pc|loc|item|faction)_/;
const PLAYER = ['player', 'pc', 'you', 'player character', 'the player character'];

/**
 * What models call those who have an id: by the id in other letters or without its number, by the id of the pack, by name and, where
 * no other is called so, by a part of it. Names are taken only of what the acting persona knows; what two may be called says neither.
 */
export function namesIn(snapshot: Snapshot, view: PlayerView): Names {
  const { entities, threads } = snapshot;
  const isId = (said: string) => Object.hasOwn(entities, said) || Object.hasOwn(threads, said);
  // Most replies keep to the ids they were given, and then nobody's names are gathered.
  const idsByName = lazily(() => gathered(snapshot, view));
  return {
    idOf: (said) => {
      if (said === '') return null;
      return isId(said) ? said : (idsByName().get(plainName(said)) ?? null);
    },
  };
}

function gathered({ entities, threads }: Snapshot, view: PlayerView): ReadonlyMap<string, string> {
  const whole = new Index();
  const parts = new Index();
  for (const { id, packEntityId, retired } of Object.values(entities)) {
    if (retired) continue;
    whole.add(id, [id, id.replace(NUMBER, ''), packEntityId ?? '']);
    parts.add(id, [id.replace(NUMBER, '').replace(PREFIX, ''), packEntityId?.split(':').at(-1) ?? '']);
  }
  for (const { id, name, kind } of Object.values(view.entities)) {
    whole.add(id, [name]);
    if (kind === 'character') parts.add(id, name.split(/\s+/).filter(isTelling));
  }
  for (const { id, title } of view.threads) if (threads[id] !== undefined) whole.add(id, [id, title]);
  parts.add(view.personaId, PLAYER);
  const certain = whole.certain();
  return new Map([...parts.certain(), ...certain].filter(([name]) => !whole.isDoubtful(name)));
}

/** Short words and words without a capital tell nobody from anybody. */
function isTelling(word: string): boolean {
  return word.length >= 3 && /^\p{Lu}/u.test(word);
}

class Index {
  readonly #ids = new Map<string, Set<string>>();

  add(id: string, names: readonly string[]): void {
    for (const name of names.map(plainName)) {
      if (name === '') continue;
      const ids = this.#ids.get(name) ?? new Set();
      this.#ids.set(name, ids.add(id));
    }
  }

  isDoubtful(name: string): boolean {
    return (this.#ids.get(name)?.size ?? 0) > 1;
  }

  certain(): readonly (readonly [string, string])[] {
    return [...this.#ids].flatMap(([name, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[name, first] as const],
    );
  }
}
