/** Bytes of a stream of server-sent events, also in the form that HTTP's chunked encoding gives them; made once for all. */
export class SseFrame {
  readonly plain: Buffer;
  #chunk: Buffer | null = null;

  constructor(content: string | Buffer) {
    this.plain = typeof content === 'string' ? Buffer.from(content) : content;
  }

  get chunk(): Buffer {
    this.#chunk ??= Buffer.concat([
      Buffer.from(`${this.plain.length.toString(16)}\r\n`),
      this.plain,
      Buffer.from('\r\n'),
    ]);
    return this.#chunk;
  }
}
