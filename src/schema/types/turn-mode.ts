import { builder } from '../builder.ts';

export const TurnModeEnum = builder.enumType('TurnMode', {
  description: 'How words are meant.',
  values: {
    STORY: { description: 'In the story.' },
    DM: { description: 'A question outside the story. Nothing advances and no scene is made.' },
    GOD: { description: 'A command to the world. Only the game master may give one.' },
    THINK: { description: 'Your character thinks: the situation is weighed and nothing happens.' },
  } as const,
});
