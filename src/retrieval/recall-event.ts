/** One exchange of play, as it can be recalled word for word. */
export type RecordedExchange = {
  readonly player: string;
  readonly narration: string;
  /** Events of the chronicle it led to. */
  readonly eventIds: readonly string[];
  /** The in-world day it was played on; null where that is not known. */
  readonly day: number | null;
};

const LAST_OF_DAY = 3;

/** What was said when an event happened: the exchanges that name it, else the last three of its in-world day. */
export function recallEvent(
  exchanges: readonly RecordedExchange[],
  event: { readonly id: string; readonly day: number },
): readonly RecordedExchange[] {
  const naming = exchanges.filter(({ eventIds }) => eventIds.includes(event.id));
  return naming.length > 0 ? naming : exchanges.filter(({ day }) => day === event.day).slice(-LAST_OF_DAY);
}
