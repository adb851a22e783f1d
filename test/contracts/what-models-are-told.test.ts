import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { CANARIES, canary, writeCanaryPack } from '../support/canary-pack.ts';
import { listOf, storytellerWith } from '../support/chatty-storyteller.ts';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../support/quay.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../support/step-script.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

const PLAYER = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';
const WHISPERED = 'Marit leans over the counter and names a street in a low voice.';
const ELSEWHERE = 'Tomas rows out alone and meets a lighter without lamps.';
const OUT_OF_TURN = 'You decide to burn the ledger and you walk out into the fog, thinking of your mother.';
/** Words for which every model of the pipeline is asked. */
const EVERY_STEP = 'I sneak past the clerk and try to remember what happened last time.';

/** How people are played: for models that play them, and none whose words go to players unchecked. */
const PLAYED = ['speech', 'goal', 'redline', 'capabilities', 'debt'];
/** What the authors tell whoever narrates. */
const DIRECTIONS = ['prompt', 'disposition', 'worldprompt', 'entry', 'opening', 'stakes', 'essentials'];
/** What can be found out, and what nobody but its owner may say. */
const SECRETS = [
  'agenda',
  'milestone',
  'withholds',
  'paid',
  'discoverable',
  'oars',
  'violet',
  'chest',
  'truth',
  'bell',
];

const storyteller = storytellerWith({
  plan: (answer) => ({ ...answer, beats: [...listOf(answer.beats).slice(0, 3), canary('beat')] }),
  react: (answer) => ({ ...answer, thought: `I keep ${canary('thought')} to myself.` }),
  record: (answer) => ({
    ...answer,
    thinking: canary('thinking'),
    observations: [
      ...listOf(answer.observations),
      { character_id: MARIT, content: `The stranger hums ${canary('observed')}.`, importance: 3 },
    ],
  }),
});

/** One evening in which every model there is was asked something. */
async function playEverything(engine: Engine, script: StepScript): Promise<void> {
  const sessionId = await beginAtQuay(engine);
  let actions = 0;
  const take = async (input: TurnInput): Promise<TurnRecord> => {
    actions += 1;
    const taken = await engine.turns.submit({ sessionId, actionId: `t${actions}`, input });
    if (!('submission' in taken)) throw new Error(taken.claim);
    const turn = await engine.turns.finished(taken.turn.id);
    expect(turn, JSON.stringify(turn.failure)).toMatchObject({ failure: null });
    return turn;
  };
  const father = { fromId: 'npc_lurker_001', toId: PLAYER, type: 'father', intensity: 3, visibility: 'gm' };
  const secretly = (summary: string, characterIds: string[]) => {
    return { op: 'log_event', type: 'loss', summary, characterIds };
  };
  const proposals = [
    { op: 'set_relationship', ...father },
    secretly(`Somebody is paid, ${canary('lurkertext')}.`, ['npc_lurker_001']),
    secretly(ELSEWHERE, [TOMAS]),
  ];
  await take({ kind: 'operations', asker: 'god', proposals });
  const arrival = { where: [{ id: TOMAS, at: 'here', sentence: 1 }] };
  script.set('narrate', inTurn({ say: WHISPERED, record: arrival }));
  await take(createStoryInput('I ask Marit where he lives.'));
  const told = await playAtQuay(engine, sessionId, 'every step', EVERY_STEP);
  expect(told.status).toBe('committed');
  script.set('narrate', inTurn(telling(OUT_OF_TURN)));
  const findings = [{ kind: 'agency', quote: OUT_OF_TURN }];
  script.set('judge', inTurn({ say: JSON.stringify({ findings }) }));
  await take(createStoryInput('I wait.'));
  for (const mode of ['DM', 'THINK', 'GOD'] as const)
    await take(createStoryInput('What does Marit want?', { mode }));
  expect(isRejection(await engine.tellings.regenerate(told.id))).toBe(false);
  const index = (await engine.store.sessions.find(sessionId))?.sceneIndex ?? 0;
  const jobs = ['profile', 'running', 'chapter', 'session', 'recap'].map((kind) => {
    return { id: `job ${kind}`, kind, key: `all ${kind}`, payload: {} };
  });
  await engine.store.jobs.add({ sessionId, index }, jobs, new Date());
  await engine.tidy();
}

const about = ({ step, input }: ModelRequest) =>
  step === 'react' ? `react of ${Object(input).characterId}` : step;
