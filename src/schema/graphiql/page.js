// Runs in the browser: adds the token to requests, fills in the latest ids, and opens GraphiQL.
const { endpoint, needsToken, latestIds, scripts, workers, tabs } = JSON.parse(
  document.querySelector('#settings').textContent,
);
const TOKEN = 'scenewright-token';
const plainFetch = globalThis.fetch.bind(globalThis);

function readToken() {
  return sessionStorage.getItem(TOKEN) ?? '';
}

/** Sends a request with the token, unless the person wrote an authorization header of their own. */
function fetchWithToken(url, init = {}) {
  const headers = new Headers(init.headers);
  if (readToken() !== '' && !headers.has('authorization')) {
    headers.set('authorization', `Bearer ${readToken()}`);
  }
  return plainFetch(url, { ...init, headers });
}

/** Returns the ids of the person's latest campaign, of the first pack and of the first story. */
async function findLatestIds() {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const answer = await fetchWithToken(endpoint, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: latestIds }),
  });
  const { data } = await answer.json();
  const campaign = data?.campaigns?.nodes[0];
  const session = campaign?.currentSession;
  return {
    pack: data?.packs?.[0]?.id,
    entryPoint: data?.entryPoints?.nodes[0]?.id,
    campaign: campaign?.id,
    session: session?.id,
    scene: session?.currentScene?.id,
    freshId: crypto.randomUUID(),
  };
}

/** Replaces {{session}} and the like in a request. Throws when there is no such thing yet. */
async function fillPlaceholders(body) {
  const ids = await findLatestIds();
  return body.replace(/\{\{(pack|entryPoint|campaign|session|scene|freshId)\}\}/g, (placeholder, name) => {
    if (ids[name] === undefined)
      throw new Error(`${placeholder}: there is none yet. Run StartCampaign first.`);
    return ids[name];
  });
}

/** Fills a request: its body, or the variables in the address of a stream. */
async function fillRequest(url, init) {
  const address = new URL(url, location.href);
  const variables = address.searchParams.get('variables') ?? '';
  if (variables.includes('{{')) address.searchParams.set('variables', await fillPlaceholders(variables));
  const isText = typeof init.body === 'string' && init.body.includes('{{');
  return [address.href, isText ? { ...init, body: await fillPlaceholders(init.body) } : init];
}

globalThis.fetch = async (url, init = {}) => {
  try {
    return await fetchWithToken(...(await fillRequest(url, init)));
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    return Response.json({ errors: [{ message: error.message }] });
  }
};

function openGraphiql() {
  globalThis.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] };
  const script = document.createElement('script');
  script.src = scripts.graphiql;
  script.addEventListener('load', () => {
    const options = { endpoint, title: 'Scenewright', subscriptionsProtocol: 'SSE', defaultTabs: tabs };
    globalThis.YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), options);
  });
  document.head.append(script);
}

const form = document.querySelector('#access');
form.hidden = !needsToken;
form.elements.token.value = readToken();
form.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(TOKEN, form.elements.token.value.trim());
  location.reload();
});
if (needsToken && readToken() === '') {
  document.querySelector('#root').textContent =
    'This server needs a token: one that starts with swt_, or a JWT.';
} else openGraphiql();
