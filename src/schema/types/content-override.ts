import type { Override } from '#engine/content/library.ts';
import { builder } from '../builder.ts';

export const ContentOverride = builder.objectRef<Override>('ContentOverride').implement({
  description: 'A field that a pack of a higher layer has replaced.',
  fields: (t) => ({
    contentId: t.exposeString('target', { description: 'What was overridden: `neo_seattle:viktor`.' }),
    field: t.exposeString('field', { description: 'The field; `text` for the text below the fields.' }),
    byPackId: t.exposeString('byPackId', { description: 'The pack that replaced it.' }),
    file: t.exposeString('file', { description: 'The file of that pack.' }),
    line: t.exposeInt('line', { description: 'The line in that file.' }),
  }),
});
