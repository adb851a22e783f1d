import { pressedBytes } from '../json-codec.ts';
import type { Lease } from '../leases.ts';
import type { PressedSnapshot, PressedSnapshots } from '../pressed-snapshots.ts';
import type { Commit, Ending } from '../turn-ending.ts';
import { worldDayOf } from '../world-day.ts';

export type PackedEnding = Omit<Ending, 'recording'> & {
  readonly recording: { readonly id: string; readonly pressed: Buffer };
};
export type PackedCommit = Omit<Commit, keyof Ending | 'scene' | 'sceneLore'> &
  PackedEnding & {
    readonly scene: Omit<Commit['scene'], 'snapshot'> &
      PressedSnapshot & { readonly worldDay: number | null };
    readonly sceneLore: Buffer | null;
  };

/** Everything large is pressed before the transaction begins, so that it stays short. */
export async function packedEnding<Given extends Pick<Ending, 'recording'>>(ending: Given) {
  const { id, content } = ending.recording;
  return { ...ending, recording: { id, pressed: await pressedBytes(content) } };
}

export async function packedCommit(
  { turn }: Lease,
  commit: Commit,
  snapshots: PressedSnapshots,
  lore: Promise<Buffer> | null,
): Promise<PackedCommit> {
  const { scene } = commit;
  const [packed, snapshot, sceneLore] = await Promise.all([
    packedEnding(commit),
    snapshots.press(turn.baseSceneId, scene),
    lore,
  ]);
  return { ...packed, scene: { ...scene, ...snapshot, worldDay: worldDayOf(scene.snapshot) }, sceneLore };
}
