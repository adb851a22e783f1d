import { builder } from '../builder.ts';

export const PackLayer = builder.enumType('PackLayer', {
  description: 'What a pack lies on. A higher layer may change, field by field, what lower ones say.',
  values: {
    CORE: { value: 'core', description: 'The ground: rules and what all settings share.' },
    SETTING: { value: 'setting', description: 'A world.' },
    REGIONAL: { value: 'regional', description: 'A part of a world.' },
    ADVENTURE: { value: 'adventure', description: 'A story in a world.' },
    HOMEBREW: { value: 'homebrew', description: 'What a table adds for itself.' },
  } as const,
});
