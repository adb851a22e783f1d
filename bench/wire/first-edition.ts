import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Usage } from '#engine/llm/provider.ts';
import { readSystemPrompt, recogniseStep } from '../../test/support/wire/recognise-step.ts';
import { WireBody } from '../../test/support/wire/wire-body.ts';
import { PrefixAccounts } from './prefix-usage.ts';

/** A call of the recorded first edition, accounted for as the new edition's calls are. */
export type FirstEditionCall = { readonly step: string; readonly isLarge: boolean; readonly usage: Usage };

const FOLDER = process.env.FIRST_EDITION ?? '../shared/bench/first-edition';

/** The recorded requests of each evening, by the number of the first and of the last. */
const EVENINGS = {
  'castile_1430:the_royal_banner': [1, 20],
  'neo_seattle:dead_drop': [21, 53],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
export type FirstEditionEvening = keyof typeof EVENINGS;

export function isFirstEditionEvening(entryPointId: string): entryPointId is FirstEditionEvening {
  return entryPointId in EVENINGS;
}

const Head = z.looseObject({ model: z.string(), schema: z.string().nullable().default(null) });
const PART = /^======== (SYSTEM|MESSAGE)\[[\d.]+\].*? cache=(.*)$/gm;

/** Reads an evening of the first edition; null when the recordings are not there. */
export function readFirstEdition(
  evening: FirstEditionEvening,
  cacheMinimum: number,
): readonly FirstEditionCall[] | null {
  if (!existsSync(join(FOLDER, 'in'))) return null;
  const [first, last] = EVENINGS[evening];
  const accounts = new PrefixAccounts(cacheMinimum);
  const numbers = readdirSync(join(FOLDER, 'in'))
    .map((file) => Number.parseInt(file, 10))
    .filter((number) => number >= first && number <= last)
    .toSorted((one, other) => one - other);
  return numbers.map((number) => {
    const file = `${String(number).padStart(3, '0')}.txt`;
    const body = readBody(readFileSync(join(FOLDER, 'in', file), 'utf8'));
    const reply = readFileSync(join(FOLDER, 'out', file), 'utf8');
    return {
      step: recogniseStep(readSystemPrompt(body)),
      isLarge: body.model.includes('sonnet'),
      usage: accounts.account(body, reply),
    };
  });
}

/** Where the recordings are looked for, for people. */
export const FIRST_EDITION_FOLDER = FOLDER;

/** Reads a request as the recordings show it: a head of JSON, then the parts with their cache marks. */
function readBody(text: string): WireBody {
  const parts = [...text.matchAll(PART)];
  const start = text.indexOf('{');
  const head = Head.parse(JSON.parse(text.slice(start, parts[0]?.index ?? text.length)));
  const blocks = parts.map((part, at) => ({
    isSystem: part[1] === 'SYSTEM',
    block: {
      text: text.slice(part.index + part[0].length + 1, parts[at + 1]?.index ?? text.length).trimEnd(),
      cache_control: JSON.parse(part[2] ?? 'null') ?? undefined,
    },
  }));
  return WireBody.parse({
    model: head.model,
    system: blocks.filter(({ isSystem }) => isSystem).map(({ block }) => block),
    messages: blocks.filter(({ isSystem }) => !isSystem).map(({ block }) => ({ content: [block] })),
    ...(head.schema === null ? {} : { output_config: JSON.parse(head.schema) }),
  });
}
