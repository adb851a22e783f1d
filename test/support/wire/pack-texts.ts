import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A file of a pack: its fields and its text. */
export type PackText = {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
};

const HEAD = /^---\n([\s\S]*?)\n---\n/;

/** The Markdown files of a pack's folder, by name. */
export function packTexts(pack: string, folder: string): PackText[] {
  const path = join('content_packs', pack, folder);
  return readdirSync(path)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(path, name), 'utf8');
      const fields: Record<string, unknown> = parse(HEAD.exec(text)?.[1] ?? '') ?? {};
      return { id: String(fields.id), fields, body: text.replace(HEAD, '').trim() };
    });
}

export function packYaml(pack: string, file: string): Readonly<Record<string, unknown>> {
  return parse(readFileSync(join('content_packs', pack, file), 'utf8'));
}

/** The sentences of texts, for making up stories that sound like the pack. */
export function sentencesOf(texts: readonly PackText[]): string[] {
  return texts.flatMap(({ body }) => {
    const plain = body.replace(/^#.*$/gm, '').replace(/\s+/g, ' ');
    return plain.match(/[A-Z"“][^.!?]{20,160}[.!?]["”]?/g) ?? [];
  });
}
