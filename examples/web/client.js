// A whole game in the browser: stories, narration as it is told, choices, dice and questions. The server keeps all state.
import { connect } from './api.js';
import { SESSION, START, STORIES, TAKE_TURN, WATCH } from './operations.js';

const find = (id) => document.getElementById(id);
const status = (text) => {
  find('status').textContent = text;
};
const settings = find('settings');
const action = find('action');
let api;
let sessionId = null;
let watching = new AbortController();

/** Runs a step and shows its error to the person. */
async function attempt(step) {
  try {
    await step();
  } catch (error) {
    status(error.message);
  }
}

/** Unpacks the payload of a mutation; a foreseen failure is thrown with its sentence. */
function unpack(data) {
  const [result] = Object.values(data);
  if (result.message !== undefined) throw new Error(result.message);
  return result;
}

function createButton(text, run) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', () => attempt(run));
  return button;
}

/** Adds a paragraph of the story. Narration is plain text and is never HTML. */
function addParagraph(text, kind = 'prose') {
  const paragraph = document.createElement('p');
  paragraph.className = kind;
  paragraph.textContent = text;
  find('story').append(paragraph);
  paragraph.scrollIntoView({ block: 'nearest' });
  return paragraph;
}

async function showStories() {
  const { entryPoints, campaigns } = await api.ask(STORIES);
  const begin = ({ id, name, summary }) => {
    const button = createButton(`Begin ${name}`, async () => {
      status('The opening is being told …');
      const { session } = unpack(await api.ask(START, { id }));
      location.hash = encodeURIComponent(session.id);
    });
    button.title = summary;
    return button;
  };
  const goOn = ({ name, currentSession }) =>
    createButton(`Continue ${name}`, () => {
      location.hash = encodeURIComponent(currentSession.id);
    });
  find('stories').replaceChildren(
    ...campaigns.nodes.filter(({ currentSession }) => currentSession !== null).map(goOn),
    ...entryPoints.nodes.map(begin),
  );
  status('');
}

/** Shows a session from the start of its page, also in the middle of a turn, and follows it from there. */
async function openSession(id) {
  watching.abort();
  watching = new AbortController();
  sessionId = id;
  const { session } = await api.ask(SESSION, { id });
  find('stories').replaceChildren();
  find('story').replaceChildren();
  addParagraph(session.campaign.name, 'player');
  if (session.campaign.prologue !== null) addParagraph(session.campaign.prologue);
  for (const turn of session.turns.nodes) showTurn(turn);
  showEnd(session);
  const { runningTurn } = session;
  status(runningTurn === null ? '' : 'The story goes on …');
  // In the middle of a turn its events are read again from the first one, so no word of it is lost.
  const after = runningTurn?.firstEventCursor ?? session.lastEventCursor;
  void follow({ id, after }, watching.signal);
}

function showTurn({ status: state, action: { kind, text }, rolls, answer, scene }) {
  if (kind !== 'OPENING') addParagraph(`> ${text}`, 'player');
  if (state === 'RUNNING') return;
  for (const { line } of rolls) addParagraph(line, 'dice');
  if (answer !== null) addParagraph(answer);
  if (scene !== null) addParagraph(scene.narration);
}

/** Shows what the player can do now: what is awaited, choices, or the end of the story. */
function showEnd({ awaiting, currentScene }) {
  const { ending, choices } = currentScene;
  if (ending !== null) addParagraph(`${ending.title}\n\n${ending.epilogue}`);
  showPrompt(awaiting);
  const buttons = choices.map(({ key, text }) => createButton(text, () => play({ choice: key }, text)));
  find('choices').replaceChildren(...(awaiting === null && ending === null ? buttons : []));
  action.hidden = ending !== null;
}

function showPrompt(prompt) {
  if (prompt === null) return find('prompt').replaceChildren();
  const promptId = prompt.id;
  const label = document.createElement('p');
  if (prompt.__typename === 'RollPrompt') {
    const rows = prompt.rows.map(({ from, to, text }) => `\n${from}-${to}: ${text ?? '?'}`);
    label.textContent = `${prompt.label}: roll ${prompt.dice}${rows.join('')}`;
    find('prompt').replaceChildren(
      label,
      createButton('Roll', () => play({ answer: { promptId } }, 'You roll.')),
    );
    return;
  }
  label.textContent = prompt.question;
  const options = prompt.options.map(({ id, text }) =>
    createButton(text, () => play({ answer: { promptId, optionId: id } }, text)),
  );
  find('prompt').replaceChildren(label, ...options);
  answering = promptId;
}

/** Question that the next words of the player answer; null when they are an action. */
let answering = null;

/** Sends an action. Its answer comes by the stream, so the request does not wait for it. */
async function play(what, shown) {
  find('choices').replaceChildren();
  find('prompt').replaceChildren();
  answering = null;
  addParagraph(`> ${shown}`, 'player');
  status('The story goes on …');
  const input = { sessionId, actionId: crypto.randomUUID(), action: what, wait: false };
  try {
    unpack(await api.ask(TAKE_TURN, { input }));
  } catch (error) {
    await openSession(sessionId);
    throw error;
  }
}

/** Shows the events of a session as they come, until another session is opened. */
async function follow(variables, signal) {
  let prose = null;
  const refresh = async () => showEnd((await api.ask(SESSION, { id: variables.id })).session);
  const handlers = {
    NarrationDelta: ({ text }) => {
      prose ??= addParagraph('');
      prose.textContent += text;
    },
    TurnAnswered: ({ text }) => addParagraph(text),
    DiceRolled: ({ roll }) => addParagraph(roll.line, 'dice'),
    PlayerPrompted: ({ prompt }) => {
      status('');
      showPrompt(prompt);
    },
    TurnFailed: ({ message }) => status(message),
    TurnCommitted: () => {
      prose = null;
      status('');
      return refresh();
    },
  };
  await attempt(async () => {
    for await (const event of api.watch(WATCH, variables, signal)) await handlers[event.__typename]?.(event);
  });
}

/** Opens the page of the address: a session behind `#`, or the stories. */
function open() {
  const id = decodeURIComponent(location.hash.slice(1));
  return attempt(() => (id === '' ? showStories() : openSession(id)));
}

action.addEventListener('submit', (event) => {
  event.preventDefault();
  const { text } = Object.fromEntries(new FormData(action));
  action.reset();
  void attempt(() => play(answering === null ? { text } : { answer: { promptId: answering, text } }, text));
});
settings.addEventListener('submit', (event) => {
  event.preventDefault();
  for (const [name, value] of new FormData(settings)) sessionStorage.setItem(name, value.trim());
  void start();
});
addEventListener('hashchange', open);

function start() {
  const { server, token } = settings.elements;
  server.value =
    sessionStorage.getItem('server') ?? new URLSearchParams(location.search).get('server') ?? server.value;
  token.value = sessionStorage.getItem('token') ?? '';
  if (server.value === '') server.value = 'http://127.0.0.1:4000';
  api = connect(server.value.replace(/\/$/, ''), token.value);
  return open();
}
void start();
