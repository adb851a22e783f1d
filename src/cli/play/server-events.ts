/** The data of each server-sent event, in order, until the stream completes. */
export async function* eventsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const bytes of stream) {
    held += decoder.decode(bytes, { stream: true });
    const blocks = held.split(/\r?\n\r?\n/);
    held = blocks.pop() ?? '';
    for (const block of blocks) {
      const { name, data } = read(block);
      if (name === 'complete') return;
      if (data !== '') yield data;
    }
  }
}

function read(block: string): { readonly name: string; readonly data: string } {
  const lines = block.split(/\r?\n/);
  const all = (field: string) =>
    lines.flatMap((line) => (line.startsWith(`${field}:`) ? line.slice(field.length + 1).trimStart() : []));
  return { name: all('event').at(-1) ?? 'next', data: all('data').join('\n') };
}
