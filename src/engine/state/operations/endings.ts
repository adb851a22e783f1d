import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { findRecord } from '../edits/find-records.ts';
import { defineOperation } from '../operation.ts';
import { Slug } from '../records/field-types.ts';

/** Counts that a character or a place has given one of its authored answers. */
export const giveResponse = defineOperation({
  name: 'give_response',
  summary: 'Counts an authored response of a character or a place as given.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ responseId: Slug }),

  apply(snapshot, { responseId }) {
    const responses = snapshot.responses ?? {};
    const response = findRecord('response', responses, responseId, ['responseId']);
    if ('rejected' in response) return response;
    if (response.once && response.given > 0) {
      return reject('given-already', `${responseId} is given only once.`, ['responseId']);
    }
    return {
      ...snapshot,
      responses: { ...responses, [responseId]: { ...response, given: response.given + 1 } },
    };
  },
});

/** Ends the story with one of the endings of its entry point. */
export const reachEnding = defineOperation({
  name: 'reach_ending',
  summary: 'Ends the story with one of its authored endings; the campaign is closed with it.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ endingId: Slug }),

  apply(snapshot, { endingId }, { sceneIndex }) {
    if (snapshot.ending !== undefined) {
      return reject('story-over', `The story has ended with "${snapshot.ending.title}".`);
    }
    const found = snapshot.endings?.find(({ id }) => id === endingId);
    if (found === undefined) {
      return reject('unknown-ending', `The story has no ending ${endingId}.`, ['endingId']);
    }
    const { id, title, epilogue } = found;
    // Nothing is offered or awaited after the end.
    const over = { pendingRoll: null, pendingClarification: null };
    const planning = { ...snapshot.planning, choices: [] };
    return {
      snapshot: { ...snapshot, ...over, planning, ending: { id, title, epilogue, sceneIndex } },
      effects: [{ type: 'ending-reached', endingId: id, title }],
    };
  },
});
