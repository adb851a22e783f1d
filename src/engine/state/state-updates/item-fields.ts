import { isJsonObject } from '#engine/util/canonical-json.ts';
import { reject } from '#engine/util/rejection.ts';
import type { Character } from '../record.ts';
import {
  type Assignment,
  DELETE,
  readAppended,
  rejectShape,
  rejectValue,
  type Translation,
  type TranslationContext,
} from './assignment.ts';
import { findItemByName } from './find-by-name.ts';
import { translateResourceField } from './resource-fields.ts';

const LISTS = ['weapons', 'armor', 'backpack'];

/** Translates entries of `inventory` and `equipment`: items by name, their quantities, or their removal. */
export function translateItemField(
  character: Character,
  [name, ...rest]: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const { value } = assignment;
  if (name === undefined || (rest.length === 0 && LISTS.includes(name))) {
    return itemList(character, assignment, situation);
  }
  if (name === 'gold' && rest.length === 0)
    return translateResourceField(character, ['gold'], assignment, situation);
  if (rest.join('.') === 'quantity') return quantity(character, name, assignment, situation);
  if (rest.length > 0) return rejectValue(assignment, 'a number or {"name": "…"} at the name of the item');
  if (typeof value === 'number' || value === DELETE) return quantity(character, name, assignment, situation);
  if (isJsonObject(value)) return itemObject(character, name, value, situation);
  return rejectValue(assignment, 'a number, {"name": "…"} or __DELETE__');
}

function itemList(character: Character, assignment: Assignment, situation: TranslationContext): Translation {
  const { value } = assignment;
  const added = readAppended(value);
  if (typeof added === 'string') return gain(character, added, 1, situation);
  if (isJsonObject(added) && typeof added.name === 'string') {
    const { many, text } = described(added);
    return gain(character, added.name, many, situation, text);
  }
  if (isJsonObject(value) && added === undefined) return 'descend';
  return rejectShape(
    assignment,
    'is a list and is never replaced whole',
    '{"append": "Rope"}, {"append": {"name": "Rope", "quantity": 2}} or one name with __DELETE__.',
  );
}

function quantity(
  character: Character,
  name: string,
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const { value, path } = assignment;
  const wanted = value === DELETE ? 0 : value;
  if (typeof wanted !== 'number' || !Number.isInteger(wanted) || wanted < 0) {
    return rejectValue(assignment, 'how many: a whole number from 0 up');
  }
  const item = findItemByName(situation.snapshot, name);
  const held = item === null ? 0 : (situation.snapshot.inventory[character.id]?.[item.id]?.quantity ?? 0);
  if (wanted > held) return gain(character, item?.name ?? titled(name), wanted - held, situation);
  if (item === null || held === 0) return reject('nothing-there', `${character.name} has no ${name}.`, path);
  return wanted === held
    ? []
    : [{ op: 'change_inventory', ownerId: character.id, itemId: item.id, by: wanted - held }];
}

type Described = { readonly [key: string]: unknown };

function described({ quantity: counted, qty, description }: Described) {
  const count = counted ?? qty;
  const many = typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 1;
  return { many, text: typeof description === 'string' ? description : '' };
}

function itemObject(
  character: Character,
  name: string,
  said: Described,
  situation: TranslationContext,
): Translation {
  const called = typeof said.name === 'string' ? said.name : titled(name);
  const { many, text } = described(said);
  const held = findItemByName(situation.snapshot, called);
  if (held !== null && situation.snapshot.inventory[character.id]?.[held.id] !== undefined) {
    return reject(
      'already-there',
      `${character.name} has ${held.name} already; write how many, like ${name}.quantity = 2.`,
      [name],
    );
  }
  return gain(character, called, many, situation, text);
}

/** Gives the character an item: one the world knows, or a new one. */
function gain(
  character: Character,
  name: string,
  by: number,
  { snapshot }: TranslationContext,
  description = '',
): Translation {
  const item = findItemByName(snapshot, name);
  if (item !== null) return [{ op: 'change_inventory', ownerId: character.id, itemId: item.id, by }];
  return [{ op: 'introduce_item', name, description, ownerId: character.id, quantity: by }];
}

/** Converts `sunstone_amulet` to `Sunstone amulet`. */
function titled(name: string): string {
  const words = name.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
