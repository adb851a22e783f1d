import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { Secret } from '#engine/kit/secret.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { openModels } from '#engine/llm/models.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { runNarration } from '#engine/llm/narration.ts';
import { type Cost, costOf } from '#engine/llm/price.ts';
import type { Usage } from '#engine/llm/provider.ts';
import { Account, Purse } from '#engine/llm/purse.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import { ask } from '#engine/llm/structured.ts';
import { turnModels } from '#engine/llm/turn-models.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import { characterIndex, eventIndex } from '#engine/prompt/record-index.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { outcomeRepairWriter } from '#engine/prompt/repair-writers.ts';
import { type StepPrompt, writeStepPrompt } from '#engine/prompt/step-prompt.ts';
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
    for (const [step, prompt] of withSmallSteps ? smallSteps(campaign, turn, prompts) : []) {
      server.answer(
        saying(
          '{"needs_search": false, "beats": ["It goes on."], "action_text": "She waits, and watches the door."}',
        ),
      );
      await ask(tiers.small, { ...prompt, step, input: null, seed: 's', signal, restartable: true });
    }
    const { request, audit } = assembleNarration(
      { input: turn.input, segments: campaign.segments, budget },
      { prompts },
    );
    server.answer(saying(turn.narration, '\n\n```json\n', JSON.stringify(turn.outcome), '\n```'));
    const parts = runNarration(
      { name: 'narrate', contract: NarrateOutcome },
      { ...request, seed: 's', signal },
      { provider: tiers.large, writeOutcomeRepair: outcomeRepairWriter({ prompts }) },
    );
    for await (const _part of parts);
    played.push({
      number: turn.number,
      calls: records.map(callOf),
      naive: dollars(costOf(large.entry.prices, naiveUsage(turn, request, records.at(-1)))),
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

/** The small model's steps of a full pipeline, two people reflecting. */
function smallSteps(
  { segments, characters }: LongCampaign,
  { input }: SimulatedTurn,
  prompts: ReturnType<typeof loadPrompts>,
): (readonly [string, StepPrompt])[] {
  const { packet, playerText } = input;
  const shelf = { prompts };
  const rulebook = segments[0]?.text ?? '';
  const scene = `${packet.scene.date}. ${packet.scene.place?.name}. ${packet.scene.place?.description}`;
  const cast = packet.cast.map(({ id, name, disposition }) => `${name} (${id}): ${disposition}`).join('\n');
  const recent = input.conversation.at(-1)?.narration ?? '';
  const index = characters.map(({ id, fields }) => ({
    id,
    name: String(fields.name),
    title: String(fields.title ?? ''),
    location: String(fields.location ?? ''),
    status: 'active',
  }));
  const events = packet.recentEvents.map((event) => ({ ...event, characters: [] }));
  const { length } = packet.cast;
  return [
    [
      'route',
      writeStepPrompt(
        'route',
        {
          event_types: input.eventTypes.join(', '),
          character_categories: '',
          characters: characterIndex(index),
          date: packet.scene.date,
          place: packet.scene.place?.name ?? '',
          persona: 'Abdi',
          loaded: packet.lore.map(({ id }) => id).join(', '),
          events: eventIndex(events),
          recent,
          input: playerText,
        },
        shelf,
      ),
    ],
    [
      'interpret',
      writeStepPrompt(
        'interpret',
        { rulebook, scene, cast, inventory: '2 × chalk', recent, input: playerText },
        shelf,
      ),
    ],
    [
      'plan',
      writeStepPrompt(
        'plan',
        {
          tone: 'wet, wry and exact',
          scene,
          cast,
          threads: 'Where is Jin?',
          clocks: 'The Remeasure 3/8',
          actions: playerText,
          blocked: '',
          recent,
          input: playerText,
        },
        shelf,
      ),
    ],
    [
      'resolve',
      writeStepPrompt(
        'resolve',
        {
          rulebook,
          operations: '',
          scene,
          stats: 'legs 3',
          memories: recent,
          actions: playerText,
          plan: '',
          rolls: 'Legs: 8',
          table: '',
          input: playerText,
        },
        shelf,
      ),
    ],
    ...packet.cast.slice(0, Math.min(2, length)).map(
      (member) =>
        [
          'reflect',
          writeStepPrompt(
            'reflect',
            {
              name: member.name,
              profile: member.description,
              stats: '',
              rulebook,
              scene,
              memories: recent,
              outcome: 'It works, at a price.',
              recent,
            },
            shelf,
          ),
        ] as const,
    ),
  ];
}
