import { createHmac } from 'node:crypto';
import { remembered } from '#engine/kit/remembered.ts';

/** The seeds of the turns being played: every step of a turn asks for the same. */
const KEPT_CHARACTERS = 20_000;

/** Fixes the free choices of a storyteller for one scene. One way, so that it tells nothing about the dice to come. */
export function storySeed(seed: string, sceneIndex: number): string {
  return seedFor(`${sceneIndex} ${seed}`);
}

const seedFor = remembered((key: string): string => {
  const space = key.indexOf(' ');
  return createHmac('sha256', key.slice(space + 1))
    .update(`story:${key.slice(0, space)}`)
    .digest('hex');
}, KEPT_CHARACTERS);
