import { builder } from '../builder.ts';

export const EntryPointType = builder.enumType('EntryPointType', {
  description: 'What kind of story an entry point leads into.',
  values: {
    ADVENTURE: { value: 'adventure', description: 'A story with a direction.' },
    SCENARIO: { value: 'scenario', description: 'One situation to be met.' },
    SANDBOX: { value: 'sandbox', description: 'A place to go one’s own way in.' },
    QUEST: { value: 'quest', description: 'A goal to be reached.' },
  } as const,
});
