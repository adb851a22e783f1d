import type { EventRow, EventRowStore } from '#engine/store/event-rows.ts';

/** Readers that stand at the same place and ask at the same moment share one query. */
export class SharedReads {
  readonly #ask: EventRowStore['after'];
  readonly #underWay = new Map<string, Map<string, Promise<readonly EventRow[]>>>();

  constructor(ask: EventRowStore['after']) {
    this.#ask = ask;
  }

  after(sessionId: string, sequence: number, limit: number): Promise<readonly EventRow[]> {
    const own = this.#underWay.get(sessionId) ?? new Map<string, Promise<readonly EventRow[]>>();
    this.#underWay.set(sessionId, own);
    const key = `${sequence}:${limit}`;
    const known = own.get(key);
    if (known !== undefined) return known;
    const asked = this.#ask(sessionId, sequence, limit).finally(() => {
      own.delete(key);
      if (own.size === 0 && this.#underWay.get(sessionId) === own) this.#underWay.delete(sessionId);
    });
    own.set(key, asked);
    return asked;
  }

  /** From now on nobody joins a query that may have looked before the newest event was there. */
  forget(sessionId: string): void {
    this.#underWay.delete(sessionId);
  }
}
