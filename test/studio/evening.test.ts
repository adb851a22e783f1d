import { afterAll, beforeAll, beforeEach, expect, it, type TestContext } from 'vitest';
import { CARDS } from '../support/cards.ts';
import { refuse } from '../support/plain/reply.ts';
import { telling } from '../support/step-script.ts';
import { openStudio, PATIENCE, type Visit } from '../support/studio.ts';

let studio: Awaited<ReturnType<typeof openStudio>>;
let owner: string;
beforeAll(async () => {
  studio = await openStudio();
  owner = (await studio.makeToken('owner', ['gm', 'player'])).token;
}, 180_000);
afterAll(() => studio.close());
beforeEach((context: TestContext) => {
  studio.script.clear();
  studio.hold.until = null;
  if (studio.reason !== null) context.skip(studio.reason);
});

/** Opens the table of a story whose opening is told. */
async function sitDown(wish: Parameters<typeof studio.visit>[1] = {}) {
  const { sessionId, turnId } = await studio.begin(owner);
  const visit = await studio.visit(`/play/${sessionId}`, { token: owner, ...wish });
  await visit.page.waitForSelector('.scene', PATIENCE);
  return { visit, sessionId, turnId };
}

/** Types into the table's box and sends it. */
async function say({ page }: Visit, text: string): Promise<void> {
  await page.waitForSelector('textarea', PATIENCE);
  await page.focus('textarea');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

const narrate = (prose: string) => studio.script.set('narrate', () => telling(prose));
const countScenes = ({ page }: Visit) =>
  page.evaluate(() => document.querySelectorAll('[data-scene]').length);

it('asks for a token, says when it is not accepted, and keeps it in the tab', {
  timeout: 240_000,
}, async () => {
  const visit = await studio.visit('/');
  await visit.sees('This server has accounts');
  await visit.page.type('input', 'wrong');
  await visit.press('Sign in');
  await visit.sees('was not accepted');
  expect(await visit.violations()).toEqual([]);
  await visit.page.type('input', owner);
  await visit.press('Sign in');
  await visit.sees('Begin a story');

  expect(await visit.page.evaluate(() => [localStorage.length, sessionStorage.length > 0])).toEqual([
    0,
    true,
  ]);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('plays an evening from the first card to a fork', { timeout: 400_000 }, async () => {
  const visit = await studio.visit('/', { token: owner });
  await visit.press('The Second Ledger');
  await visit.sees('Who are you?');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Begin');
  await visit.page.waitForSelector('[data-scene="1"]', PATIENCE);

  narrate('A gull laughs above the quay.');
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  await visit.page.click('.choices button');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  narrate('The harbour is full of fog.');
  await say(visit, 'I look at the harbour.');
  await visit.page.waitForSelector('[data-scene="3"]', PATIENCE);
  await visit.sees('The harbour is full of fog.');
  await visit.sees('I look at the harbour.');

  await visit.press('Ask', 'label');
  await say(visit, 'How do rolls work?');
  await visit.page.waitForSelector('.aside-note', PATIENCE);

  studio.script.set('retell', () => ({ say: 'Fog lies upon the harbour like wool.' }));
  // The question may not be over yet; then the table says so, and one asks again. A second wish while the first is fulfilled would be a third version.
  let isFirst = true;
  const tellAgain = async () => {
    const isOpen = await visit.page.evaluate((mayAsk) => {
      const row = [...document.querySelectorAll('.scene-actions')].at(-1);
      const button = row?.querySelector('button') ?? null;
      const isRefused = row?.querySelector('[role=status]') != null && button?.disabled === false;
      if (mayAsk || isRefused) button?.click();
      return document.querySelector('dialog[open]') !== null;
    }, isFirst);
    isFirst = false;
    return isOpen;
  };
  await expect.poll(tellAgain, { ...PATIENCE, interval: 1_000 }).toBe(true);
  await visit.sees('Versions of this scene');
  await visit.sees('like wool');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Take this one');
  await expect
    .poll(() => visit.page.$eval('[data-scene="3"] > .prose', ({ textContent }) => textContent), PATIENCE)
    .toBe('The harbour is full of fog.');

  const before = visit.page.url();
  await visit.press('Fork');
  await expect.poll(() => visit.page.url() === before, PATIENCE).toBe(false);
  // The first button belongs to scene 1: the fork has it, and none after it.
  const listScenes = () =>
    visit.page.$$eval('[data-scene]', (all) => all.map((one) => one.getAttribute('data-scene')));
  await expect.poll(listScenes, PATIENCE).toEqual(['0', '1']);

  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('waits for a roll, also after a reload, and shows the dice with their proof', {
  timeout: 240_000,
}, async () => {
  const { visit } = await sitDown();
  await say(visit, 'I sneak past the clerk.');
  await visit.page.waitForSelector('.prompt', PATIENCE);
  await visit.page.reload({ waitUntil: 'domcontentloaded' });
  await visit.page.waitForSelector('.prompt', PATIENCE);
  expect(await visit.violations()).toEqual([]);
  await visit.page.type('.own-dice input', '6 5');
  await visit.press('Use them');
  await visit.page.waitForSelector('[data-scene="2"] .dice', PATIENCE);
  await visit.page.$eval('[data-scene="2"] .dice', (chip) => (chip as HTMLElement).click());
  await visit.sees('Commitment to the seed');
  await visit.sees('a player, with dice of their own');
  expect(await visit.violations()).toEqual([]);

  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('plays with a second person, who is invited and reads along live', { timeout: 400_000 }, async () => {
  const { visit } = await sitDown();
  await visit.press('Table', '[role=tab]');
  await visit.sees('Invite a player');
  const marit = await visit.page.$$eval('.side option', (options) =>
    options
      .filter(({ textContent }) => textContent?.startsWith('Marit'))
      .map((option) => (option as HTMLOptionElement).value),
  );
  await visit.page.select('.side .stack select', marit[0] ?? '');
  await visit.press('Make an invitation');
  await visit.page.waitForSelector('input[readonly]', PATIENCE);
  expect(await visit.violations()).toEqual([]);
  const address = await visit.page.$eval('input[readonly]', (input) => (input as HTMLInputElement).value);
  const ann = (await studio.makeToken('ann', ['player'])).token;
  const guest = await studio.visit(new URL(address).pathname, { token: ann });
  await guest.press('Sit down');
  await guest.page.waitForSelector('[data-scene="1"]', PATIENCE);

  await visit.page.waitForSelector('.member-here', PATIENCE);
  await guest.page.waitForSelector('.member-here', PATIENCE);
  await guest.page.type('textarea', 'I hum');
  await visit.sees('ANN is typing …');
  narrate('A lantern swings on the pier.');
  await say(visit, 'I raise the lantern.');
  await guest.sees('A lantern swings on the pier.');
  await guest.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await guest.sees('Ines VargaI raise the lantern.');

  expect(await guest.page.$('a[href^="/behind"]')).toBeNull();
  expect(await guest.page.evaluate(() => (document.body.textContent ?? '').includes('Command'))).toBe(false);
  expect([...visit.faults, ...guest.faults]).toEqual([]);
  await guest.close();
  await visit.page.waitForSelector('.member:not(.member-here)', PATIENCE);
  await visit.close();
});

it('asks for another token when one expires in mid-evening, and then sends what was written', {
  timeout: 240_000,
}, async () => {
  const { visit } = await sitDown();
  const made = await studio.makeToken('owner', ['gm', 'player'], { seconds: 1 });
  await visit.page.evaluate((token) => sessionStorage.setItem('scenewright.token', token), made.token);
  await expect
    .poll(async () => (await studio.ask(made.token, '{ viewer { name } }')).status, PATIENCE)
    .toBe(401);
  narrate('The bell tolls twice.');
  await say(visit, 'I wait for the bell.');
  await visit.sees('Your token was not accepted');
  expect(await visit.violations()).toEqual([]);
  await visit.page.type('input', owner);
  await visit.press('Sign in');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await visit.sees('The bell tolls twice.');

  expect(await countScenes(visit)).toBe(3);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('opens a story at its prologue, and a long scene at its first word', { timeout: 240_000 }, async () => {
  const { visit } = await sitDown();
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  expect(await visit.page.evaluate(() => scrollY)).toBe(0);
  const bytes = await visit.page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => !name.includes('/graphql') && !name.includes('/files/'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(130_000);
  narrate(
    Array.from({ length: 30 }, (_, index) => `Hour ${index} passes. ${'The tide turns. '.repeat(20)}`).join(
      '\n\n',
    ),
  );
  await say(visit, 'I wait for the ships.');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  const read = () =>
    visit.page.$eval('[data-scene="2"]', (scene) => {
      const { top } = scene.getBoundingClientRect();
      const header = document.querySelector('.table-head')?.getBoundingClientRect().bottom ?? 0;
      return top >= header && top < innerHeight / 2;
    });
  await expect.poll(read, PATIENCE).toBe(true);

  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('keeps the lines of a story that was turned back, and goes on in any of them', {
  timeout: 400_000,
}, async () => {
  const { visit } = await sitDown();
  narrate('The fog lifts.');
  await say(visit, 'I look at the harbour.');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  const first = visit.page.url();
  await visit.press('Back to here');
  await expect.poll(() => visit.page.url() === first, PATIENCE).toBe(false);
  await visit.page.waitForSelector('[data-scene="1"]', PATIENCE);
  await visit.press('Table', '[role=tab]');
  await visit.sees('Lines of this story');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Scene 2');
  await visit.sees('The story went on in another line.');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Go on from here instead');
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  expect([first].includes(visit.page.url())).toBe(false);
  expect(await countScenes(visit)).toBe(3);

  await visit.press('Table', '[role=tab]');
  await visit.press('End the session', '.panel > button');
  await visit.press('Yes, end it');
  await visit.sees('This session has ended.');
  await visit.press('Go on in a new session');
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  expect(await countScenes(visit)).toBe(3);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('marks as read what was read, and has sentences where there is nothing yet', {
  timeout: 240_000,
}, async () => {
  const { token } = await studio.makeToken('newcomer', ['gm', 'player']);
  const visit = await studio.visit('/', { token });
  await visit.sees('You have no story yet.');
  expect(await visit.violations()).toEqual([]);
  const { sessionId } = await studio.begin(token);
  await visit.page.reload({ waitUntil: 'domcontentloaded' });
  await visit.sees('1 new scene');
  await visit.press('The Second Ledger', '.card a');
  await visit.page.waitForSelector('[data-scene="1"]', PATIENCE);
  const isRead = async () =>
    (
      await studio.ask(token, 'query ($id: ID!) { session(id: $id) { campaign { unreadScenes } } }', {
        id: sessionId,
      })
    ).text;
  await expect.poll(isRead, PATIENCE).toContain('"unreadScenes":0');

  await visit.page.goto(`${studio.url}/play/nothing`);
  await visit.sees('There is no such session');
  await visit.page.goto(`${studio.url}/begin/nothing`);
  await visit.sees('There is no such story');
  await visit.page.goto(`${studio.url}/turns/nothing`);
  await visit.sees('There is no such turn');
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('shows narration as text and never as markup', { timeout: 240_000 }, async () => {
  const { visit } = await sitDown();
  narrate('The sign says <img src=x onerror="document.title=1"> and <b>nothing</b> more. A *bell* rings.');
  await say(visit, 'I read <b>the sign</b>.');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await visit.sees('I read <b>the sign</b>.');

  expect(await visit.page.evaluate(() => document.querySelectorAll('.scene img, .scene b').length)).toBe(0);
  expect(await visit.page.evaluate(() => document.querySelector('.prose em')?.textContent)).toBe('bell');
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('tells of a refusal of the model and tries again', { timeout: 240_000 }, async () => {
  const { visit } = await sitDown();
  studio.script.set('narrate', refuse);
  await say(visit, 'I wait.');
  await visit.sees('declined to tell this');
  await visit.sees('Nothing has happened in the story.');
  expect(await visit.violations()).toEqual([]);
  narrate('The tide turns after all.');
  const tryAgain = await visit.page.$('.box-problem .primary');
  if (tryAgain === null) {
    await visit.press('Do something else');
    await say(visit, 'I wait a little.');
  } else await tryAgain.click();
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await visit.sees('The tide turns after all.');

  expect(await countScenes(visit)).toBe(3);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('goes on after a reload in the middle of a turn', { timeout: 240_000 }, async () => {
  const { visit } = await sitDown();
  narrate('One. Two. Three. The bell of the quay rings and everyone looks up from their work at once.');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let pieces = 0;
  studio.hold.until = async ({ step }) => {
    if (step !== 'narrate') return;
    pieces += 1;
    if (pieces > 2) await released;
  };
  await say(visit, 'I listen.');
  await visit.sees('One.');
  await visit.page.reload({ waitUntil: 'domcontentloaded' });
  await visit.sees('I listen.');
  release();
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await visit.sees('everyone looks up');

  expect(await countScenes(visit)).toBe(3);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

/** Elements that reach beyond the screen. */
const findWide = ({ page }: Visit) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body :not(svg *)')]
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => `${one.tagName} ${one.className}`),
  );

it('plays an evening on a phone, with the panel above the story', { timeout: 400_000 }, async () => {
  const visit = await studio.visit('/', { token: owner, width: 390, height: 844, dark: true });
  await visit.press('The Second Ledger', '.card-first a');
  await visit.sees('Who are you?');
  expect(await findWide(visit)).toEqual([]);
  await visit.press('Begin');
  await visit.page.waitForSelector('[data-scene="1"]', PATIENCE);
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  // The opening is read from its beginning, so one scrolls to what can be done.
  await visit.page.$eval('.choices button', (choice) => choice.scrollIntoView({ block: 'center' }));
  await visit.page.click('.choices button');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await say(visit, 'I sneak past the clerk.');
  await visit.page.waitForSelector('.prompt', PATIENCE);
  expect(await findWide(visit)).toEqual([]);
  await visit.press('Roll for me');
  await visit.page.waitForSelector('[data-scene="3"] .dice', PATIENCE);
  await visit.press('Character and world');
  await visit.page.waitForSelector('.side-open', PATIENCE);
  await visit.press('World');
  await visit.sees('People here');
  expect(await visit.violations()).toEqual([]);
  expect(await findWide(visit)).toEqual([]);
  await visit.press('Close the panel');

  expect(await findWide(visit)).toEqual([]);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('says why a turn went as it did, and shows the operation behind it', { timeout: 240_000 }, async () => {
  const { visit, turnId } = await sitDown();
  await visit.press('Why');
  await visit.sees('Steps and calls');
  await visit.sees('Prompt of narrate');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Show the operation of this turn');
  await visit.sees('query Why');
  await visit.sees(turnId);

  const command = await visit.page.$eval(
    '[data-copies]',
    (button) => button.getAttribute('data-copies') ?? '',
  );
  expect(command).toContain(`curl -s ${studio.url}/graphql`);
  expect(command).toContain(turnId);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('shows a game master everything behind the screen, after they asked for it', {
  timeout: 400_000,
}, async () => {
  const { visit, sessionId } = await sitDown();
  narrate('The fog lifts.');
  await say(visit, 'I look at the harbour.');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await visit.press('Behind the screen');
  await visit.sees('takes the surprises away');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Show the spoilers');
  const open = async (tab: string, sign: string | RegExp) => {
    await visit.press(tab, '[role=tab]');
    await visit.sees(sign);
    expect(await visit.violations()).toEqual([]);
  };
  await open('People', 'remembers');
  const countMemories = () => visit.page.$$eval('.memory', (memories) => memories.length);
  await expect.poll(countMemories, PATIENCE).toBeGreaterThan(0);
  const atTheEnd = await countMemories();
  await visit.page.focus('input[type=range]');
  await visit.page.keyboard.press('Home');
  await visit.sees('Scene 0');
  await expect.poll(countMemories, PATIENCE).toBeLessThan(atTheEnd);
  await open('Who knows what', 'know that is not known to');
  await open('Views', 'As it is');
  await visit.page.waitForSelector('.unseen', PATIENCE);
  await open('Secrets', 'Comes to light');
  await open('Plans', 'Agendas');
  await open('Lore', /Passages|told without lore/);
  await open('Notes', 'The whole state');
  await visit.press('Show the operation of Notes for the game master');
  await visit.sees('query BehindNotes');
  await visit.page.waitForSelector('[data-copies*="/graphql/authoring"]', PATIENCE);

  const ann = (await studio.makeToken('stranger', ['player'])).token;
  const stranger = await studio.visit(`/behind/${sessionId}`, { token: ann });
  await stranger.press('Show the spoilers');
  await stranger.sees('There is no such session.');
  expect([...visit.faults, ...stranger.faults]).toEqual([]);
  await stranger.close();
  await visit.close();
});

it('tests a model and says how soon it speaks', { timeout: 240_000 }, async () => {
  const visit = await studio.visit('/models', { token: owner });
  await visit.press('Test call', '.model-test button');
  const read = () => visit.page.$eval('.model-test [role=status]', ({ textContent }) => textContent);
  await expect.poll(read, PATIENCE).not.toBe('');
  expect(await visit.violations()).toEqual([]);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('makes a story of a dropped card and reports on each field', { timeout: 240_000 }, async () => {
  const author = (await studio.makeToken('author', ['author', 'gm', 'player'])).token;
  const visit = await studio.visit('/import', { token: author });
  const card = CARDS.find(([what]) => what === 'V2 in a PNG')?.[1];
  if (card === undefined) throw new Error('there is no such card');
  await visit.page.waitForSelector('.drop', PATIENCE);
  const drop = (content: string) =>
    visit.page.evaluate(
      (base64, fileName) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], fileName));
        const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
        document.querySelector('.drop')?.dispatchEvent(event);
      },
      content,
      card.name,
    );
  await drop(Buffer.from('no card').toString('base64'));
  await visit.page.waitForSelector('.box-problem', PATIENCE);
  expect(await visit.violations()).toEqual([]);
  await drop(Buffer.from(card.bytes).toString('base64'));
  await visit.sees('What became of each field');
  await visit.sees('first_mes');
  expect(await visit.violations()).toEqual([]);
  await visit.press('Play it');
  await visit.sees('Who are you?');
  expect(visit.faults).toEqual([]);
  await visit.close();
});
