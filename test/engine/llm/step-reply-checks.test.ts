import { expect, it } from 'vitest';
import { InterpretReply } from '#engine/llm/interpret-reply.ts';
import { GodReply, ThinkReply } from '#engine/llm/mode-replies.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { Check } from '#engine/llm/reading/validate-reply.ts';
import { ResolveReply } from '#engine/llm/resolve-reply.ts';
import {
  godReplyChecks,
  interpretReplyChecks,
  narrationReplyChecks,
  type ReplyScope,
  resolveReplyChecks,
  THINK_REPLY_CHECKS,
} from '#engine/llm/step-reply-checks.ts';
import { nightAtThePierHouse } from '../../support/narrations.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const ids = (...shown: string[]) => ({ all: new Set([...shown, 'npc_spy_001']), shown });
/** Ada and Bo stand in a hall. A spy is hidden in it. */
const SCOPE: Omit<ReplyScope, 'names'> = {
  characters: ids('npc_ada_001', 'pc_bo_001'),
  entities: ids('npc_ada_001', 'pc_bo_001', 'loc_hall_001'),
  threads: ids('the_wreck'),
  operations: ['move_party', 'tick_clock'],
};
const checked = <Reply>(checks: readonly Check<Reply>[], reply: Reply) =>
  checks.flatMap((check) => check(reply));
const narration = (fields: object, mayOfferRoll = false) =>
  checked(narrationReplyChecks(SCOPE, { mayOfferRoll }), NarrateOutcome.parse(fields));
const observation = (character_id: string) => ({ character_id, content: 'It was dark.', importance: 3 });

it('has nothing to say of an outcome in which nothing happened', () => {
  expect(narration({})).toEqual([]);
});

it('accepts everybody there is, hidden or not', () => {
  const everybody = ['npc_ada_001', 'pc_bo_001', 'npc_spy_001'];
  expect(narration({ scene_characters: everybody, observations: everybody.map(observation) })).toEqual([]);
});

it.each([
  ['scene_characters', { scene_characters: ['npc_eve_001'] }],
  ['observations.character_id', { observations: [observation('npc_eve_001')] }],
  ['events.characters', { events: [{ type: 'vow', summary: 'Sworn.', characters: ['npc_eve_001'] }] }],
  [
    'events.factions_affected',
    { events: [{ type: 'vow', summary: 'Sworn.', factions_affected: ['faction_x_001'] }] },
  ],
  [
    'established_facts.subject_id',
    { established_facts: [{ subject_id: 'x', predicate: 'is', detail: 'so' }] },
  ],
  ['thread_updates.id', { thread_updates: [{ id: 'nothing', status: 'resolved' }] }],
  ['scene_transition.location_id', { scene_transition: { location_id: 'loc_moon_001' } }],
  ['scene_transition.present', { scene_transition: { present: ['npc_eve_001'] } }],
])('names an id nobody has in %s, and never one that is hidden', (field, fields) => {
  const [problem] = narration(fields);
  expect(problem).toMatch(new RegExp(`^${field.replace('.', '\\.')}: there is no `));
  expect(problem).not.toContain('npc_spy_001');
});

it('names operations that may not be proposed, choices that do not fit and rolls that cannot be offered', () => {
  const problems = narration({
    operations: [{ op: 'set_time' }],
    choices: [{ key: 'go', text: 'Go' }],
    awaiting_roll: true,
    roll_type: 'chaos',
  });
  expect(problems).toEqual([
    expect.stringMatching(/^operations: set_time cannot be proposed/),
    expect.stringMatching(/^awaiting_roll: no roll can be offered/),
  ]);
  expect(narration({ choices: [{ key: 'go', text: 'Go' }] })).toEqual([
    expect.stringMatching(/^choices: give 3 to 5/),
  ]);
});

