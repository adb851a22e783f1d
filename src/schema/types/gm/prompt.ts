import { isPromptId, type PromptId, type PromptVariables } from '#engine/prompt/prompt-ids.ts';
import { type Prompt, renderPrompt, type Variant } from '#engine/prompt/registry.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { createInvalidInput, createNotFound } from '../failure.ts';
import { Campaign, CampaignResult } from '../play/campaign.ts';

const PromptType = builder.objectRef<Prompt>('Prompt');

const formatPromptKey = ({ id, version }: Prompt): string => `${id}/${version}`;

builder.node(PromptType, {
  subGraphs: AUTHORING_ONLY,
  id: { resolve: formatPromptKey, description: 'Its id.' },
  loadOne: (key, { prompts }) => prompts.list().find((one) => formatPromptKey(one) === key) ?? null,
  description: 'One version of one prompt the engine speaks with.',
  fields: (t) => ({
    promptId: t.exposeID('id', { description: 'Prompt id: `narrate`.' }),
    version: t.exposeInt('version', {
      description: 'Its version; the newest is used unless a campaign holds on to another.',
    }),
    hash: t.exposeString('hash', { description: 'SHA-256 of its file, recorded with every call.' }),
    about: t.exposeString('about', { description: 'Purpose.' }),
    maxTokens: t.exposeInt('maxTokens', { description: 'Maximum length of an answer, in tokens.' }),
    variables: t.exposeStringList('variables', { description: 'Variables.' }),
    full: t.string({
      description: 'Its text, with what is filled in in braces.',
      resolve: (prompt) => textOf(prompt, 'full'),
    }),
    essentials: t.string({
      description: 'Its text in few words, for when the budget is tight.',
      resolve: (prompt) => textOf(prompt, 'essentials'),
    }),
  }),
});

function textOf(prompt: Prompt, variant: Variant): string {
  const braces = Object.fromEntries(prompt.variables.map((name) => [name, `{{${name}}}`]));
  // The prompt itself names each of its variables.
  const { system, user } = renderPrompt(prompt, braces as PromptVariables<PromptId>, variant);
  return [system, user].filter((part) => part !== '').join('\n\n');
}

builder.queryField('prompts', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: [PromptType],
    nullable: true,
    description: 'Every version of every prompt, by id and then oldest first.',
    args: { promptId: t.arg.id({ description: 'Only the versions of this one.' }) },
    resolve: (_root, { promptId }, { prompts }) =>
      prompts.list().filter(({ id }) => promptId == null || id === promptId),
  }),
);

const PromptPin = builder
  .objectRef<{ readonly id: string; readonly version: number }>('PromptPin')
  .implement({
    subGraphs: AUTHORING_ONLY,
    description: 'A version of a prompt that a campaign holds on to.',
    fields: (t) => ({
      promptId: t.exposeID('id', { description: 'Prompt.' }),
      version: t.exposeInt('version', { description: 'Version.' }),
    }),
  });

builder.objectField(Campaign, 'promptPins', (t) =>
  t.field({
    type: [PromptPin],
    nullable: true,
    description: 'The prompt versions it holds on to; every other prompt is used in its newest version.',
    resolve: ({ promptPins }) => Object.entries(promptPins).map(([id, version]) => ({ id, version })),
  }),
);

const PinPromptVersionInput = builder.inputType('PinPromptVersionInput', {
  description: 'Prompt version for a campaign.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    promptId: t.id({ required: true, description: 'Prompt id: `narrate`.' }),
    version: t.int({
      description: 'Version. Without it, the campaign is unpinned and uses the newest.',
    }),
  }),
});

builder.mutationField('pinPromptVersion', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: CampaignResult,
    description: 'Holds a campaign to a version of a prompt from its next turn on.',
    args: { input: t.arg({ type: PinPromptVersionInput, required: true, description: 'Version.' }) },
    resolve: async (_root, { input }, { store, prompts }) => {
      const { campaignId, promptId, version } = input;
      if (!isPromptId(promptId)) {
        const known = [...new Set(prompts.list().map(({ id }) => id))].join(', ');
        return createInvalidInput(
          ['input', 'promptId'],
          `there is no prompt ${promptId}; there are ${known}.`,
        );
      }
      const versions = prompts.versions(promptId).map((prompt) => prompt.version);
      if (version != null && !versions.includes(version)) {
        return createInvalidInput(
          ['input', 'version'],
          `${promptId} has no version ${version}; there are ${versions.join(', ')}.`,
        );
      }
      const campaign = await store.campaigns.pinPrompt(campaignId.id, promptId, version ?? null);
      return campaign === null
        ? createNotFound(['input', 'campaignId'], 'there is no such campaign.')
        : { campaign };
    },
  }),
);
