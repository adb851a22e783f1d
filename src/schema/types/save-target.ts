import { authoredData } from '../authored-input/authored-input.ts';
import type { AuthoredInput } from '../authored-input/input-type.ts';
import type { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import type { ContentKind } from '../player-contents.ts';
import { answerToChange } from './save-content.ts';

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** What every save mutation is told beside the content itself. */
export function saveTarget(t: InputFields) {
  return {
    packId: t.string({
      required: true,
      description: 'The homebrew pack it belongs to, by the id it gives itself.',
    }),
    id: t.string({
      required: true,
      description:
        'Its id within the pack: lower-case words joined by _ or -. An id that is there gets a new version.',
    }),
    baseVersion: t.int({
      description:
        'The version you changed; if somebody has saved a newer one since, nothing is saved. 0 when it must be new. Left out, yours counts whatever others did.',
    }),
  };
}

/** The text that kinds written in Markdown have below their fields. */
export function saveText(t: InputFields) {
  return {
    text: t.string({
      description:
        'Markdown below its fields, cut at its ## headings. A heading that ends in {gm} begins what players never see.',
    }),
  };
}

type Target = {
  readonly packId: string;
  readonly id: string;
  readonly text?: string | null | undefined;
  readonly baseVersion?: number | null | undefined;
};

/** Saves what a mutation was given. */
export function save(kind: ContentKind, target: Target, given: AuthoredInput, context: Context) {
  const { packId, id, text, baseVersion = null } = target;
  const request = { packId, kind, id, data: authoredData(kind, given), body: text ?? '', baseVersion };
  return answerToChange(context.authoring.save(request), context);
}
