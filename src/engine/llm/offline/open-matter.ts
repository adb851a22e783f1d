import type { ModeInput } from '../step-inputs.ts';
import { ended } from './ended.ts';

export function openMatter({ title, stakes }: ModeInput['packet']['threads'][number]): string {
  return `${ended(title)} ${stakes}`.trim();
}
