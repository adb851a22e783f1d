import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import { openEngine } from '../../../support/engine.ts';
import { copyShippedPacks } from '../../../support/shipped-packs.ts';
import { type StepScript, scriptedSteps, telling } from '../../../support/step-script.ts';
import { played, sitDownAt } from '../../../support/waiting-table.ts';

/** One model is the whole game master here, and is told what the players do not know. */
const DUET = 'castile_1430:fifty_days_of_may';
const CLEAN =
  'Rain runs off the tiles of the gallery. Somewhere below a door closes, and a servant crosses the yard with a lamp held low against the wind. The candles on the table lean and right themselves again.';
const ROWS = [
  [1, 20],
  [21, 40],
  [41, 60],
  [61, 80],
  [81, 100],
] as const;

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let actions = 0;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: copyShippedPacks,
    provider: scriptedSteps(script),
  });
  sessionId = await sitDownAt(engine, DUET);
}, 60_000);
afterAll(() => engine.close());

/** What the narrator of a turn was told and must not tell, and whom it tells of. */
type Knows = { readonly secret: string; readonly personaId: string };

function knownTo({ input }: ModelRequest): Knows {
  const { secrets, personaId } = Object(input);
  return { secret: String(secrets.facts[0].text), personaId: String(personaId) };
}

/** Tells a turn with this outcome; gives what its player can read of it, and what was recorded. */
async function told(outcome: (knows: Knows) => object, prose: (knows: Knows) => string = () => CLEAN) {
  actions += 1;
  let knows: Knows = { secret: '', personaId: '' };
  script.set('narrate', (request) => {
    knows = knownTo(request);
    return telling(prose(knows), outcome(knows));
  });
  const turn = await played(
    engine,
    sessionId,
    `a${actions}`,
    createStoryInput('I go up and look out at the yard.'),
  );
  script.delete('narrate');
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  const world = await engine.snapshots.of(turn.sceneId ?? '');
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const recording = Object(await engine.store.turns.recording(turn.id, 1));
  const events = await engine.store.events.after(sessionId, 0, 10_000);
  const committed = events.filter(({ type }) => type === 'turn-committed').at(-1);
  const [persona] = world.personas;
  if (persona === undefined) throw new Error('nobody plays');
  const view = Object(createPlayerView(world, persona, null));
  return {
    ...knows,
    world,
    view,
    /** Everything of the turn that reaches its player sooner or later, as one text. */
    readable: JSON.stringify([view, world.runningSummary, await engine.store.chronicle.last(lineage, 50)]),
    memories: await engine.store.memories.recallable(lineage, [knows.personaId], { newest: 40, heaviest: 0 }),
    verdicts: recording.verdicts as readonly { readonly check: string; readonly of: string }[],
    flags: Object(committed?.payload).flags,
  };
}

const keysOf = (view: { readonly planning: { readonly choices: readonly { readonly key: string }[] } }) =>
  view.planning.choices.map(({ key }) => key);
const ORDINARY = [
  { key: 'wait_here', text: 'Wait at the window', description: '', risk: 'low' },
  { key: 'leave_now', text: 'Go down to the yard', description: 'The rain is heavy.', risk: 'low' },
];

