import { expect, it } from 'vitest';
import { findWindowStart } from '#engine/prompt/conversation-window.ts';
import { anInput, aPacket, assembled, exchanges } from './a-narration.ts';

const size = (total: number, boundary?: number) => total - findWindowStart(total, boundary);

it.each([
  [0, 0],
  [1, 1],
  [8, 8],
  [16, 16],
  [17, 8],
  [18, 9],
  [25, 16],
  [26, 8],
  [100, 10],
])('after %i exchanges sends the last %i', (total, sent) => {
  expect(size(total)).toBe(sent);
});

it('never sends fewer than eight once there are eight, nor more than sixteen', () => {
  for (let total = 8; total < 200; total += 1) {
    for (let boundary = 0; boundary <= total; boundary += 7) {
      expect(size(total, boundary)).toBeGreaterThanOrEqual(8);
      expect(size(total, boundary)).toBeLessThanOrEqual(16);
    }
  }
});

it('moves its start once in nine turns', () => {
  const starts = Array.from({ length: 90 }, (_, index) => findWindowStart(17 + index));
  expect(new Set(starts).size).toBe(10);
});

it.each([
  [30, 30, 8],
  [31, 30, 9],
  [38, 30, 16],
  [39, 30, 8],
  [12, 5, 12],
  [40, 5, 13],
])('after %i exchanges, with new lore after %i, sends the last %i', (total, boundary, sent) => {
  expect(size(total, boundary)).toBe(sent);
});

it('sends exchanges as they were said, the oldest first', () => {
  const { request, audit } = assembled({ input: anInput({ conversation: exchanges(30) }), budget: 100_000 });
  expect(audit.window).toEqual({ exchanges: 12, of: 30 });
  expect(request.messages[0]).toMatchObject({ role: 'user', text: expect.stringContaining('Question 18:') });
  expect(request.messages[1]).toMatchObject({
    role: 'assistant',
    text: expect.stringContaining('Answer 18:'),
  });
});

it('cuts by the number of an exchange, however few of them it is given', () => {
  const whole = assembled({ input: anInput({ conversation: exchanges(30) }), budget: 100_000 });
  const part = assembled({
    input: anInput({ conversation: exchanges(20, 10), conversationStart: 10 }),
    budget: 100_000,
  });
  expect(part.request.messages).toEqual(whole.request.messages);
});

it('lets the story open without words of the player', () => {
  const conversation = [{ player: '', narration: 'You wake on the shingle.' }];
  const { request } = assembled({ input: anInput({ conversation, packet: aPacket({ summary: '' }) }) });
  expect(request.messages[0]).toEqual({ role: 'user', text: '(The story opens.)' });
});

it('begins with the prologue that the players have read, as long as the first exchange is sent', () => {
  const conversation = [{ player: '', narration: 'You wake on the shingle.' }];
  const prologue = 'All night the bell has rung.';
  const input = anInput({ conversation, prologue, packet: aPacket({ summary: '' }) });
  const [first] = assembled({ input }).request.messages;
  expect(first?.text).toBe('<prologue>\nAll night the bell has rung.\n</prologue>\n\n(The story opens.)');
  const later = assembled({ input: anInput({ conversation, conversationStart: 8, prologue }) });
  expect(JSON.stringify(later.request.messages)).not.toContain(prologue);
});

it('says of an exchange in which nobody spoke that the story went on, and only of the first that it opened', () => {
  const conversation = ['', 'I wait.', ''].map((player) => ({ player, narration: 'The lamp burns.' }));
  const { request } = assembled({ input: anInput({ conversation, packet: aPacket({ summary: '' }) }) });
  const said = request.messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  expect(said[0]).toBe('(The story opens.)');
  expect(said[2]).toBe('(No player speaks. The story goes on.)');
  const later = assembled({ input: anInput({ conversation, conversationStart: 8 }) });
  expect(JSON.stringify(later.request.messages.slice(0, 6))).not.toContain('The story opens');
});
