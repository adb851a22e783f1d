import { z } from 'zod';
import type { Api } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
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
      persona {
        name title role pronouns status isCaptive conditions { name }
        sheet { groups { title fields { label value max note } } }
      }
    }
  }
`;
const Field = z.object({
  label: z.string(),
  value: z.string(),
  max: z.number().nullable(),
  note: z.string().nullable(),
});
export const SheetGroup = z.object({ title: z.string(), fields: z.array(Field) });
const Persona = z.object({
  name: z.string(),
  title: z.string().nullable(),
  role: z.string(),
  pronouns: z.string().nullable(),
  status: z.string().nullable(),
  isCaptive: z.boolean().nullable(),
  conditions: z.array(z.object({ name: z.string() })).nullable(),
  sheet: z.object({ groups: z.array(SheetGroup) }).nullable(),
});
const Sheet = z.object({ scene: z.object({ persona: Persona.nullable() }).nullable() });

/** Prints who the persona is, how they are, and their character sheet. */
export async function showSheet(sceneId: string, { api, terminal }: Tools): Promise<void> {
  const { scene } = await api.ask(SHEET, { sceneId }, Sheet);
  const persona = scene?.persona ?? null;
  if (persona === null) return printLines('You have no persona in this scene.', terminal);
  terminal.print(formatSheet(persona, terminal));
}

export function formatSheet(
  { name, title, role, pronouns, status, isCaptive, conditions, sheet }: z.infer<typeof Persona>,
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): string {
  const part = role.replace(/\.$/, '');
  // A title that name or role say already is left out.
  const isSaid = `${name} ${part}`.toLowerCase().includes(title?.toLowerCase() ?? '');
  const who = [name, isSaid ? null : title, part, pronouns];
  const health = [
    status === null ? null : toWords(status.toLowerCase()),
    isCaptive === true ? 'captive' : null,
    ...(conditions ?? []).map((condition) => condition.name),
  ];
  const present = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null && part !== '');
  const heading = style('bold', wrapLines([...new Set(present(who))].join(', '), width));
  return `${heading}\n${wrapLines(present(health).join(', '), width)}\n${formatSheetGroups(sheet?.groups ?? [], { width, style })}`;
}

/** Returns the groups of a sheet, each under its title. */
export function formatSheetGroups(
  groups: readonly z.infer<typeof SheetGroup>[],
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): string {
  return groups
    .map(({ title, fields }) => `${style('bold', title)}\n${formatFields(fields, width)}`)
    .join('');
}

/** Returns a line for each field: label, value with its maximum, remark. */
function formatFields(fields: readonly z.infer<typeof Field>[], width: number): string {
  const widest = Math.max(0, ...fields.map(({ label }) => label.length));
  return fields
    .map(({ label, value, max, note }) => {
      const text = `${value}${max === null ? '' : ` of ${max}`}${note === null ? '' : ` (${note})`}`;
      return `${wrapWithHangingIndent(`  ${label.padEnd(widest)}  `, text, width)}\n`;
    })
    .join('');
}

function toWords(key: string): string {
  return key.replaceAll('_', ' ');
}
