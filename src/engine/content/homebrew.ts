import { suggestName } from '#engine/state/suggest-name.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { checkFiles } from './check-pack.ts';
import { CONTENT_KINDS, type ContentKind } from './format/content-kinds.ts';
import { ContentId } from './format/field-types.ts';
import { type HomebrewPack, type JsonData, putContent, removeContent, toPackFiles } from './homebrew-pack.ts';
import { type HomebrewRow, type HomebrewStore, MANIFEST_ID } from './homebrew-store.ts';
import type { PackFiles } from './pack-files.ts';
import type { Problem } from './problem.ts';
import { parsePack } from './read-pack.ts';
import { incrementPatchVersion } from './version-range.ts';

/** Saved as a new version, with the warnings that did not stand in the way. */
export type Saved = {
  readonly saved: true;
  readonly row: HomebrewRow;
  readonly packVersion: string;
  readonly problems: readonly Problem[];
};

/** Nothing was written; these are the reasons, as the checker tells them. */
export type NotSaved = { readonly saved: false; readonly problems: readonly Problem[] };

export type SaveRequest = {
  readonly packId: string;
  readonly kind: ContentKind;
  readonly id: string;
  /** The keys of its file. `id` may be left out. */
  readonly data: JsonData;
  /** The text below the frontmatter, for kinds that have one. */
  readonly body?: string;
};

/** The packs a homebrew pack may refer to. */
export type ReferencedPacks = readonly PackFiles[];

/** Begins a homebrew pack. Its manifest goes through the same checks as a pack.yaml. */
export async function createHomebrewPack(
  store: HomebrewStore,
  manifest: JsonData,
  beside: ReferencedPacks,
): Promise<Saved | NotSaved | Rejection> {
  const id = ContentId.safeParse(manifest.id);
  if (!id.success) return reject('bad-id', 'A pack id is lower-case words joined by _ or -.', ['id']);
  const isTaken = (await store.packIds()).includes(id.data) || idsOf(beside).includes(id.data);
  if (isTaken) return reject('id-taken', `There is a pack ${id.data} already.`, ['id']);
  const full: JsonData = { layer: 'homebrew', version: '1.0.0', ...manifest };
  const row = manifestRow(id.data, 1, full);
  return appendChecked(store, { manifest: full, contents: [] }, row, [row], beside);
}

/** Saves a content as a new version, if the pack with it is sound. The pack's own patch version rises with it. */
export async function saveContent(
  store: HomebrewStore,
  { packId, kind, id, data, body = '' }: SaveRequest,
  beside: ReferencedPacks,
): Promise<Saved | NotSaved | Rejection> {
  if (!ContentId.safeParse(id).success) {
    return reject('bad-id', `${id.slice(0, 60)} is no id: lower-case words joined by _ or -.`, ['id']);
  }
  if (body !== '' && CONTENT_KINDS[kind].written === 'yaml') {
    return reject('no-text-here', `A ${kind} has no text below its keys.`, ['body']);
  }
  const content = { kind, id, data: { ...data, id }, body: body.replace(/\r\n?/g, '\n').trim() };
  return change(store, packId, id, beside, (pack) => ({
    pack: putContent(pack, content),
    content,
    active: true,
  }));
}

/** Takes a content out of its pack, if the pack without it is sound. Its versions stay readable. */
export async function withdrawContent(
  store: HomebrewStore,
  packId: string,
  id: string,
  beside: ReferencedPacks,
): Promise<Saved | NotSaved | Rejection> {
  return change(store, packId, id, beside, (pack) => {
    const content = pack.contents.find((one) => one.id === id);
    if (content === undefined) return reject('unknown-content', `${packId} has no ${id}.`, ['id']);
    return { pack: removeContent(pack, id), content, active: false };
  });
}

/** Makes an earlier version the present one, by saving it again. */
export async function restoreVersion(
  store: HomebrewStore,
  packId: string,
  id: string,
  version: number,
  beside: ReferencedPacks,
): Promise<Saved | NotSaved | Rejection> {
  const old = (await store.versionsOf(packId, id)).find((row) => row.version === version);
  if (old === undefined || old.kind === 'manifest') {
    return reject('unknown-version', `${packId}:${id} has no version ${version}.`, ['version']);
  }
  const { kind, data, body } = old;
  return saveContent(store, { packId, kind, id, data, body }, beside);
}

/** Reads the present version of a homebrew pack; null when there is none. */
export async function readHomebrew(store: HomebrewStore, packId: string): Promise<HomebrewPack | null> {
  return packOf(await store.latestRows(packId));
}

/** Reads every homebrew pack as files, ready to be loaded beside those on disk. */
export async function readHomebrewFiles(store: HomebrewStore): Promise<readonly PackFiles[]> {
  const packs = await Promise.all((await store.packIds()).map((id) => readHomebrew(store, id)));
  return packs.flatMap((pack) => (pack === null ? [] : [toPackFiles(pack)]));
}

type Changed = {
  readonly pack: HomebrewPack;
  readonly content: HomebrewPack['contents'][number];
  readonly active: boolean;
};

async function change(
  store: HomebrewStore,
  packId: string,
  id: string,
  beside: ReferencedPacks,
  make: (pack: HomebrewPack) => Changed | Rejection,
): Promise<Saved | NotSaved | Rejection> {
  const rows = await store.latestRows(packId);
  const pack = packOf(rows);
  if (pack === null) {
    const near = suggestName(packId, await store.packIds());
    return reject('unknown-pack', `There is no homebrew pack ${packId}.${near}`, ['packId']);
  }
  const changed = make(pack);
  if (isRejection(changed)) return changed;
  const manifest = { ...pack.manifest, version: incrementPatchVersion(String(pack.manifest.version)) };
  const { kind, data, body } = changed.content;
  const row = { packId, kind, id, version: versionAfter(rows, id), active: changed.active, data, body };
  const written = [row, manifestRow(packId, versionAfter(rows, MANIFEST_ID), manifest)];
  return appendChecked(store, { ...changed.pack, manifest }, row, written, beside);
}

async function appendChecked(
  store: HomebrewStore,
  pack: HomebrewPack,
  row: HomebrewRow,
  rows: readonly HomebrewRow[],
  beside: ReferencedPacks,
): Promise<Saved | NotSaved | Rejection> {
  const { problems, isPlayable } = checkFiles([toPackFiles(pack)], beside);
  if (!isPlayable) return { saved: false, problems };
  if (await store.append(rows))
    return { saved: true, row, packVersion: String(pack.manifest.version), problems };
  return reject('edited-meanwhile', 'Another author saved this in the meantime. Look at it and save again.');
}

function packOf(rows: readonly HomebrewRow[]): HomebrewPack | null {
  const manifest = rows.find(({ kind }) => kind === 'manifest');
  if (manifest === undefined) return null;
  const contents = rows.flatMap(({ kind, id, data, body, active }) =>
    kind === 'manifest' || !active ? [] : [{ kind, id, data, body }],
  );
  return { manifest: manifest.data, contents };
}

function versionAfter(rows: readonly HomebrewRow[], id: string): number {
  return (rows.find((row) => row.id === id)?.version ?? 0) + 1;
}

function manifestRow(packId: string, version: number, data: JsonData): HomebrewRow {
  return { packId, kind: 'manifest', id: MANIFEST_ID, version, active: true, data, body: '' };
}

function idsOf(beside: ReferencedPacks): readonly string[] {
  return beside.map((files) => parsePack(files).label);
}
