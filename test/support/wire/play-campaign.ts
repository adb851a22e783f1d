import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { Secret } from '#engine/kit/secret.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { openModels } from '#engine/llm/models.ts';
import { streamNarration } from '#engine/llm/narration.ts';
import { type Cost, costOf } from '#engine/llm/price.ts';
import type { Usage } from '#engine/llm/provider.ts';
import { Account, Purse } from '#engine/llm/purse.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import { ask } from '#engine/llm/structured.ts';
import { turnModels } from '#engine/llm/turn-models.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import { writePlanPrompt } from '#engine/prompt/plan-prompt.ts';
import { writeReactPrompt } from '#engine/prompt/react-prompt.ts';
import { writeReadPrompt } from '#engine/prompt/read-prompt.ts';
import { writeRecordPrompt } from '#engine/prompt/record-prompt.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import type { StepPrompt } from '#engine/prompt/step-prompt.ts';
import { splitSentences } from '#engine/turn/narration/sentences.ts';
import { toNarrationText } from '../plain/narration-text.ts';
import { startAnthropicServer } from './anthropic-server.ts';
import { saying } from './behaviour.ts';
import type { LongCampaign, SimulatedTurn } from './long-campaign.ts';
import { naiveUsage } from './naive-usage.ts';
import { scriptedProvider } from './scripted-provider.ts';

/** What one turn used and cost, by step, and what its narration would have cost with the whole history and no cache. */
export type PlayedTurn = {
  readonly number: number;
  readonly calls: readonly { readonly step: string; readonly usage: Usage; readonly cost: number }[];
  readonly naive: number;
  readonly cuts: readonly string[];
};

/** Plays a campaign on a local server that keeps Anthropic's prompt cache, through all of our stack. */
export async function playCampaign(
  campaign: LongCampaign,
  budget: number,
  withSmallSteps = true,
): Promise<PlayedTurn[]> {
  let now = campaign.turns[0]?.at ?? 0;
  const server = await startAnthropicServer({ now: () => now });
  const catalogue = new Map(loadCatalogue());
  for (const key of ['claude-haiku', 'claude-sonnet']) {
    const entry = catalogue.get(key);
    if (entry !== undefined) catalogue.set(key, { ...entry, baseUrl: server.url });
  }
  const clock = () => new Date(now);
  const models = openModels({
    catalogue,
    credential: () => new Secret('sk-local'),
    offline: scriptedProvider(),
    clock,
  });
  const [small, large] = [models.open('claude-haiku'), models.open('claude-sonnet')];
  const prompts = loadPrompts('prompts');
  const signal = new AbortController().signal;
  const played: PlayedTurn[] = [];

  for (const turn of campaign.turns) {
    now = turn.at;
    const records: CallRecord[] = [];
    const tiers = turnModels(small, large, {
      purse: new Purse([new Account('turn', 1)]),
      retries: new RetryBudget(2),
      record: (record) => records.push(record),
      random: keyedRandom('retry', String(turn.number)),
      sleep: async () => {},
      clock,
    });
    const steps = withSmallSteps ? smallSteps(campaign, turn, prompts) : { before: [], after: [] };
    const askEach = async (asked: readonly Asked[]): Promise<void> => {
      for (const { step, prompt, reply } of asked) {
        server.answer(saying(reply));
        await ask(tiers.small, { ...prompt, step, input: null, seed: 's', signal, restartable: true });
      }
    };
    await askEach(steps.before);
    const { request, audit } = assembleNarration(
      { input: turn.input, segments: campaign.segments, budget },
      { prompts },
    );
    server.answer(saying(toNarrationText({ prose: turn.narration, choices: turn.outcome.choices })));
    const parts = streamNarration(
      tiers.large,
      { ...request, step: 'narrate', seed: 's', signal },
      { tableDue: false },
    );
    for await (const _part of parts);
    const narrated = records.at(-1);
    await askEach(steps.after);
    played.push({
      number: turn.number,
      calls: records.map(callOf),
      naive: dollars(costOf(large.entry.prices, naiveUsage(turn, request, narrated))),
      cuts: audit.decisions.map(({ type }) => type),
    });
  }
  await server.close();
  return played;
}

function callOf({ step, usage, cost }: CallRecord): PlayedTurn['calls'][number] {
  if (usage === null) throw new Error(`${step} did not end`);
  return { step, usage, cost: dollars(cost) };
}

function dollars(cost: Cost): number {
  if (cost === 'unknown') throw new Error('this benchmark needs models with known prices');
  return cost;
}

