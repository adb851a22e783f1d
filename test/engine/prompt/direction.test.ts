import { expect, it } from 'vitest';
import { anInput, assembled, lastMessage, prompts } from './a-narration.ts';

it.each(['scene_direction', 'time_skip', 'chapter_start'] as const)(
  'says what the game master asks for, as %s, within the template and the limit of the moment',
  (type) => {
    const callType = type === 'chapter_start' ? 'chapter_start' : 'battle';
    const [template, limit] = type === 'chapter_start' ? ['call-chapter-start', 1000] : ['call-battle', 800];
    const direction = { type, text: 'The tide turns.' };
    const assembly = assembled({ input: anInput({ callType, direction, playerText: '' }) });
    expect(assembly.sources.prompts.map(({ id }) => id)).toEqual([
      'core',
      'narrate',
      'call-direction',
      template,
    ]);
    expect(lastMessage(assembly)).toContain('The tide turns.');
    expect(lastMessage(assembly).includes('Begin at the later moment')).toBe(type === 'time_skip');
    expect(assembly.request.maxTokens).toBe(Number(limit) + prompts.get('narrate').outcomeTokens);
  },
);
