import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { InlineOutcome } from './draft.ts';
import { oneLine } from './write-lines.ts';

type Named = { readonly id: string; readonly name: string };

/** Lists the ids an inline outcome may use, a line for each kind. Only `outcome: inline` needs them. */
export function writeIds({ packet }: NarrateInput, { also }: InlineOutcome): string {
  const { scene, threads, missions, clocks, deadlines, facts } = packet;
  const places: Named[] = [
    ...(scene.place === null ? [] : [scene.place]),
    ...scene.exits.map(({ to, label, name = label }) => ({ id: to, name })),
  ];
  const kinds: readonly (readonly [string, readonly Named[]])[] = [
    ['Players’ characters', packet.personas],
    ['People', packet.cast],
    ['Places', places],
    ['Things', [...packet.entities, ...packet.inventory.map(({ itemId, name }) => ({ id: itemId, name }))]],
    ['Threads', threads.map(({ id, title }) => ({ id, name: title }))],
    ['Missions', missions.map(({ id, title }) => ({ id, name: title }))],
    ['Clocks', clocks],
    ['Deadlines', deadlines.map(({ id, text }) => ({ id, name: text }))],
    ['Facts', facts.map(({ id, text }) => ({ id, name: text }))],
    ['Others', also],
  ];
  return kinds
    .filter(([, named]) => named.length > 0)
    .map(([kind, named]) => `${kind}: ${named.map(({ id, name }) => `${id} = ${oneLine(name)}`).join('; ')}`)
    .join('\n');
}