type Asked = { readonly step: string; readonly prompt: StepPrompt; readonly reply: string };

/** The small model's steps of a full pipeline, two people reacting: those before the narrator and those behind it. */
function smallSteps(
  { segments, characters, operations }: LongCampaign,
  { input, outcome, narration }: SimulatedTurn,
  prompts: ReturnType<typeof loadPrompts>,
): { readonly before: readonly Asked[]; readonly after: readonly Asked[] } {
  const { packet, playerText, language, eventTypes } = input;
  const shelf = { prompts };
  const persona = { id: 'pc_abdi_001', name: 'Abdi' };
  const { date, place: here, exits } = packet.scene;
  const place = here === null ? null : { id: here.id, name: here.name };
  const scene = `${date}. ${here?.name}. ${here?.description}`;
  const recent = input.conversation.at(-1) ?? null;
  const present = packet.cast.map(({ id, name, role }) => ({ id, name, role }));
  const shared = { playerText, language, scene };
  const read = writeReadPrompt(
    {
      playerText,
      persona,
      date,
      place,
      present: present.map((one) => ({ ...one, aliases: [] })),
      exits,
      things: [],
      carried: [{ id: 'item_chalk_001', name: 'Stick of chalk', quantity: 2 }],
      means: [],
      triggers: [],
      checks: [{ id: 'legs', label: 'Legs', covers: 'Running, climbing, carrying.' }],
      isFight: false,
      tableTypes: [],
      loaded: packet.lore.map(({ id }) => id),
      characters: characters.map(({ id, fields }) => ({
        id,
        name: String(fields.name),
        title: String(fields.title ?? ''),
        location: String(fields.location ?? ''),
        status: 'active',
      })),
      events: packet.recentEvents.map(({ id, date: day, type, summary }) => {
        return { id, date: day, type, summary, characters: [] };
      }),
      eventTypes,
      characterCategories: [],
      lastExchange: recent,
      packLanguage: 'en',
      clarified: null,
    },
    shelf,
  );
  const plan = writePlanPrompt(
    {
      ...shared,
      intent: '',
      tone: 'wet, wry and exact',
      cast: packet.cast.map(({ id, name, goals }) => ({ id, name, goals })),
      threads: ['Where is Jin?'],
      pressures: ['The Remeasure 3/8'],
      actions: [playerText],
      blocked: [],
      outcome: ['It works, at a price.'],
      recent: recent?.narration ?? '',
      lastMoves: [],
    },
    shelf,
  );
  const reactions = packet.cast.slice(0, 2).map(({ id, name, description }) =>
    writeReactPrompt(
      {
        ...shared,
        characterId: id,
        name,
        profile: description,
        relations: [],
        sheet: [],
        rulebook: segments[0]?.text ?? '',
        checks: [],
        present: [persona],
        memories: [],
        outcome: ['It works, at a price.'],
        agenda: '',
        lastNarration: recent?.narration ?? '',
      },
      shelf,
    ),
  );
  const record = writeRecordPrompt(
    {
      sentences: [...splitSentences(narration)],
      playerText,
      personas: [persona],
      present,
      elsewhere: [],
      place,
      places: [],
      things: [],
      carried: [{ id: 'item_chalk_001', name: 'Stick of chalk', quantity: 2 }],
      threads: [{ id: 'find_jin', title: 'Where is Jin?', status: 'active', resolvedWhen: '' }],
      missions: [],
      clocks: packet.clocks.map(({ id, name, value, max }) => ({ id, name, value, max })),
      laws: [],
      done: ['It works, at a price.'],
      minutes: { fixed: 5, most: 480 },
      operations: [...operations],
      eventTypes,
      rows: [],
      needsChoices: false,
      language,
      packLanguage: 'en',
      date,
    },
    shelf,
  );
  const { choices: _choices, ...recorded } = outcome;
  return {
    before: [
      { step: 'read', prompt: read.prompt, reply: '{"kind":"act","actions":[{"kind":"look"}]}' },
      { step: 'plan', prompt: plan.prompt, reply: '{"beats":["It goes on."],"tension_move":"hold"}' },
      ...reactions.map(({ prompt }) => ({
        step: 'react',
        prompt,
        reply: '{"action":"She waits, and watches the door.","intents":["wait"]}',
      })),
    ],
    after: [{ step: 'record', prompt: record.prompt, reply: JSON.stringify(recorded) }],
  };
}
