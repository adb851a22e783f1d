import type { CastMember } from '../../context-packet.ts';

const SILENT = /^\s*(?:silent|silence|none|does not speak|never speaks|says nothing|wordless)\b/i;

/** Whether somebody's author gave them no voice. */
export function isSilent({ speech }: Pick<CastMember, 'speech'>): boolean {
  return SILENT.test(speech);
}
