import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

/** Reads published figures of the SRD. */
export function readPublished<Row>(name: string, row: z.ZodType<Row>): readonly Row[] {
  return z.array(row).parse(JSON.parse(readFileSync(`test/fixtures/srd/${name}.json`, 'utf8')));
}

/** Reads the figures of the pack `srd_5e`, by their ids. */
export function readPack<Row>(folder: 'creatures' | 'spells', row: z.ZodType<Row>): ReadonlyMap<string, Row> {
  const Entry = z.looseObject({ id: z.string() });
  const files = globSync(`content_packs/srd_5e/${folder}/*.yaml`);
  const entries = files.flatMap((file) => z.array(Entry).parse(parse(readFileSync(file, 'utf8'))[folder]));
  return new Map(
    entries.map(({ id, name: _name, description: _text, spells: _spells, ...figures }) => [
      id,
      row.parse(figures),
    ]),
  );
}
