import { createHmac } from 'node:crypto';

/** Fixes the free choices of a storyteller for one scene. One way, so that it tells nothing about the dice to come. */
export function storySeed(seed: string, sceneIndex: number): string {
  return createHmac('sha256', seed).update(`story:${sceneIndex}`).digest('hex');
}
