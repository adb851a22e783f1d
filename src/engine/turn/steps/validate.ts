import { validateActions } from '#engine/state/validate-actions.ts';
import { discoveredBy } from '#retrieval/discovered-by.ts';
import type { Interpreted, Moment, Routed, Validated } from '../draft.ts';
import { aroundOf } from '../knowledge/around.ts';
import { defineStep } from '../step.ts';
import { Suspended } from '../suspended.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = Moment & Routed & Interpreted;

/** Decides what may be tried. What is unclear is asked once; the same action goes on with the answer. */
export const validate = defineStep<Needs, Validated, Pick<TurnTools, 'recorder'>>({
  name: 'validate',

  async run(draft, { recorder }) {
    const { lease, snapshot, persona, playbook, words, sceneLore, interpretation } = draft;
    const proposed = interpretation?.proposed_actions ?? [];
    const judged = validateActions(
      proposed.map((action) => ({ ...action, required_items: [] })),
      snapshot,
      { personaId: persona.id, rules: playbook.rules, clarified: lease.turn.answers.length > 0 },
    );
    recorder.note('validate', judged);
    if (judged.clarification_needed) {
      return new Suspended({ kind: 'clarification', question: judged.clarification_question, kept: {} });
    }
    const allowed = new Set(judged.allowed_actions.map(({ action, details }) => `${action}\n${details}`));
    const actions = proposed.filter(({ action, details }) => allowed.has(`${action}\n${details}`));
    // Whoever is kept from doing something does not find what doing it would have shown.
    const done = actions.map(({ action, details }) => `${action} ${details}`).join('\n');
    const isHindered = judged.blocked_actions.length > 0;
    return {
      actions,
      blocked: judged.blocked_actions,
      discoveries: discoveredBy(
        isHindered ? done : `${words}\n${done}`,
        sceneLore.hidden.discoverables,
        aroundOf(draft),
      ),
    };
  },
});
