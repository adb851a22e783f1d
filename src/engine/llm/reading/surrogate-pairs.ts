const REPLACEMENT = '\uFFFD';

/** Joins surrogate halves that arrive apart, so that no half character ever leaves. A half that stays alone is replaced. */
export class SurrogatePairBuffer {
  #high = '';

  /** Returns the part of the text so far that can be passed on. */
  take(text: string): string {
    if (text === '') return '';
    const joined = this.#high + text;
    const splits = isHigh(joined.charCodeAt(joined.length - 1));
    this.#high = splits ? joined.slice(-1) : '';
    return (splits ? joined.slice(0, -1) : joined).toWellFormed();
  }

  end(): string {
    const rest = this.#high === '' ? '' : REPLACEMENT;
    this.#high = '';
    return rest;
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
