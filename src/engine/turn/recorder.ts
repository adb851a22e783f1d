import type { Usage } from '#engine/llm/provider.ts';

/** One call of a model, exactly as it went. */
export type RecordedCall = {
  readonly step: string;
  readonly model: string;
  readonly prompt: { readonly id: string; readonly version: string; readonly hash: string };
  readonly system: readonly string[];
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly input: unknown;
  readonly output: string;
  readonly usage: Usage | null;
};

/** Collects what happened in one attempt at a turn, for the game master. Kept also when the turn fails. */
export class Recorder {
  readonly #content: Record<string, unknown[]> = {
    steps: [],
    calls: [],
    rolls: [],
    searches: [],
    operations: [],
  };

  step(name: string, milliseconds: number): void {
    this.#content.steps?.push({ name, milliseconds: Math.round(milliseconds * 1000) / 1000 });
  }

  call(call: RecordedCall): void {
    this.#content.calls?.push(call);
  }

  roll(roll: object): void {
    this.#content.rolls?.push(roll);
  }

  search(query: object, found: readonly string[]): void {
    this.#content.searches?.push({ query, found });
  }

  operations(applied: readonly unknown[], rejected: readonly unknown[]): void {
    this.#content.operations?.push({ applied, rejected });
  }

  content(about: object): object {
    return { ...about, ...this.#content };
  }
}
