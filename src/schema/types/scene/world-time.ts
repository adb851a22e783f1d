import type { DateStyle } from '#engine/rules/calendar.ts';
import type { WorldTime as TurnContext } from '#engine/util/world-time.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { loadSessionRules } from '../../views/visible-scene.ts';

/** World time of a session. Its calendar is loaded only when the client selects a formatted field. */
export type SessionTime = { readonly time: TurnContext; readonly sessionId: string };

const TimeOfDay = defineWordEnum('TimeOfDay', 'The part of the day, by the clock.', {
  'Deep Night': 'From midnight on.',
  Dawn: 'Around sunrise.',
  Morning: 'Before noon.',
  Midday: 'Around noon.',
  Afternoon: 'After noon.',
  Evening: 'Around sunset.',
  Night: 'Until midnight.',
});

export const WorldTime = builder.objectRef<SessionTime>('WorldTime').implement({
  description: 'World time. Its texts are null when the campaign’s calendar is no longer available.',
  fields: (t) => ({
    day: t.int({
      description: 'The day, counted from the calendar’s own day 0.',
      resolve: ({ time }) => time.day,
    }),
    microsecond: t.field({
      type: 'SafeInt',
      description: 'The microsecond of that day: 0 to 86,399,999,999.',
      resolve: ({ time }) => time.microsecond,
    }),
    text: t.string({
      nullable: true,
      description: 'As a header says it: `1492 DR, Mirtul 10, 14:30:25`.',
      resolve: (moment, _args, context) => written(moment, 'header', context),
    }),
    long: t.string({
      nullable: true,
      description: 'In full: `Sunday, 1 January 1430 AD, 14:30:25 (Afternoon)`.',
      resolve: (moment, _args, context) => written(moment, 'long', context),
    }),
    iso: t.string({
      nullable: true,
      description: 'Year, month, day and clock in the world’s own calendar: `1430-01-31T14:30:25.000001`.',
      resolve: (moment, _args, context) => written(moment, 'iso', context),
    }),
    timeOfDay: t.field({
      type: TimeOfDay,
      nullable: true,
      description: 'The part of the day.',
      resolve: async ({ time, sessionId }, _args, context) => {
        const rules = await loadSessionRules(sessionId, context);
        return rules === null ? null : rules.calendar.partsOf(time).timeOfDay;
      },
    }),
  }),
});

async function written(
  { time, sessionId }: SessionTime,
  style: DateStyle,
  context: Context,
): Promise<string | null> {
  const rules = await loadSessionRules(sessionId, context);
  return rules === null ? null : rules.calendar.format(time, style);
}
