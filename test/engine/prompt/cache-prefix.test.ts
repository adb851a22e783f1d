import { expect, it } from 'vitest';
import type { CastMemberView, ContextPacket } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { splitStable } from '#engine/llm/provider.ts';
import type { Assembly } from '#engine/prompt/assemble.ts';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import { aCharacter, anInput, aPacket, assembled, exchanges } from './a-narration.ts';

type Part = { readonly role: string; readonly text: string; readonly cacheable?: boolean };

/** The blocks of a prompt as a provider that caches sends them: a message with a stable beginning is two. */
const partsOf = ({ request }: Assembly): readonly Part[] => [
  ...request.system.map(({ text, cacheable }) => ({ role: 'system', text, cacheable })),
  ...request.messages.flatMap((message): Part[] => {
    const { role, cacheable = false } = message;
    const [stable, rest] = splitStable(message);
    return [{ role, text: stable, cacheable }, ...(rest === '' ? [] : [{ role, text: rest }])];
  }),
];
const bytesOf = (parts: readonly Part[]): string =>
  parts.map(({ role, text }) => `${role}\0${text}`).join('\0\0');
const lastMark = (parts: readonly Part[]): number =>
  parts.findLastIndex(({ cacheable }) => cacheable === true);

/** An exchange as long as they are in play. */
const told = (total: number) =>
  exchanges(total).map(({ player, narration }, at) => ({
    player,
    narration: `${narration} ${'She looks at the sea and says nothing of it. '.repeat(9)}(${at})`,
    date: `${11 + Math.floor(at / 5)} March 1430`,
  }));

const ARRIVALS: readonly CastMemberView[] = [
  { ...aCharacter('npc_zoe_001', 'Zoe', 1), since: 4 },
  { ...aCharacter('npc_bea_001', 'Bea', 4), since: 7 },
  { ...aCharacter('npc_abe_001', 'Abe', 2), since: 7 },
];

/** Everything that changes between two turns in one scene, after `total` exchanges of it. */
function turnAfter(total: number): NarrateInput {
  const base = aPacket();
  const people = [...base.cast, ...ARRIVALS.filter(({ since = 0 }) => since <= total)];
  // Tom leaves, and the order in which people are handed in is another one every turn.
  const here = people.filter(({ id }) => total < 6 || id !== 'npc_tom_001');
  const left = people.filter(({ id }) => total >= 6 && id === 'npc_tom_001');
  const lore: ContextPacket['lore'] = [
    { id: 'lamp', title: 'The lamp', text: 'The lamp burns colza oil.', kind: 'materialised' },
    { id: 'coast', title: 'The coast', text: 'Nine wrecks in ten years.', kind: 'materialised' },
    ...[3, 5, 5, 9].flatMap((exchange, at) =>
      exchange > total
        ? []
        : [{ id: `p${at}`, title: `Pull ${at}`, text: `Record ${at}.`, kind: 'pull' as const, exchange }],
    ),
  ];
  return anInput({
    callType: total % 3 === 0 ? 'battle' : 'narrative',
    tableDue: total % 4 === 0 ? 'chaos' : null,
    language: total > 8 ? 'es' : '',
    playerText: `Now I do thing ${total}.`,
    conversation: told(total),
    loreBoundary: 1,
    packet: {
      ...base,
      scene: {
        ...base.scene,
        index: total,
        timeOfDay: `hour ${total}`,
        noise: total % 2 === 0 ? 'loud' : 'normal',
      },
      cast: total % 2 === 0 ? here : [...here].reverse(),
      left: left.map((member) => ({ ...member, to: 'the stairs' })),
      personas: base.personas.map((persona) => ({ ...persona, sheet: [`Cold ${total}/20`] })),
      lore,
      facts: Array.from({ length: total }, (_, at) => ({
        id: `fact_${at}`,
        subjectId: 'npc_ada_001',
        text: `Learnt at turn ${at}: something about the light.`,
      })),
      recentEvents: Array.from({ length: total }, (_, at) => ({
        id: `evt_${at}`,
        date: '12 March 1430',
        type: 'wreck',
        summary: `Logged at turn ${at}: something happened.`,
        exchange: at,
      })),
      summary: Array.from({ length: total }, (_, at) => `Line ${at} of the summary.`).join('\n'),
      inventory: base.inventory.map((item) => ({ ...item, quantity: total })),
    },
    notes: [`Note ${total}.`],
    fallsDue: [`Due ${total}.`],
    done: [`Done ${total}.`],
  });
}