/** Every canary in anything a step was asked with. */
const toldTo = ({ asked }: Engine, step: string): readonly string[] => {
  const requests = asked.filter((request) => about(request) === step);
  if (requests.length === 0) throw new Error(`nobody asked ${step}`);
  const texts = requests.map(({ system, messages, input }) => JSON.stringify([system, messages, input]));
  return CANARIES.filter((word) => texts.some((text) => text.includes(word)));
};
const words = (places: readonly string[]) => places.map(canary);

describe.each(['full', 'duet'] as const)('a model in the %s pipeline', (pipeline) => {
  const script: StepScript = new Map();
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({
      writePacks: writeCanaryPack(pipeline),
      provider: scriptedSteps(script, storyteller),
    });
    await playEverything(engine, script);
  });
  afterAll(() => engine.close());

  const EVERYWHERE: readonly (readonly [string, readonly string[]])[] = [
    ['read', []],
    ['record', ['resolved']],
    ['check-repair', []],
    ['retell', []],
    ['mode-dm', []],
    ['mode-think', []],
    ['mode-god', PLAYED],
    ['profile-refresh', []],
    ['running-summary', []],
    ['chapter-summary', []],
    ['session-summary', []],
    ['recap', []],
  ];
  const FULL: readonly (readonly [string, readonly string[]])[] = [
    ['plan', PLAYED],
    ['narrate', [...PLAYED, ...DIRECTIONS, 'beat']],
    [
      `react of ${MARIT}`,
      [
        'speech',
        'disposition',
        'goal',
        'redline',
        'knows',
        'withholds',
        'agenda',
        'milestone',
        'memory',
        'observed',
        'task',
        'relationship',
        'note',
        // Written by the author for the model that plays her.
        'prompt',
        // She belongs to the Guild and leads it: members know its goals, its leader knows its secrets.
        'guildgoal',
        'guildsecret',
      ],
    ],
    [`react of ${TOMAS}`, ['debt', 'paid', 'standing']],
  ];

  it.each(pipeline === 'full' ? [...EVERYWHERE, ...FULL] : EVERYWHERE)(
    'that is asked for %s reads nothing hidden but what is meant for it',
    (step, meant) => {
      expect(toldTo(engine, step).filter((word) => !words(meant).includes(word))).toEqual([]);
    },
  );

  it.runIf(pipeline === 'full')('decides for a character with what that character hides', () => {
    expect(toldTo(engine, `react of ${MARIT}`)).toEqual(
      expect.arrayContaining(words(['withholds', 'knows', 'agenda', 'milestone', 'memory', 'observed'])),
    );
    expect(toldTo(engine, `react of ${TOMAS}`)).toEqual(expect.arrayContaining(words(['paid', 'debt'])));
  });

  it.runIf(pipeline === 'full')('decides for somebody who came in later without what was said before', () => {
    const just = engine.asked.filter(({ step, input }) => {
      return step === 'react' && Object(input).playerText.endsWith(EVERY_STEP);
    });
    const heard = Object.fromEntries(
      just.map(({ input }) => [Object(input).characterId, Object(input).lastNarration]),
    );
    expect(heard).toEqual({ [MARIT]: WHISPERED, [TOMAS]: '' });
  });

  it.runIf(pipeline === 'duet')('narrates as the whole game master with what is hidden, typed apart', () => {
    const narrated = engine.asked.filter(({ step, purpose }) => step === 'narrate' && purpose !== 'repair');
    expect(toldTo(engine, 'narrate')).toEqual(
      expect.arrayContaining(words(['withholds', 'truth', 'agenda', 'milestone'])),
    );
    for (const { input } of narrated) {
      const { secrets, ...shown } = Object(input);
      expect(secrets).toMatchObject({ audience: 'gm' });
      const text = JSON.stringify(shown);
      expect(words(SECRETS).filter((word) => text.includes(word))).toEqual([]);
    }
  });

  it.each(['recap', 'session-summary'])('writes a %s without what the persona had no part in', (step) => {
    const asked = engine.asked.find((request) => request.step === step);
    expect(JSON.stringify(asked?.input)).not.toContain(ELSEWHERE);
  });

  it('judges a narration with what is hidden', () => {
    expect(toldTo(engine, 'judge')).toEqual(expect.arrayContaining(words(['withholds', 'discoverable'])));
  });

  it('never reads what somebody thought to themselves, nor what the narrator thought', () => {
    const steps = new Set(engine.asked.filter(({ purpose }) => purpose !== 'repair').map(about));
    const leaked = [...steps].filter((step) => {
      return toldTo(engine, step).some((word) => words(['thought', 'thinking']).includes(word));
    });
    expect(leaked).toEqual([]);
  });
});