it('tells the model in the repair what is wrong, importance out of range included', async () => {
  const provider = scriptedProvider(
    'The lamp goes out.\n\n```json\n{"observations": [{"character_id": "npc_ada_001", "content": "Dark.", "importance": 9}]}\n```',
    '{"scene_characters": ["npc_eve_001"]}',
    '{"scene_characters": ["npc_ada_001"]}',
  );
  const checks = narrationReplyChecks(SCOPE, { mayOfferRoll: false });
  const heard = await narrated(provider, { name: 'narrate', contract: NarrateOutcome, checks });
  expect(heard.end?.outcome.scene_characters).toEqual(['npc_ada_001']);
  expect(heard.deltas.join('')).toBe('The lamp goes out.');
  expect(provider.asked[1]?.messages.at(-1)?.text).toContain('observations.0.importance: ');
  expect(provider.asked[2]?.messages.at(-1)?.text).toContain('there is no npc_eve_001');
});

it('finds nothing wrong with what the offline storyteller proposes, however bare the scene', async () => {
  const full = nightAtThePierHouse();
  const bare = { ...full, packet: { ...full.packet, cast: [], threads: [] } };
  const { place, exits, ...scene } = bare.packet.scene;
  const empty = { ...bare, packet: { ...bare.packet, scene: { ...scene, place: null, exits: [] } } };
  const nowhere = {
    ...full,
    packet: { ...full.packet, cast: [], threads: [], scene: { ...scene, place, exits: [] } },
  };
  expect(exits.length + full.packet.cast.length).toBeGreaterThan(0);
  for (const input of [full, bare, empty, nowhere]) {
    const everybody = ids(...input.packet.cast.map(({ id }) => id));
    const checks = narrationReplyChecks({ ...SCOPE, characters: everybody }, { mayOfferRoll: false });
    const request = aRequest({ input: JSON.parse(JSON.stringify(input)) });
    const step = { name: 'narrate', contract: NarrateOutcome, checks };
    const heard = await narrated(offlineStoryteller({ wordsPerSecond: 0 }), step, request);
    expect(heard.error).toBeNull();
  }
});

it('holds a referee to people, dice and operations there are', () => {
  const isDice = (expression: string) => (/^\d+d\d+/.test(expression) ? null : 'is no dice expression.');
  const reply = ResolveReply.parse({
    dice_request: [{ expression: 'luck', character_id: 'npc_eve_001' }, '2d6'],
    new_observations: [observation('npc_eve_001')],
    state_ops: [{ op: 'set_time' }],
  });
  expect(checked(resolveReplyChecks(SCOPE, isDice), reply)).toEqual([
    expect.stringMatching(/^dice_request.character_id: there is no npc_eve_001/),
    'dice_request.expression: luck: is no dice expression.',
    expect.stringMatching(/^new_observations.character_id: there is no npc_eve_001/),
    expect.stringMatching(/^state_ops: set_time cannot be proposed/),
  ]);
});

it('holds an interpreter to ids there are, nobody being one of them', () => {
  const action = (target_id: string) => ({ action: 'wave', target_id });
  const reply = (target: string, entities: string[]) =>
    InterpretReply.parse({ proposed_actions: [action(target)], referenced_entities: entities });
  expect(checked(interpretReplyChecks(SCOPE), reply('', ['loc_hall_001']))).toEqual([]);
  expect(checked(interpretReplyChecks(SCOPE), reply('x', ['y']))).toHaveLength(2);
});

it('holds the modes to operations there are and to choices that can be told apart', () => {
  const choices = [
    { key: 'go', text: 'Go' },
    { key: 'go', text: 'Go again' },
  ];
  const god = GodReply.parse({ god_mode_response: 'Done.', operations: [{ op: 'fly' }], choices });
  expect(checked(godReplyChecks(SCOPE), god)).toHaveLength(2);
  expect(checked(THINK_REPLY_CHECKS, ThinkReply.parse({ thinking: 'Hm.', choices }))).toHaveLength(1);
});
