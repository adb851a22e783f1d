const SESSIONS = 10_000;

type Known = { doubts: number; verifiedAt: number };

/**
 * For which sessions what is held in memory is known to reach the end of the log. Every reason to doubt it (a
 * wake from elsewhere, a look now and then, somebody new) is counted; a look at the store that began after the
 * last of them settles it for everybody.
 */
export class Certainty {
  readonly #known = new Map<string, Known>();

  doubt(sessionId: string): void {
    const known = this.#known.get(sessionId);
    if (known !== undefined) known.doubts += 1;
  }

  isSure(sessionId: string): boolean {
    const known = this.#known.get(sessionId);
    return known !== undefined && known.verifiedAt === known.doubts;
  }

  /** To be called before looking; what it gives is called when the look has reached the end of the log. */
  beginLook(sessionId: string): () => void {
    const known = this.#known.get(sessionId) ?? this.#enter(sessionId);
    const { doubts } = known;
    return () => {
      known.verifiedAt = Math.max(known.verifiedAt, doubts);
    };
  }

  #enter(sessionId: string): Known {
    const known = { doubts: 0, verifiedAt: -1 };
    this.#known.set(sessionId, known);
    if (this.#known.size > SESSIONS) {
      for (const oldest of this.#known.keys()) {
        this.#known.delete(oldest);
        break;
      }
    }
    return known;
  }
}
