/** Those who ask the same at the same moment get one answer: a thousand streams of one viewer are one question. */
export class SharedChecks {
  readonly #underWay = new Map<string, Promise<boolean>>();

  ask(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const asked = check().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }
}
