import { z } from 'zod';
import type { Rejection } from '#engine/kit/rejection.ts';
import { WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';

/** A moment as people write it (`1492 DR, Mirtul 10, 14:30`), read by the world's calendar, or a world time. */
export const Moment = z.union([z.string().min(1).max(120), WorldTime]);
export type Moment = z.infer<typeof Moment>;

/** What the text leaves out is taken from `now`. */
export function momentOf(moment: Moment, now: WorldTime, calendar: Calendar): WorldTime | Rejection {
  return typeof moment === 'string' ? calendar.parse(moment, now) : moment;
}
