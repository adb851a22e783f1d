import { type Behaviour, saying } from './behaviour.ts';
import type { ReceivedCall } from './local-server.ts';
import { recogniseStep } from './recognise-step.ts';

export const WEAK_PROSE = 'Rain drums on the quay. The lamps along the water burn low.';

function readStep({ body }: ReceivedCall): string {
  const [first] = Array.isArray(body.messages) ? body.messages : [];
  return recogniseStep(String(Object(first).content));
}

/** A weak model: it breaks the form it is asked for, names people that do not exist, and offers no choices. */
export function answerWeakly(call: ReceivedCall): Behaviour {
  switch (readStep(call)) {
    case 'narrate':
      return saying(WEAK_PROSE.slice(0, 24), WEAK_PROSE.slice(24));
    case 'read':
      return saying('Sure! The player wants to look around, I think.');
    case 'record':
      return saying(
        '```json\n{"events": [{"text": "The rain fell.", "characters": ["Bob the Wizard"]}], "people": 7, ',
        '"presence": [{"character": "Gandalf", "place": "Nowhere"}]}\n```',
      );
    case 'other':
      return saying('{"place": "the ferry", "people": 3}');
    default:
      return saying('I am only a small model.');
  }
}
