import type { Reacted, Ruled, TurnContext } from '../context.ts';
import { listAnnouncements } from '../rule/pass-time.ts';
import { playReactions } from '../rule/srd-rules.ts';
import { defineStep } from '../step.ts';
import type { TurnTools } from '../turn-tools.ts';

type Needs = TurnContext & Ruled & Pick<Reacted, 'reactions'>;
type Gives = Pick<Ruled, 'resolvedSnapshot' | 'resolved' | 'rolls' | 'effects' | 'harmed' | 'fallsDue'>;

/**
 * Rules what characters attempt in answer, and lets the other combatants act by their stat blocks. Only rules that strike by
 * themselves (SRD 5e) have something to decide here.
 */
export const ruleReactions = defineStep<Needs, Gives, Pick<TurnTools, 'events' | 'recorder'>>({
  name: 'rule-reactions',

  async run(draft, tools) {
    const { resolvedSnapshot, resolved, rolls, effects, harmed, fallsDue, playbook, persona } = draft;
    const before: Gives = { resolvedSnapshot, resolved, rolls, effects, harmed, fallsDue };
    if (playbook.mechanics.resolution.kind !== 'srd5e' || draft.playerText === '') return before;
    const played = playReactions(draft, draft, draft, tools);
    if (played === null || played.resolved === null) return before;
    return {
      resolvedSnapshot: played.snapshot,
      resolved:
        resolved === null
          ? played.resolved
          : {
              ...resolved,
              text: [resolved.text, played.resolved.text].filter((text) => text !== '').join(' '),
              rolls: [...resolved.rolls, ...played.resolved.rolls],
            },
      rolls: [...rolls, ...played.rolls],
      effects: [...effects, ...played.effects],
      harmed: [...new Set([...harmed, ...played.harmed])],
      fallsDue: [...new Set([...fallsDue, ...listAnnouncements(played.effects, persona.id)])].filter(
        (text) => played.resolved?.text.includes(text) !== true,
      ),
    };
  },
});
