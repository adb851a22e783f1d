// Talks to the server: operations by POST, events as a stream that goes on after a dropped connection.

const RETRY_MILLISECONDS = 500;

/** Creates the connection to a server. Without a token it acts for the person at the machine. */
export function connect(server, token) {
  const headers = {
    'content-type': 'application/json',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  };
  const post = (query, variables, more = {}) =>
    fetch(`${server}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query, variables }),
      ...more,
      headers: { ...headers, ...more.headers },
    });

  /** Sends an operation. Returns its data; throws a sentence for the person. */
  async function ask(query, variables = {}) {
    const answer = await post(query, variables);
    const { data, errors } = await answer.json();
    if (errors !== undefined) throw new Error(errors[0].message);
    return data;
  }

  /** Yields the events of one connection, until it ends. */
  async function* listen(query, variables, signal) {
    const answer = await post(query, variables, { headers: { accept: 'text/event-stream' }, signal });
    for await (const { data, errors } of readEvents(answer)) {
      if (errors !== undefined) throw new Refused(errors[0].message);
      yield Object.values(data)[0];
    }
  }

  /** Yields every event after a cursor, each once and in order, until the signal ends it. A dropped connection is a pause. */
  async function* watch(query, variables, signal) {
    let { after } = variables;
    while (!signal.aborted) {
      try {
        for await (const event of listen(query, { ...variables, after }, signal)) {
          yield event;
          after = event.cursor;
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    }
  }

  return { ask, watch };
}

class Refused extends Error {}

/** Reads the results out of an answer of server-sent events. */
async function* readEvents(answer) {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return yield await answer.json();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const frames = `${rest}${value}`.split('\n\n');
    rest = frames.pop();
    for (const frame of frames) {
      const text = frame
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? line.slice(5).trim() : []));
      if (text.join('') !== '') yield JSON.parse(text.join('\n'));
    }
  }
}
