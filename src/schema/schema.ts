import { builder } from './builder.ts';
import './types/scalars.ts';
import './types/failure.ts';
import './types/model.ts';
import './types/pack.ts';
import './types/entry-point.ts';
import './types/campaign.ts';
import './types/session.ts';
import './types/scene.ts';
import './types/turn.ts';
import './types/turn-event.ts';
import './types/start-campaign.ts';
import './types/take-turn.ts';
import './types/apply-operations.ts';
import './types/set-session-models.ts';
import './types/prompt.ts';
import './types/prompt-preview.ts';
import './types/usage.ts';

/** The whole API. Each type lives in a file of its own, with the fields that lead to it. */
export const schema = builder.toSchema();
