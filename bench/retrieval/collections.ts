import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Doc = z.object({
  id: z.coerce.string(),
  title: z.string().optional(),
  path: z.string().optional(),
  body: z.string().nullish(),
  text: z.string().nullish(),
  speaker: z.string().optional(),
  session: z.coerce.string().optional(),
  turn: z.int().optional(),
  n: z.int().optional(),
  date: z.string().optional(),
});
export type Doc = z.infer<typeof Doc>;

const Query = z.object({
  text: z.string(),
  cat: z.union([z.number(), z.string()]).optional(),
  category: z.union([z.number(), z.string()]).optional(),
  rel: z.record(z.string(), z.number()),
});
export type Query = z.infer<typeof Query>;

const Group = z.object({ id: z.coerce.string(), docs: z.array(Doc), queries: z.array(Query) });
export type Group = z.infer<typeof Group>;

export type Collection = { readonly name: string; readonly groups: readonly Group[] };

/** Questions that have no answer; only conversations have them. */
const UNANSWERABLE = 5;

/** Where the collections lie: never in the project, they are not ours to give away. */
export function dataFolder(): string {
  const beside = fileURLToPath(new URL('../../../shared/bench', import.meta.url));
  return resolve(process.env.SCENEWRIGHT_BENCH_DATA ?? beside);
}

/** Every collection in the folder; each is searched group by group. Null when there is no folder. */
export function readCollections(): readonly Collection[] | null {
  const folder = dataFolder();
  if (!existsSync(folder)) return null;
  return globSync('*.json', { cwd: folder })
    .sort()
    .flatMap((file) => {
      const parsed = z
        .object({ groups: z.array(Group) })
        .safeParse(JSON.parse(readFileSync(resolve(folder, file), 'utf8')));
      if (!parsed.success) return [];
      return { name: basename(file, '.json'), groups: parsed.data.groups.map(answerable) };
    });
}

function answerable(group: Group): Group {
  const ids = new Set(group.docs.map(({ id }) => id));
  const queries = group.queries.filter(
    ({ rel, cat, category }) =>
      (cat ?? category) !== UNANSWERABLE && Object.keys(rel).some((id) => ids.has(id)),
  );
  return { ...group, queries };
}

/** What was said turn by turn is history; everything else is authored. */
export function isConversation({ docs }: Group): boolean {
  return docs.some(({ speaker, turn, session }) => (speaker ?? turn ?? session) !== undefined);
}
