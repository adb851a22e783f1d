import type { CacheTtl, SystemBlock } from '#engine/llm/provider.ts';
import { type Prompt, type PromptPins, type PromptRegistry, renderPart, renderPrompt } from '../registry.ts';
import { type Draft, segmentsOf } from './draft.ts';
import { keepFor } from './keep-for.ts';
import type { ScopeText } from './scope-text.ts';
import { stretches } from './write-lines.ts';
import { narratorsOperations, writeOperations } from './write-operations.ts';
import { writeCastMember, writeLore, writeProfile, writeSecrets, writeSegments } from './write-standing.ts';

export type Shelf = { readonly prompts: PromptRegistry; readonly pins: PromptPins };

type SystemPart = { readonly blocks: readonly SystemBlock[]; readonly scopes: readonly ScopeText[] };

/** What never changes: our own prompts, then ruleset, world and entry. */
export function standingPart(
  draft: Draft,
  { prompts, pins }: Shelf,
): SystemPart & { readonly prompts: readonly Prompt[] } {
  const [core, narrate] = [prompts.get('core', pins), prompts.get('narrate', pins)];
  const { operations, eventTypes } = draft.input;
  const answer = renderPart(
    narrate,
    'system',
    {
      operations: writeOperations(narratorsOperations(operations).lasting, draft.variant),
      event_types: eventTypes.join(', '),
    },
    draft.variant,
  );
  const text = stretches([renderPrompt(core, {}, draft.variant).system, answer], '\n\n');
  const scopes = [{ scope: 'core' as const, text, ids: [core.id, narrate.id] }, ...authored(draft)];
  return { blocks: block([scopes.map((scope) => scope.text)], '1h'), scopes, prompts: [core, narrate] };
}

/** Who is here, whom the players play, and what only the game master knows. */
export function peoplePart(draft: Draft): SystemPart {
  const scopes = peopleTexts(draft);
  return { blocks: block([scopes.map(({ text }) => text)], keepFor('scene', draft.input)), scopes };
}

/** What is known of the scene. */
export function lorePart(draft: Draft): SystemPart & { readonly made: string } {
  const texts = loreTexts(draft);
  const made = stretches(texts[0] ?? [], '\n\n');
  return { blocks: block(texts, keepFor('scene', draft.input)), scopes: [loreScope(draft)], made };
}

/**
 * Texts as system blocks of which the last ends a cached prefix. Each group is a block of its own, so that a group added
 * behind leaves the prefix before it as it was.
 */
function block(groups: readonly (readonly string[])[], ttl: CacheTtl): SystemBlock[] {
  const texts = groups.map((group) => stretches(group, '\n\n')).filter((text) => text !== '');
  const last = texts.length - 1;
  return texts.map((text, index) => ({
    text,
    cacheable: index === last,
    ...(ttl === '1h' && index === last ? { ttl } : {}),
  }));
}

function authored(draft: Draft): ScopeText[] {
  return (['ruleset', 'world', 'entry'] as const).map((scope) => {
    const segments = segmentsOf(draft, scope);
    return { scope, text: writeSegments(segments), ids: segments.map(({ id }) => id) };
  });
}

function peopleTexts(draft: Draft): ScopeText[] {
  const { cast, input } = draft;
  const segments = segmentsOf(draft, 'npc');
  const shown = draft.dropped.has('npc') ? [] : cast;
  const ids = segments.filter(({ refId }) => shown.some(({ id }) => id === refId)).map(({ id }) => id);
  const npc = stretches(
    shown.map((member) => writeCastMember(member, segments)),
    '\n\n',
  );
  const secrets = input.secrets === null ? '' : writeSecrets(input.secrets);
  return [
    { scope: 'npc', text: npc, ids },
    { scope: 'profile', text: writeProfile(input.packet), ids: [] },
    { scope: 'secrets', text: secrets, ids: [] },
  ];
}

/** What the scene was made with comes first and as one; whatever was pulled in nobody knows when, behind it. */
function loreTexts({ lore }: Draft): string[][] {
  const made = lore.filter(({ kind }) => kind === 'materialised').map((entry) => writeLore(entry));
  const pulled = lore.filter(({ kind, exchange }) => kind === 'pull' && exchange === undefined);
  return [made, ...pulled.map((entry) => [writeLore(entry)])];
}

function loreScope(draft: Draft): ScopeText {
  const pieces = draft.lore.map((entry) => writeLore(entry));
  return {
    scope: 'scene_lore',
    text: stretches(pieces, '\n\n'),
    ids: draft.lore.map(({ id }) => id),
    pieces,
  };
}
