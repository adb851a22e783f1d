import { BESIDE, BRISK, type Shape, THOUGHTFUL, WITH_TEA } from '../../test/support/wire/long-campaign.ts';

/** Ways to play. None of them was chosen for its result: three lengths of stay, four paces. */
export const SHAPES: readonly { readonly name: string; readonly shape: Shape }[] = [
  { name: '12, tea', shape: { turnsInAPlace: 12, pauseBefore: WITH_TEA } },
  { name: '6, tea', shape: { turnsInAPlace: 6, pauseBefore: WITH_TEA } },
  { name: '20, tea', shape: { turnsInAPlace: 20, pauseBefore: WITH_TEA } },
  { name: '12, brisk', shape: { turnsInAPlace: 12, pauseBefore: BRISK } },
  { name: '12, thoughtful', shape: { turnsInAPlace: 12, pauseBefore: THOUGHTFUL } },
  { name: '12, beside', shape: { turnsInAPlace: 12, pauseBefore: BESIDE } },
];
