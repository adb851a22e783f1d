import type { CacheTtl, SystemBlock } from '#engine/llm/provider.ts';
import { type Prompt, type PromptPins, type PromptRegistry, renderPart, renderPrompt } from '../registry.ts';
import { chooseCacheTtl, type ScopeText } from './cache-scope.ts';
import { chooseVariant, type Draft, hasFixedSheet, listSegments } from './draft.ts';
import { isGlobal, type LastingLine, writeLastingSecrets, writeLastingState } from './lasting-lines.ts';
import { joinTexts } from './write-lines.ts';
import { writeBackground, writeLore, writeSegments } from './write-lore.ts';
import { writeOperations } from './write-operations.ts';
import { findPersonName, writeProfile, writeSheet } from './write-people.ts';

export type PromptSources = { readonly prompts: PromptRegistry; readonly pins: PromptPins };

type SystemPart = { readonly blocks: readonly SystemBlock[]; readonly scopes: readonly ScopeText[] };

/** Writes block 1: core, answer format, ruleset, world and entry. It is the same in every turn of a campaign. */
export function writeFixedPart(
  draft: Draft,
  sources: PromptSources,
): SystemPart & { readonly prompts: readonly Prompt[] } {
  const core = sources.prompts.get('core', sources.pins);
  const answer = writeAnswerFormat(draft, sources);
  const rules = renderPrompt(core, {}, chooseVariant(draft, 'core')).system;
  const scopes = [
    {
      scope: 'core' as const,
      text: joinTexts([rules, answer.text], '\n\n'),
      ids: [core.id, answer.prompt.id],
    },
    ...writeAuthored(draft),
  ];
  return { blocks: toBlocks([scopes.map(({ text }) => text)], '1h'), scopes, prompts: [core, answer.prompt] };
}

function writeAnswerFormat(
  draft: Draft,
  { prompts, pins }: PromptSources,
): { readonly text: string; readonly prompt: Prompt } {
  const variant = chooseVariant(draft, 'narrate');
  if (draft.inline === null) {
    const prompt = prompts.get('narrate', pins);
    return { text: renderPart(prompt, 'system', {}, variant), prompt };
  }
  const prompt = prompts.get('narrate-inline', pins);
  const variables = {
    operations: writeOperations(draft.inline.operations, variant),
    event_types: draft.input.eventTypes.join(', '),
  };
  return { text: renderPart(prompt, 'system', variables, variant), prompt };
}

function writeAuthored(draft: Draft): readonly ScopeText[] {
  return (['ruleset', 'world', 'entry'] as const).map((scope) => {
    const segments = listSegments(draft, scope);
    return { scope, text: writeSegments(segments), ids: segments.map(({ id }) => id) };
  });
}

/**
 * Writes block 2: the players' characters, the fixed sheets of people, and the lines that seldom change. It never changes before
 * SceneLore is made anew or the conversation is cut.
 */
export function writePeoplePart(draft: Draft): SystemPart & { readonly sheets: string } {
  const segments = listSegments(draft, 'npc');
  const shown = draft.dropped.has('npc') ? [] : draft.sheets;
  const used = segments.filter(({ refId }) => shown.some(({ member }) => member.id === refId));
  const pieces = shown.map(({ member }) => writeSheet(member, segments));
  const fixed = shown.flatMap(({ member }, at) => (hasFixedSheet(draft, member) ? (pieces[at] ?? '') : []));
  const settled = listShownLines(draft);
  const profile = writeProfile(draft.input.packet, settled);
  const [everywhere, here] = [settled.filter(isGlobal), settled.filter((line) => !isGlobal(line))];
  const persona = findPersonName(draft.input.packet, draft.input.personaId);
  const lasting = [everywhere, here].map((lines) => writeLastingState(lines, persona));
  const lastingSecrets = [everywhere, here].map(writeLastingSecrets);
  const background = draft.input.secrets === null ? '' : writeBackground(draft.input.secrets);
  const sheets = joinTexts(fixed, '\n\n');
  return {
    // What holds everywhere stands in front, behind a mark of its own: it stays cached when the scene moves.
    blocks: [
      [profile, background, lasting[0] ?? '', lastingSecrets[0] ?? ''],
      [sheets, lasting[1] ?? '', lastingSecrets[1] ?? ''],
    ].flatMap((texts) => toBlocks([texts], chooseCacheTtl('scene', draft.input))),
    // Sheets that stand in the conversation count for the same scope.
    scopes: [
      { scope: 'npc', text: joinTexts(pieces, '\n\n'), ids: used.map(({ id }) => id), pieces },
      { scope: 'profile', text: profile, ids: [] },
      { scope: 'background', text: background, ids: [] },
      { scope: 'lasting_state', text: joinTexts(lasting), ids: [] },
      { scope: 'lasting_secrets', text: joinTexts(lastingSecrets), ids: [] },
    ],
    sheets,
  };
}

/** Lists the settled lines that the draft still has room for. */
function listShownLines({ lasting, absentTies, history, stateCompressed }: Draft): readonly LastingLine[] {
  const dropped = [
    ...(absentTies && !stateCompressed ? [] : ['absent_tie:', 'own_tie:']),
    ...(stateCompressed ? ['tie:'] : []),
    ...(history ? [] : ['history:', 'own_history:']),
  ];
  return lasting.filter(({ key }) => !dropped.some((kind) => key.startsWith(kind)));
}

/** Writes block 3: SceneLore as it was made at the boundary, and pulls without the number of their exchange. */
export function writeLorePart(draft: Draft, fixedSheets: string): SystemPart {
  const made = draft.lore.filter(({ kind }) => kind === 'materialised');
  const undated = draft.lore.filter(({ kind, exchange }) => kind === 'pull' && exchange === undefined);
  const write = (entry: (typeof made)[number]) => writeLore(entry, fixedSheets);
  const pieces = draft.lore.map(write);
  return {
    blocks: toBlocks(
      [made.map(write), ...undated.map((entry) => [write(entry)])],
      chooseCacheTtl('scene', draft.input),
    ),
    scopes: [
      { scope: 'scene_lore', text: joinTexts(pieces, '\n\n'), ids: draft.lore.map(({ id }) => id), pieces },
    ],
  };
}

/**
 * Makes system blocks of which the last ends a cached prefix. Each group is a block of its own, so that a group added behind leaves
 * the prefix before it as it was.
 */
function toBlocks(groups: readonly (readonly string[])[], ttl: CacheTtl): readonly SystemBlock[] {
  const texts = groups.map((group) => joinTexts(group, '\n\n')).filter((text) => text !== '');
  const last = texts.length - 1;
  return texts.map((text, index) => ({
    text,
    cacheable: index === last,
    ...(ttl === '1h' && index === last ? { ttl } : {}),
  }));
}
