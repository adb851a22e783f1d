import { describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import {
  type ActionSender,
  canAnswerTurn,
  canCancelTurn,
  canDropQuestion,
} from '#engine/domain/turn-permissions.ts';

const FIRST: ActionSender = { plays: ['first', null], isMaster: false };
const SECOND: ActionSender = { plays: ['second'], isMaster: false };
const NOBODY: ActionSender = { plays: [], isMaster: false };
const MASTER: ActionSender = { plays: [], isMaster: true };

const checkpoint = { sceneId: 'scene', location: 'pier', missions: [] };
const INPUTS = {
  'the deed of the first': createStoryInput('I wait.', { personaId: 'first' }),
  'a deed that names nobody': createStoryInput('I wait.'),
  'the deed of the second': createStoryInput('I wait.', { personaId: 'second' }),
  'the opening': { kind: 'opening' },
  'a direction': { kind: 'instruction', instructionType: 'scene_direction', text: 'It rains.' },
  'a command through the first': createStoryInput('Let it rain.', { personaId: 'first', mode: 'GOD' }),
  'a continuation': { kind: 'continuation', checkpoint, sequenceId: 3 },
} satisfies Record<string, TurnInput>;
type Name = keyof typeof INPUTS;

describe('whoever plays', () => {
  it.each<[Name, ...boolean[]]>([
    ['the deed of the first', true, false, false, true],
    ['a deed that names nobody', true, false, false, true],
    ['the deed of the second', false, true, false, true],
    ['a continuation', true, false, false, true],
  ])('answers for their own: %s', (name, ...expected) => {
    const turn = { input: INPUTS[name] };
    expect([FIRST, SECOND, NOBODY, MASTER].map((sender) => canAnswerTurn(sender, turn))).toEqual(expected);
  });

  it.each<[Name, 'running' | 'awaiting-roll', ...boolean[]]>([
    ['the deed of the first', 'running', true, false, false, true],
    ['the deed of the second', 'awaiting-roll', false, true, false, true],
    ['the opening', 'running', false, false, false, true],
    ['a direction', 'awaiting-roll', false, false, false, true],
    ['a command through the first', 'running', false, false, false, true],
    ['a continuation', 'running', true, true, false, true],
    ['a continuation', 'awaiting-roll', true, false, false, true],
  ])('calls off what is theirs: %s that is %s', (name, status, ...expected) => {
    const turn = { input: INPUTS[name], status };
    expect([FIRST, SECOND, NOBODY, MASTER].map((sender) => canCancelTurn(sender, turn))).toEqual(expected);
  });

  it.each<[Name, ...boolean[]]>([
    ['the deed of the first', true, false, false, false],
    ['a continuation', true, false, false, false],
    ['a direction', true, false, false, true],
  ])('drops the question of the first by %s', (name, ...expected) => {
    const asked = { input: INPUTS['the deed of the first'] };
    expect(
      [FIRST, SECOND, NOBODY, MASTER].map((sender) => canDropQuestion(sender, asked, INPUTS[name])),
    ).toEqual(expected);
  });
});