/** People change in wounds, mood, relation, goals, numbers and belongings. */
function wounded(input: NarrateInput): NarrateInput {
  const total = input.conversation.length;
  const cast = input.packet.cast.map((member) => ({
    ...member,
    condition: `wound ${total}`,
    disposition: `mood ${total}`,
    relation: `trust ${total}`,
    goals: [`goal ${total}`],
    numbers: `HP ${total}`,
    carries: [`thing ${total}`],
  }));
  return { ...input, packet: { ...input.packet, cast } };
}

const TURNS = Array.from({ length: 12 }, (_, at) => at + 1);

it('sends everything up to the conversation mark of a turn again in the next, to the byte, for twelve turns', () => {
  for (const total of TURNS) {
    const now = partsOf(assembled({ input: wounded(turnAfter(total)) }));
    const next = partsOf(assembled({ input: wounded(turnAfter(total + 1)) }));
    const prefix = bytesOf(now.slice(0, lastMark(now) + 1));
    // The mark stands before all that changes, also where lore or a sheet came with this very turn.
    expect(lastMark(now)).toBe(now.length - 2);
    expect(bytesOf(next).startsWith(prefix)).toBe(true);
    expect(now.filter(({ cacheable }) => cacheable === true).length).toBeLessThanOrEqual(4);
  }
});

it('puts all that changes into the last message, and each arrival with the exchange of its turn', () => {
  const parts = partsOf(assembled({ input: wounded(turnAfter(11)) }));
  const before = bytesOf(parts.slice(0, -1));
  const last = parts.at(-1)?.text ?? '';
  for (const text of [
    'wound 11',
    'mood 11',
    'trust 11',
    'goal 11',
    'HP 11',
    'thing 11',
    'Cold 11/20',
    'Note 11.',
  ]) {
    expect(last).toContain(text);
    expect(before).not.toContain(text);
  }
  expect(before).not.toContain('Logged at turn');
  expect(before).not.toContain('of the summary');
  const at = (text: string) => parts.findIndex((part) => part.text.includes(text));
  const behind = (text: string) => parts[at(text) + 1]?.text;
  expect(behind('<character name="Zoe">')).toContain('Question 4:');
  expect(behind('<character name="Abe">')).toContain('Question 7:');
  expect(parts[at('<character name="Tom">')]?.role).toBe('system');
  expect(last).toContain('Gone from here:\n- Tom: the stairs');
  expect(behind('Record 3.')).toContain('Question 9:');
});

it('moves arrivals to the fixed sheets at the next boundary', () => {
  const parts = partsOf(assembled({ input: { ...turnAfter(11), loreBoundary: 11 } }));
  const at = (name: string) => parts.findIndex(({ text }) => text.includes(`<character name="${name}">`));
  for (const name of ['Ada', 'Tom', 'Zoe', 'Abe', 'Bea']) expect(parts[at(name)]?.role).toBe('system');
  const people = parts[at('Ada')];
  const order = [...(people?.text ?? '').matchAll(/<character name="(\w+)">/g)].map(([, name]) => name);
  // First appearance, then id; not tier, and not who is still here.
  expect(order).toEqual(['Ada', 'Tom', 'Zoe', 'Abe', 'Bea']);
});

/** Tokens read from a cache that holds every prefix that was marked before. */
function play(turns: number): { readonly read: number; readonly all: number } {
  const cached = new Set<string>();
  let [read, all] = [0, 0];
  for (let total = 1; total <= turns; total += 1) {
    const boundary = Math.floor(total / 10) * 10;
    const recent = turnAfter(total);
    const from = Math.max(0, total - 16);
    const input = {
      ...recent,
      loreBoundary: boundary,
      conversation: recent.conversation.slice(from),
      conversationStart: from,
    };
    const parts = partsOf(assembled({ input, segments: LONG_SEGMENTS }));
    const marks = parts.flatMap(({ cacheable }, at) => (cacheable === true ? [at + 1] : []));
    const hit = marks.findLast((mark) => cached.has(bytesOf(parts.slice(0, mark)))) ?? 0;
    // A provider looks for the last prefix it holds at or before a mark.
    const earlier = parts.findLastIndex((_, at) => cached.has(bytesOf(parts.slice(0, at + 1)))) + 1;
    const size = (some: readonly Part[]) => some.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    read += size(parts.slice(0, Math.max(hit, earlier)));
    all += size(parts);
    for (const mark of marks) cached.add(bytesOf(parts.slice(0, mark)));
  }
  return { read, all };
}

const LONG_SEGMENTS = (['ruleset', 'world', 'entry'] as const).map((scope) => ({
  id: `s_${scope}`,
  scope,
  refId: scope,
  version: '1.0.0',
  text: `The ${scope}. ${'A rule that holds in every scene of this story. '.repeat(60)}`,
}));

it('lets at least three quarters of forty turns be read from the cache, with a boundary every ten', () => {
  const { read, all } = play(40);
  expect(read / all).toBeGreaterThan(0.75);
});
