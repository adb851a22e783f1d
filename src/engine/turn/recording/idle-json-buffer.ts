/**
 * Buffers values that will be needed as JSON. Each is serialised when the process is idle, usually while a model thinks, and
 * at the latest when it is requested. Callers must not change the values meanwhile.
 */
export class IdleJsonBuffer<Value> {
  readonly #writer: (value: Value) => Buffer;
  readonly #values: Value[] = [];
  readonly #bytes: Buffer[] = [];
  #isDue = false;

  constructor(writer: (value: Value) => Buffer = toJsonBuffer) {
    this.#writer = writer;
  }

  add(value: Value): void {
    this.#values.push(value);
    if (this.#isDue) return;
    this.#isDue = true;
    whenIdle(() => {
      this.#isDue = false;
      this.#write();
    });
  }

  values(): readonly Value[] {
    return this.#values;
  }

  /** Returns each value as UTF-8. */
  bytes(): readonly Buffer[] {
    this.#write();
    return this.#bytes;
  }

  #write(): void {
    for (const value of this.#values.slice(this.#bytes.length)) this.#bytes.push(this.#writer(value));
  }
}

/** Runs a serialisation once the process is idle. A failure is reported to the caller that requests the value later. */
export function whenIdle(write: () => void): void {
  setImmediate(() => {
    try {
      write();
    } catch {
      // It is tried again when it is asked for, and fails there.
    }
  });
}

/** Serialises a value as JSON with the keys in their order. Refuses numbers that JSON cannot represent. */
export function toJsonBuffer(value: unknown): Buffer {
  mustBeFinite(value);
  return Buffer.from(JSON.stringify(value));
}

function mustBeFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} cannot be recorded`);
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) mustBeFinite(item);
}

/** Texts and bytes in UTF-8 as one. */
export function joinBytes(parts: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