describe('what a player is offered and told beside the prose', () => {
  it.each<[string, (knows: Knows) => object]>([
    ['the context of the choices', ({ secret }) => ({ context: secret })],
    ['the running summary', ({ secret }) => ({ summary_update: `The rain fell. ${secret}` })],
    [
      'an event',
      ({ secret, personaId }) => ({ events: [{ type: 'note', summary: secret, characters: [personaId] }] }),
    ],
    [
      'an established fact',
      ({ secret, personaId }) => ({
        established_facts: [{ subject_id: personaId, predicate: 'learned', detail: secret }],
      }),
    ],
    ['somebody new', ({ secret }) => ({ introduced_npcs: [{ name: 'Old Bermudo', description: secret }] })],
    [
      'a new thing',
      ({ secret }) => ({ introduced_items: [{ name: 'A folded letter', description: secret }] }),
    ],
    ['a new place', ({ secret }) => ({ scene_transition: { name: 'The wet loft', description: secret } })],
    [
      'a sentence kept for ever',
      ({ secret }) => ({ operations: [{ op: 'append_core_memory', text: secret }] }),
    ],
    [
      'a mission',
      ({ secret }) => ({
        operations: [
          {
            op: 'upsert_mission',
            missionId: 'the_bids',
            title: 'The bids',
            objective: secret,
            visibility: 'public',
          },
        ],
      }),
    ],
  ])(
    'leaves a secret out of %s, and says so in the recording alone',
    async (_where, outcome) => {
      const { readable, secret, verdicts, flags } = await told(outcome);
      expect(readable).not.toContain(secret);
      expect(verdicts).toMatchObject([{ check: 'secrets', severity: 'grave', of: 'outcome' }]);
      expect(flags).toEqual([]);
    },
    60_000,
  );

  it('leaves out the choice that gives a secret away, and keeps the others and other_action', async () => {
    const { view, readable, secret } = await told(({ secret: hidden }) => ({
      choices: [{ key: 'press_on', text: hidden.slice(0, 118), description: hidden }, ...ORDINARY],
    }));
    expect(keysOf(view)).toEqual(['wait_here', 'leave_now', 'other_action']);
    expect(readable).not.toContain(secret);
  }, 60_000);

  it('keeps a choice of which only the description tells too much, without it', async () => {
    const { view } = await told(({ secret }) => ({
      choices: [{ key: 'press_on', text: 'Press the merchant', description: secret }, ...ORDINARY],
    }));
    expect(keysOf(view)).toEqual(['press_on', 'wait_here', 'leave_now', 'other_action']);
    expect(view.planning.choices[0]).toMatchObject({ text: 'Press the merchant', description: '' });
  }, 60_000);

  it('still offers two when too few choices are left', async () => {
    const { view } = await told(({ secret }) => ({
      choices: ['press_on', 'shout_it', 'write_it'].map((key) => ({ key, text: secret.slice(0, 118) })),
    }));
    expect(keysOf(view)).toEqual(['continue', 'custom_action']);
  }, 60_000);

  it('lets the player’s character remember no secret, and others what they keep to themselves', async () => {
    const { memories, secret, world } = await told(({ secret: hidden, personaId }) => ({
      observations: [{ character_id: personaId, content: hidden, importance: 3 }],
    }));
    expect(JSON.stringify(memories)).not.toContain(secret);
    const isOther = ({ kind, id }: { kind: string; id: string }) =>
      kind === 'character' && !world.personas.some((persona) => persona === id);
    const other = Object.values(world.entities).find(isOther)?.id ?? '';
    const kept = await told(({ secret: hidden }) => ({
      scene_characters: [other],
      observations: [{ character_id: other, content: hidden, importance: 3 }],
    }));
    const lineage = await engine.store.sessions.lineageOf(sessionId);
    const rows = await engine.store.memories.recallable(lineage, [other], { newest: 5, heaviest: 0 });
    expect(JSON.stringify(rows)).toContain(kept.secret);
    expect(kept.verdicts).toEqual([]);
  }, 60_000);

  it('lets the game master keep what is hidden where no player reads it', async () => {
    const { world, secret, verdicts } = await told(({ secret: hidden }) => ({ thinking: hidden }));
    expect(world.planning.thinking).toBe(secret);
    expect(verdicts).toEqual([]);
  }, 60_000);

  it('drops an operation that holds a secret', async () => {
    const { world, secret, verdicts } = await told(({ secret: hidden, personaId }) => ({
      operations: [
        { op: 'add_fact', subjectId: personaId, predicate: 'is near', object: `${hidden} Still.` },
      ],
    }));
    expect(Object.values(world.facts).map(({ object }) => object)).not.toContain(`${secret} Still.`);
    expect(verdicts).toMatchObject([{ check: 'secrets', of: 'outcome' }]);
  }, 60_000);

  it('calls people by their names where an id slipped in', async () => {
    const { world, verdicts } = await told(({ personaId }) => ({
      summary_update: `${personaId} watched the yard.`,
      choices: ORDINARY,
    }));
    const [persona] = world.personas;
    const name = persona === undefined ? '' : world.entities[persona]?.name;
    expect(world.runningSummary).toContain(`${name} watched the yard.`);
    expect(verdicts).toEqual([]);
  }, 60_000);

  it('drops nothing of an ordinary outcome', async () => {
    const { view, world, verdicts } = await told(({ personaId }) => ({
      choices: ORDINARY,
      context: 'Rain, a wet yard and a servant with a lamp.',
      summary_update: 'The rain went on over the fair.',
      events: [{ type: 'note', summary: 'A servant crossed the yard with a lamp.', characters: [personaId] }],
    }));
    expect(keysOf(view)).toEqual(['wait_here', 'leave_now', 'other_action']);
    expect(world.runningSummary).toContain('The rain went on over the fair.');
    expect(verdicts).toEqual([]);
  }, 60_000);
});

describe('prose that was set right', () => {
  it('leaves nothing of what was taken out of it in the rest of the outcome', async () => {
    script.set('check-repair', () => ({ say: JSON.stringify({ sentences: [{ n: 4, text: '' }] }) }));
    const { readable, secret, flags } = await told(
      ({ secret: hidden, personaId }) => ({
        summary_update: hidden,
        events: [{ type: 'note', summary: hidden, characters: [personaId] }],
        established_facts: [{ subject_id: personaId, predicate: 'learned', detail: hidden }],
      }),
      ({ secret: hidden }) => `${CLEAN} ${hidden}`,
    );
    script.delete('check-repair');
    expect(readable).not.toContain(secret);
    expect(flags).toEqual([]);
  }, 60_000);
});

describe('a table that is offered', () => {
  it('keeps its numbers, with something safe in the rows that give a secret away', async () => {
    script.set('read', ({ input }) => {
      const { checks } = ReadInput.parse(input);
      const check = checks.find(({ id }) => id === 'persuade')?.id;
      return { say: JSON.stringify({ call_type: 'persuasion', actions: [{ kind: 'talk', check }] }) };
    });
    const { view, secret } = await told(({ secret: hidden }) => ({
      roll_table: {
        purpose: 'press them',
        rows: ROWS.map(([from, to]) => ({
          from,
          to,
          outcome: from > 60 ? `They admit it: ${hidden}` : `They say nothing of use, ${from} times over.`,
        })),
      },
    }));
    const { rows } = view.pendingRoll;
    expect(rows.map(({ from, to }: { from: number; to: number }) => [from, to])).toEqual(ROWS);
    expect(rows[0].outcome).toBe('They say nothing of use, 1 times over.');
    expect(rows.map(({ outcome }: { outcome: string }) => outcome).slice(3)).toEqual([
      'It goes neither well nor badly.',
      'It goes well.',
    ]);
    script.delete('read');
    expect(JSON.stringify(rows)).not.toContain(secret);
  }, 60_000);
});
