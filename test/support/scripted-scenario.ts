import { z } from 'zod';
import type { Models } from '#engine/llm/models.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { ScenarioLore, type ScenarioParts } from '#engine/llm/scenario-contracts.ts';

const USAGE = { inputTokens: 10, outputTokens: 10, cacheWriteTokens: 0, cacheReadTokens: 0 };
const [PERSONA, CLIENT, RIVAL] = ['Ansel Harrowgate', 'Brida Lornequist', 'Edrik Tarnsworth'] as const;

/** Changes the reply to one step: the first reply, or every one. */
export type Spoil = {
  readonly step: string;
  readonly spoil: (reply: Record<string, unknown>) => unknown;
  readonly always?: boolean;
};

/** The key of the model that `withScenarioModel` adds. */
export const SCENARIO_MODEL = 'scripted';

/** Adds a model that is not the offline storyteller and answers with the provider. */
export function withScenarioModel(models: Models, provider: Provider): Models {
  return {
    ...models,
    open: (key) => {
      if (key !== SCENARIO_MODEL) return models.open(key);
      const { entry, countTokens, contextWindow } = models.open('offline');
      return {
        key,
        entry: { ...entry, provider: 'openai', name: 'A scripted model' },
        provider,
        countTokens,
        contextWindow,
      };
    },
  };
}

/** A model that answers the four scenario steps with replies that hold, except those that are spoilt. */
export function scriptedScenario(spoilt: Spoil | null = null) {
  const asked: ModelRequest[] = [];
  const provider: Provider = {
    id: 'scripted/scenario',
    async *stream(request) {
      asked.push(request);
      const reply = replyTo(request);
      const isSpoilt = request.step === spoilt?.step && (spoilt.always === true || request.purpose === 'ask');
      const said = isSpoilt ? spoilt.spoil(reply) : reply;
      yield { type: 'text-delta', text: typeof said === 'string' ? said : JSON.stringify(said) };
      yield { type: 'reply-end', reason: 'finished', usage: USAGE };
    },
  };
  return { provider, asked };
}

function replyTo({ step, input }: ModelRequest): Record<string, unknown> {
  const parts = scenarioPartsFor(z.object({ lore: ScenarioLore }).parse(input).lore);
  switch (step) {
    case 'scenario-outline':
      return parts.outline;
    case 'scenario-cast':
      return parts.cast;
    case 'scenario-clocks':
      return parts.clocks;
    case 'scenario-scene':
      return parts.scene;
    default:
      throw new Error(`the scripted scenario has no answer for the step ${step}`);
  }
}

/** One small scenario that fits any world: a ledger is missing, and the cast is new. */
export function scenarioPartsFor(lore: ScenarioLore): ScenarioParts {
  const { isForTwo, places, openings, statBlocks } = lore;
  const opening = openings.find(({ placeId }) => places.some(({ id }) => id === placeId)) ?? openings[0];
  const location = places.find(({ id }) => id === opening?.placeId)?.id ?? places[0]?.id ?? '';
  const others = isForTwo ? [CLIENT] : [CLIENT, RIVAL];
  const names = [PERSONA, ...others];
  const holder = others.at(-1) ?? CLIENT;
  return {
    outline: {
      title: 'The Ledger That Walked',
      summary: `An account book has gone, and ${CLIENT} answers for it. By morning somebody will be blamed.`,
      tone: 'close and watchful',
      stakes: `Without the book ${CLIENT} is ruined.`,
      goals: ['Find the account book before morning.'],
      location,
      cast: names.map((name) => ({
        name,
        from: '',
        role: name === PERSONA ? 'the one who was asked to help' : 'one of those who were near',
        tagline: 'Here since the evening.',
        wants: name === PERSONA ? 'To be paid and gone.' : 'That the search ends tonight.',
      })),
      threads: [
        {
          title: 'The missing book',
          stakes: 'It is back by morning or not at all.',
          about: others,
          open: true,
        },
      ],
      secrets: [
        {
          holder,
          secret: `${holder} carried it out under a folded coat and cannot open its clasp.`,
          triggers: [`search the coat of ${holder}`],
        },
      ],
      things: [{ name: 'Account Book', description: 'A book with a broken clasp.', held_by: holder }],
    },
    cast: {
      characters: names.map((name) => ({
        name,
        pronouns: 'they/them',
        appearance: 'A long coat mended at one elbow.',
        description: `${name} has been here since the evening.`,
        personality: ['patient'],
        speech: 'Short sentences, each one finished.',
        sample_lines: ['Ask me the next thing.'],
        goals: ['To be gone by morning.'],
        red_lines: ['Will not strike first.'],
        knows: [],
        stat_block: (name === PERSONA ? statBlocks.personas[0] : statBlocks.others[0]) ?? {},
      })),
    },
    clocks: {
      clocks: [
        {
          name: 'Patience runs out',
          max: 4,
          open: true,
          thread: 'The missing book',
          steps: [
            { at: 2, happens: 'People begin to say a name aloud.' },
            { at: 4, happens: 'The wrong person is blamed.' },
          ],
          mover: CLIENT,
          hours: 8,
        },
      ],
      deadlines: [
        { what: 'Morning, when the loss is reported', due_in_hours: 10, otherwise: 'The loss is reported.' },
      ],
    },
    scene: {
      time: opening?.time ?? '1',
      visibility: 'dim',
      noise: 'quiet',
      constraints: ['Nobody leaves unseen.'],
      present: others,
      scene_seed: opening?.sceneSeed ?? {},
      prologue: `You were told that it would take an hour.\n\n“It was there at the last count,” says ${CLIENT}.`,
      intro: `Open on the empty shelf. Let ${CLIENT} explain too much. Then ask what is looked at first.`,
      observations: names.map((character) => ({ character, content: 'I came at dusk.', importance: 3 })),
    },
  };
}
