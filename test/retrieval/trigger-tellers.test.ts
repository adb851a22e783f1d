import { expect, it } from 'vitest';
import { discoveredBy } from '#retrieval/discovered-by.ts';

const VIKTOR = { id: 'npc_viktor_001', name: 'Viktor Hrynko Owner of the Neon Dragon' };
const OTA = { id: 'npc_ota_001', name: 'Kenji Ota' };
const LEONOR = { id: 'npc_leonor_001', name: 'Queen Leonor' };
const MARIA = { id: 'npc_maria_001', name: 'María Queen of Aragon' };
const TILLY = { id: 'npc_tilly_001', name: 'Mathilde "Tilly" Brandt' };
const JIN = { id: 'npc_jin_001', name: 'Jin Oyelaran' };
const BAR = 'loc_bar_001';
const BRIDGE = { id: 'loc_bridge_001', name: 'The Bridge' };
const AROUND = { present: [VIKTOR, OTA, LEONOR, MARIA, TILLY], elsewhere: [JIN, BRIDGE] };

const found = (action: string, trigger: string, subjectId: string = BAR, around = AROUND) =>
  discoveredBy(action, [{ id: 'f', subjectId, triggers: [trigger], content: '', tokens: 1 }], around);

it.each([
  [
    'another than the trigger names',
    'I ask Ota who paid the debt',
    'ask Viktor who paid the debt',
    VIKTOR.id,
  ],
  ['one of another', 'I ask Ota about Viktor and the debt', 'ask Viktor about the debt', VIKTOR.id],
  ['another than the one it is about', 'Ota, what about the debt?', 'ask about the debt', VIKTOR.id],
  [
    'another whose name ends like a manner',
    'I ask Tilly about the debt',
    'ask Viktor about the debt',
    VIKTOR.id,
  ],
  ['somebody who is away', 'I ask Jin about the debt', 'ask about the debt', BAR],
  ['people of the place', 'I ask an old pump hand about the flood', 'ask Viktor about the flood', VIKTOR.id],
  [
    'another of the same title',
    'I ask Queen Leonor what she would take',
    'ask the Queen of Aragon what she would take',
    MARIA.id,
  ],
  [
    'another to whom it is said at length',
    'I say the second line to Ota',
    'say the second line to Viktor',
    VIKTOR.id,
  ],
])('hears nothing of one who asks %s', (_case, action, trigger, subjectId) => {
  expect(found(action, trigger, subjectId)).toEqual([]);
});

it.each([
  ['is away', 'I ask who leaves the flowers', 'ask Jin who leaves the flowers', BAR],
  ['is away and the trigger names nobody', 'I ask about the scar', 'ask about the scar', JIN.id],
  ['belongs to another place', 'I ask who leaves the flowers', 'ask who leaves the flowers', BRIDGE.id],
  [
    'is nobody here',
    'I ask the stallholders about the crystal',
    'ask the stallholders about the crystal',
    BRIDGE.id,
  ],
])('has nobody tell what one knows who %s', (_case, action, trigger, subjectId) => {
  expect(found(action, trigger, subjectId)).toEqual([]);
});

it.each([
  [
    'one who is asked by half a name',
    'I ask Vikto who paid the debt',
    'ask Viktor who paid the debt',
    BAR,
    VIKTOR.id,
  ],
  [
    'the one who is named, though others are spoken of',
    'I ask Viktor what Ota owes',
    'ask what Ota owes',
    BAR,
    VIKTOR.id,
  ],
  ['the one it is about, by a name nobody knew', 'I ask Emmett why', 'ask Emmett why', TILLY.id, TILLY.id],
  [
    'one who bears the title',
    'I ask the owner about the debt',
    'ask the owner about the debt',
    BAR,
    VIKTOR.id,
  ],
  [
    'people without a name',
    'I ask the stallholders about the crystal',
    'ask the stallholders about the crystal',
    BAR,
    null,
  ],
  [
    'whoever knows, when nobody is named',
    'Who paid the debt?',
    'ask Viktor who paid the debt',
    BAR,
    VIKTOR.id,
  ],
])('has it told by %s', (_case, action, trigger, subjectId, teller) => {
  expect(found(action, trigger, subjectId).map(({ saidBy }) => saidBy)).toEqual([teller]);
});

it.each([
  ['a log of another kind', 'I read the call log', 'read the plow log'],
  ['the book of another', "I read Jossamy's book", "read Orne's books"],
  ['what belongs to another matter', 'I ask for the words of the treaty', "ask for Aldith's words"],
  [
    'a question that shares its office',
    'I ask the owner about the treasurer',
    'ask the owner about Christmas',
  ],
  ['a question that shares its name', 'I ask Viktor what is in the tin', 'ask where Viktor was that night'],
  ['a question that shares its asking', 'I ask who is speaking tonight', 'ask who has been asking questions'],
  ['what is told instead of asked', 'I tell Viktor about the debt', 'ask Viktor about the debt'],
  ['what is asked instead of told', 'I ask Viktor whether Jin is alive', 'tell Viktor that Jin is alive'],
  ['what nobody says at all', 'I sign up to speak', 'ask Viktor what he signed'],
  ['half of what is to be done', 'I wait at the door', 'go from door to door about the kettles'],
  ['what another is shown', 'I show Ota the red tag', 'show Viktor the red tag'],
  ['what somebody who is away is shown', 'I show Jin the red tag', 'show Jin the red tag'],
])('does not take for the matter %s', (_case, action, trigger) => {
  expect(found(action, trigger)).toEqual([]);
});

it.each([
  ['leaves the kind unsaid', 'I read the log', 'read the plow log'],
  ['shows it to the one who is named', 'I show Viktor the red tag', 'show Viktor the red tag'],
  ['asks to be told', 'Viktor, tell me about the debt', 'ask Viktor about the debt'],
  ['asks anybody', 'I ask around about the line', 'ask anyone about the line'],
  ['looks at a hand', "I look at Viktor's hand", "look at Viktor's hand"],
])('finds it for one who %s', (_case, action, trigger) => {
  expect(found(action, trigger)).toHaveLength(1);
});
