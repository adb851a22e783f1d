import { z } from 'zod';
import type { Terminal } from '../terminal/terminal.ts';
import type { Api } from './api-client.ts';
import { printLines, wrapLines, wrapWithHangingIndent } from './render.ts';

type Tools = { readonly api: Api; readonly terminal: Terminal };

const INVENTORY = /* GraphQL */ `
  query Inventory($sceneId: ID!) {
    scene(id: $sceneId) { inventory { itemId quantity flags item { name description } } }
  }
`;
const Item = z.object({
  itemId: z.string(),
  quantity: z.number(),
  flags: z.array(z.string()),
  item: z.object({ name: z.string(), description: z.string() }).nullable(),
});
const Carried = z.object({ scene: z.object({ inventory: z.array(Item) }).nullable() });

/** Prints what the persona carries. */
export async function showInventory(sceneId: string, { api, terminal }: Tools): Promise<void> {
  const { scene } = await api.ask(INVENTORY, { sceneId }, Carried);
  terminal.print(formatInventory(scene?.inventory ?? [], terminal.width));
}

/** Returns a line for each thing carried: how many, its name, what is remarkable, what it looks like. */
export function formatInventory(items: readonly z.infer<typeof Item>[], width: number): string {
  if (items.length === 0) return 'You carry nothing.\n';
  return items
    .map(({ itemId, quantity, flags, item }) => {
      const name = item?.name ?? itemId;
      const marks = flags.length === 0 ? '' : ` (${flags.map(toWords).join(', ')})`;
      const about = item === null || item.description === '' ? '' : `: ${item.description.trim()}`;
      const line = `${name}${marks}${about}`.replace(/\s+/g, ' ');
      return `${wrapWithHangingIndent(`  ${String(quantity).padStart(3)} × `, line, width)}\n`;
    })
    .join('');
}

const SHEET = /* GraphQL */ `
  query Sheet($sceneId: ID!) {
    scene(id: $sceneId) {
      persona { name title role pronouns status isCaptive conditions { name } stats }
    }
  }
`;
const Persona = z.object({
  name: z.string(),
  title: z.string().nullable(),
  role: z.string(),
  pronouns: z.string().nullable(),
  status: z.string().nullable(),
  isCaptive: z.boolean().nullable(),
  conditions: z.array(z.object({ name: z.string() })).nullable(),
  stats: z.unknown(),
});
const Sheet = z.object({ scene: z.object({ persona: Persona.nullable() }).nullable() });

/** Prints who the persona is, how they are, and their stat block. */
export async function showSheet(sceneId: string, { api, terminal }: Tools): Promise<void> {
  const { scene } = await api.ask(SHEET, { sceneId }, Sheet);
  const persona = scene?.persona ?? null;
  if (persona === null) return printLines('You play nobody in this scene.', terminal);
  terminal.print(formatSheet(persona, terminal));
}

export function formatSheet(
  { name, title, role, pronouns, status, isCaptive, conditions, stats }: z.infer<typeof Persona>,
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): string {
  const part = role.replace(/\.$/, '');
  const who = [name, title !== null && name.includes(title) ? null : title, part, pronouns];
  const health = [
    status === null ? null : toWords(status.toLowerCase()),
    isCaptive === true ? 'captive' : null,
    ...(conditions ?? []).map((condition) => condition.name),
  ];
  const present = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '');
  const rows: [string, string][] = [
    ['Condition', present(health).join(', ')],
    ...Object.entries(Object(stats)).map(([key, value]): [string, string] => [toLabel(key), toText(value)]),
  ];
  const filled = rows.filter(([, text]) => text !== '');
  const widest = Math.max(0, ...filled.map(([label]) => label.length));
  const lines = filled.map(
    ([label, text]) => `${wrapWithHangingIndent(`  ${label.padEnd(widest)}  `, text, width)}\n`,
  );
  return `${style('bold', wrapLines([...new Set(present(who))].join(', '), width))}\n${lines.join('')}`;
}

/** Writes a value of a stat block as text; empty for nothing. Its shape belongs to the ruleset, so no key is known here. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return toWords(value);
  if (Array.isArray(value)) {
    const parts = value.map(toText).filter((part) => part !== '');
    return parts.join(value.some((part) => typeof part === 'object') ? '; ' : ', ');
  }
  return typeof value === 'object' ? recordToText(Object(value)) : String(value);
}

function recordToText({ name, ...rest }: Readonly<Record<string, unknown>>): string {
  const count = countToText(rest);
  if (count !== null) return typeof name === 'string' ? `${name} ${count}` : count;
  const parts = Object.entries(rest).flatMap(([key, part]) => {
    const text = toText(part);
    if (text === '') return [];
    if (typeof part !== 'object') return [`${toWords(key)} ${text}`];
    return [countToText(Object(part)) === null ? `${toWords(key)} (${text})` : `${toWords(key)}: ${text}`];
  });
  if (typeof name !== 'string') return parts.join(', ');
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

/** Writes a number with its maximum; null for any other record. */
function countToText(record: Readonly<Record<string, unknown>>): string | null {
  if (Object.keys(record).length !== 2) return null;
  const { current, max, used, total } = record;
  if (typeof current === 'number' && typeof max === 'number') return `${current} of ${max}`;
  return typeof used === 'number' && typeof total === 'number' ? `${used} of ${total} used` : null;
}

function toWords(key: string): string {
  return key.replaceAll('_', ' ');
}

function toLabel(key: string): string {
  const words = toWords(key);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
