import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { runNarration } from '#engine/llm/narration.ts';
import { withRecording } from '#engine/llm/recording.ts';
import { assembleNarration } from '#engine/prompt/assemble.ts';
import { defineStep } from '../step.ts';
