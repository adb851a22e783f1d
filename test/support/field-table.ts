/** A field of a source document's contract: the step that produces its content here, under which name, and the code that reads it. */
export type DocumentField = {
  /** Number of the source document. */
  readonly document: '000' | '002' | '003' | '004';
  readonly contract: string;
  /** Name in the document; parts of an object behind a dot. */
  readonly field: string;
  /** The step that produces it, or `engine` when no model does. */
  readonly producedBy: ProducingStep;
  /** Our field as `Contract.path`, or engine code as `file#name`. */
  readonly as: string;
  /** The file that reads it. */
  readonly readBy: string;
  /** Word in that file by which it is read, when it is not the last part of `as`. */
  readonly word?: string;
};

export type ProducingStep =
  | 'read'
  | 'rule'
  | 'resolve'
  | 'react'
  | 'plan'
  | 'narrate'
  | 'record'
  | 'judge'
  | 'mode-think'
  | 'mode-god'
  | 'engine';

type Row = readonly [field: string, producedBy: ProducingStep, as: string, readBy: string, word?: string];

const TURN = 'src/engine/turn';
const RULE = `${TURN}/rule`;
const APPLY = `${TURN}/apply`;
const STEPS = `${TURN}/steps`;
const FIND = `${TURN}/knowledge/find-records.ts`;
const OPERATIONS = `${APPLY}/outcome-operations.ts`;
const OUTCOME = `${APPLY}/apply-outcome.ts`;
const PLANNING = `${APPLY}/planning-operations.ts`;
const NARRATE_INPUT = `${TURN}/packet/narrate-input.ts`;
const VALIDATE = `${RULE}/validate-actions.ts`;
const OBSERVED = `${APPLY}/turn-rows.ts`;

/** Document 000: the router's JSON. */
const ROUTER: readonly Row[] = [
  ['needs_search', 'read', 'Reading.needs', `${STEPS}/recall.ts`],
  [
    'character_search.keywords',
    'read',
    'Reading.needs.characters.keywords',
    'src/retrieval/record-search.ts',
  ],
  ['character_search.ids', 'read', 'Reading.needs.characters.ids', 'src/retrieval/record-search.ts'],
  [
    'character_search.categories',
    'read',
    'Reading.needs.characters.categories',
    'src/retrieval/record-search.ts',
  ],
  [
    'character_search.locations',
    'read',
    'Reading.needs.characters.locations',
    'src/retrieval/record-search.ts',
  ],
  ['event_search.keywords', 'read', 'Reading.needs.events.keywords', 'src/retrieval/record-search.ts'],
  ['event_search.characters', 'read', 'Reading.needs.events.characters', 'src/retrieval/record-search.ts'],
  ['event_search.types', 'read', 'Reading.needs.events.types', 'src/retrieval/record-search.ts'],
  ['event_search.date_after', 'read', 'Reading.needs.events.date_after', FIND],
  ['event_search.date_before', 'read', 'Reading.needs.events.date_before', FIND],
  ['law_search.keywords', 'read', 'Reading.needs.laws.keywords', 'src/retrieval/record-search.ts'],
  ['law_search.status', 'read', 'Reading.needs.laws.status', 'src/retrieval/record-search.ts'],
  ['event_detail_ids', 'read', 'Reading.needs.recall', FIND],
];

/** Document 000: the metadata block behind the prose. `outcome: inline` writes the same fields. */
const METADATA: readonly Row[] = [
  ['scene_characters', 'record', 'Outcome.where', OPERATIONS],
  ['location', 'record', 'Outcome.place', OPERATIONS],
  ['date', 'record', 'Outcome.minutes', OUTCOME],
  ['awaiting_roll', 'rule', `${STEPS}/rule.ts#tableDue`, PLANNING],
  ['roll_type', 'rule', `${STEPS}/rule.ts#tableDue`, NARRATE_INPUT],
  ['summary_update', 'record', 'Outcome.summary', PLANNING],
  ['events.type', 'record', 'Outcome.events.type', OPERATIONS],
  ['events.summary', 'record', 'Outcome.events.summary', OPERATIONS],
  ['events.characters', 'record', 'Outcome.events.characters', OPERATIONS],
  ['events.factions_affected', 'record', 'Outcome.events.factions', OPERATIONS],
  ['events.tags', 'record', 'Outcome.events.tags', OPERATIONS],
  ['events.status', 'record', 'Outcome.events.status', OPERATIONS],
  ['events.event_id', 'engine', 'src/engine/state/operations/story.ts#logEvent', OPERATIONS, 'log_event'],
  ['events.date', 'engine', 'src/engine/state/operations/story.ts#logEvent', OPERATIONS, 'log_event'],
  ['events.chapter', 'engine', 'src/engine/state/operations/story.ts#logEvent', OPERATIONS, 'log_event'],
  ['events.location', 'engine', 'src/engine/state/operations/story.ts#logEvent', OPERATIONS, 'log_event'],
  ['dialogue.speaker', 'record', 'Outcome.dialogue.speaker', `${STEPS}/apply.ts`],
  ['dialogue.type', 'record', 'Outcome.dialogue.gist', `${STEPS}/apply.ts`],
  ['juan_acted', 'judge', 'JudgeReply.findings.kind', `${TURN}/narration/verify-findings.ts`],
];

/** Document 002: InterpreterOutput. */
const INTERPRETER: readonly Row[] = [
  ['intent', 'read', 'Reading.intent', `${STEPS}/plan.ts`],
  ['referenced_entities', 'read', 'Reading.refers_to', `${STEPS}/recall.ts`],
  ['proposed_actions.action', 'read', 'Reading.actions.does', VALIDATE],
  ['proposed_actions.target_id', 'read', 'Reading.actions.target', VALIDATE],
  ['proposed_actions.details', 'read', 'Reading.actions.kind', VALIDATE],
  ['proposed_actions.estimated_minutes', 'read', 'Reading.actions.minutes', `${STEPS}/rule.ts`],
  ['assumptions', 'read', 'Reading.assumptions', NARRATE_INPUT],
  ['risk_flags', 'read', 'Reading.actions.risk', `${RULE}/band-check.ts`],
  ['perception_flags', 'read', 'Reading.notices', NARRATE_INPUT],
];

/** Document 002: ValidatorOutput. */
const VALIDATOR: readonly Row[] = [
  ['allowed_actions.action', 'rule', `${VALIDATE}#allowed`, `${STEPS}/rule.ts`],
  ['allowed_actions.target_id', 'rule', `${VALIDATE}#allowed`, `${STEPS}/rule.ts`],
  ['allowed_actions.details', 'rule', `${VALIDATE}#allowed`, `${STEPS}/rule.ts`],
  ['allowed_actions.costs', 'rule', `${RULE}/band-check.ts#costs`, NARRATE_INPUT, 'resolved'],
  ['blocked_actions.action', 'rule', `${VALIDATE}#blocked`, NARRATE_INPUT],
  ['blocked_actions.reason', 'rule', `${VALIDATE}#blocked`, NARRATE_INPUT],
  ['clarification_needed', 'read', 'Reading.question', VALIDATE],
  ['clarification_question', 'read', 'Reading.question.text', VALIDATE],
];

/** Document 002: PlannerOutput. */
const PLANNER: readonly Row[] = [
  ['beats', 'plan', 'Plan.beats', NARRATE_INPUT],
  ['tension_move', 'plan', 'Plan.tension_move', NARRATE_INPUT],
  ['tension_move_type', 'plan', 'Plan.tension_move_type', PLANNING],
  ['clarification_question', 'plan', 'Plan.clarification_question', `${STEPS}/plan.ts`],
  ['next_suggestions', 'plan', 'Plan.next_suggestions', NARRATE_INPUT],
];

/** Document 002: EngineEvent and StateDiff. */
const ENGINE_EVENT: readonly Row[] = [
  ['type', 'record', 'Outcome.events.type', OPERATIONS],
  ['details', 'record', 'Outcome.events.summary', OPERATIONS],
  ['tags', 'record', 'Outcome.events.tags', OPERATIONS],
  ['scope', 'record', 'Outcome.events.scope', OPERATIONS],
];
const STATE_DIFF: readonly Row[] = [
  ['clocks', 'record', 'Outcome.operations', OUTCOME],
  ['facts_add', 'record', 'Outcome.facts', OPERATIONS],
  ['facts_update', 'record', 'Outcome.operations', OUTCOME],
  ['inventory_changes', 'record', 'Outcome.operations', OUTCOME],
  ['scene_update.location_id', 'record', 'Outcome.place', OPERATIONS],
  ['scene_update.present_entity_ids', 'record', 'Outcome.where', OPERATIONS],
  ['threads_update', 'record', 'Outcome.threads', OPERATIONS],
];

/** Document 002: NarratorOutput. */
const NARRATOR_002: readonly Row[] = [
  ['final_text', 'narrate', 'Narration.prose', `${STEPS}/narrate.ts`],
  ['next_prompt', 'narrate', 'Narration.choices', PLANNING],
  ['suggested_actions', 'narrate', 'Narration.choices', PLANNING],
  ['established_facts.subject_id', 'record', 'Outcome.facts.subject_id', OPERATIONS],
  ['established_facts.predicate', 'record', 'Outcome.facts.predicate', OPERATIONS],
  ['established_facts.detail', 'record', 'Outcome.facts.detail', OPERATIONS],
  ['introduced_items.id', 'engine', `${TURN}/resolvers/resolve-outcome.ts#replaceNewNames`, OUTCOME],
  ['introduced_items.name', 'record', 'Outcome.things.name', OPERATIONS],
  ['introduced_items.description', 'record', 'Outcome.things.description', OPERATIONS],
  ['introduced_items.location', 'record', 'Outcome.things.where', OPERATIONS],
  ['introduced_npcs.id', 'engine', `${TURN}/resolvers/resolve-outcome.ts#replaceNewNames`, OUTCOME],
  ['introduced_npcs.name', 'record', 'Outcome.people.name', OPERATIONS],
  ['introduced_npcs.description', 'record', 'Outcome.people.description', OPERATIONS],
  ['introduced_npcs.type', 'record', 'Outcome.people.role', OPERATIONS],
  ['introduced_npcs.tags', 'record', 'Outcome.people.tags', OPERATIONS],
  ['scene_transition.location_id', 'record', 'Outcome.place', OPERATIONS],
  ['scene_transition.name', 'record', 'Outcome.places.name', OPERATIONS],
  ['scene_transition.description', 'record', 'Outcome.places.description', OPERATIONS],
  ['scene_transition.present_entities', 'record', 'Outcome.where', OPERATIONS],
  ['thread_updates.id', 'record', 'Outcome.threads.id', OPERATIONS],
  ['thread_updates.status', 'record', 'Outcome.threads.status', OPERATIONS],
  ['thread_updates.reason', 'record', 'Outcome.threads.reason', OPERATIONS],
];

/** Document 003: the response and its planning block. */
const RESPONSE: readonly Row[] = [
  [
    'session_header',
    'engine',
    'src/schema/types/scene/scene-header.ts#SceneHeader',
    'src/schema/types/scene/scene-header.ts',
    'timestamp',
  ],
  [
    'resources',
    'engine',
    'src/schema/types/scene/scene-header.ts#resources',
    'src/schema/types/scene/scene-header.ts',
  ],
  ['narrative', 'narrate', 'Narration.prose', `${STEPS}/narrate.ts`],
  ['planning_block.thinking', 'record', 'Outcome.thinking', PLANNING],
  ['planning_block.context', 'record', 'Outcome.context', PLANNING],
  ['planning_block.choices.text', 'narrate', 'Narration.choices.text', PLANNING, 'choices'],
  ['planning_block.choices.description', 'narrate', 'Narration.choices.description', PLANNING, 'choices'],
  ['planning_block.choices.risk_level', 'narrate', 'Narration.choices.risk', PLANNING, 'choices'],
  [
    'planning_block.analysis.pros',
    'mode-think',
    'ThinkReply.analysis.pros',
    `${STEPS}/asides.ts`,
    'analysis',
  ],
  [
    'planning_block.analysis.cons',
    'mode-think',
    'ThinkReply.analysis.cons',
    `${STEPS}/asides.ts`,
    'analysis',
  ],
  [
    'planning_block.analysis.confidence',
    'mode-think',
    'ThinkReply.analysis.confidence',
    `${STEPS}/asides.ts`,
    'analysis',
  ],
  ['dice_rolls', 'rule', `${STEPS}/rule.ts#rolls`, NARRATE_INPUT, 'resolved'],
  ['god_mode_response', 'mode-god', 'GodReply.god_mode_response', `${STEPS}/asides.ts`],
  [
    'entities_mentioned',
    'engine',
    'src/schema/views/visible-scene.ts#findMentionedEntities',
    'src/schema/types/scene/scene.ts',
  ],
  ['location_confirmed', 'record', 'Outcome.place', OPERATIONS],
  ['state_updates', 'record', 'Outcome.operations', OUTCOME],
  ['debug_info.dm_notes', 'narrate', 'Narration.notes', PLANNING],
  ['debug_info.state_rationale', 'record', 'Outcome.rationale', `${STEPS}/record.ts`],
];

/** Document 004: ruleset resolution, reflection, narrator. */
const RESOLUTION: readonly Row[] = [
  ['dice_request', 'resolve', 'RulebookResolution.dice.expression', `${STEPS}/resolve.ts`],
  ['resolved_outcome', 'resolve', 'RulebookResolution.bands.outcome', `${STEPS}/resolve.ts`],
  ['new_observations', 'resolve', 'RulebookResolution.bands.observations', `${STEPS}/resolve.ts`],
  ['state_ops', 'resolve', 'RulebookResolution.bands.operations', `${STEPS}/resolve.ts`],
];
const REFLECTION: readonly Row[] = [
  ['action_text', 'react', 'Reaction.action', `${STEPS}/react.ts`],
  ['intent_tags', 'react', 'Reaction.intents', `${STEPS}/react.ts`],
];
const NARRATOR_004: readonly Row[] = [
  ['narration_text', 'narrate', 'Narration.prose', `${STEPS}/narrate.ts`],
  ['new_observations.character_id', 'record', 'Outcome.observations.character_id', OBSERVED],
  ['new_observations.content', 'record', 'Outcome.observations.content', OBSERVED],
  ['new_observations.importance', 'record', 'Outcome.observations.importance', OBSERVED],
  ['state_ops', 'record', 'Outcome.operations', OUTCOME],
];

/** Every field of the source documents' contracts. A test holds that each has a place in our contracts or code, and a reader. */
export const FIELD_TABLE: readonly DocumentField[] = [
  ...toFields('000', 'router', ROUTER),
  ...toFields('000', 'metadata', METADATA),
  ...toFields('002', 'InterpreterOutput', INTERPRETER),
  ...toFields('002', 'ValidatorOutput', VALIDATOR),
  ...toFields('002', 'PlannerOutput', PLANNER),
  ...toFields('002', 'EngineEvent', ENGINE_EVENT),
  ...toFields('002', 'StateDiff', STATE_DIFF),
  ...toFields('002', 'NarratorOutput', NARRATOR_002),
  ...toFields('003', 'response', RESPONSE),
  ...toFields('004', 'ruleset resolution', RESOLUTION),
  ...toFields('004', 'reflection', REFLECTION),
  ...toFields('004', 'narrator', NARRATOR_004),
];

/** Fields of our own contracts that no source document has, with the file that reads each. */
export type OwnField = Pick<DocumentField, 'as' | 'readBy' | 'word'>;

const OWN: readonly (readonly [as: string, readBy: string, word?: string])[] = [
  ['Outcome.people.present', OPERATIONS],
  ['Reading.kind', `${TURN}/turn.ts`],
  ['Reading.language', `${STEPS}/read.ts`],
  ['Reading.call_type', NARRATE_INPUT],
  ['Reading.actions.items', VALIDATE],
  ['Reading.actions.quantity', `${RULE}/certain-actions.ts`],
  ['Reading.actions.pays', `${RULE}/certain-actions.ts`],
  ['Reading.actions.check', `${RULE}/band-check.ts`],
  ['Reading.actions.opposed_by', `${RULE}/band-check.ts`],
  ['Reading.actions.difficulty', `${RULE}/band-check.ts`],
  ['Reading.actions.means', `${RULE}/srd-action.ts`],
  ['Reading.actions.level', `${RULE}/srd-action.ts`],
  ['Reading.actions.sparing', `${RULE}/srd-action.ts`],
  ['Reading.actions.targets', `${RULE}/srd-action.ts`],
  ['Reading.level_up', `${RULE}/level-up.ts`],
  ['Reading.level_up.class', `${RULE}/level-questions.ts`],
  ['Reading.level_up.hit_points', `${RULE}/level-questions.ts`],
  ['Reading.level_up.subclass', `${RULE}/level-questions.ts`],
  ['Reading.level_up.abilities', `${RULE}/level-questions.ts`],
  ['Reading.level_up.spells', `${RULE}/level-questions.ts`],
  ['Reading.level_up.standard', `${RULE}/level-questions.ts`],
  ['Reading.moves_to', `${RULE}/certain-actions.ts`],
  ['Reading.company', `${RULE}/certain-actions.ts`],
  ['Reading.alone', `${RULE}/certain-actions.ts`],
  ['Reading.addressed', `${STEPS}/react.ts`],
  ['Reading.triggers.id', `${RULE}/triggers.ts`],
  ['Reading.triggers.quote', `${RULE}/triggers.ts`],
  ['Reading.needs.characters.status', 'src/retrieval/record-search.ts'],
  ['Reading.needs.lore', FIND],
  ['Reading.question.options', VALIDATE],
  ['Outcome.where.id', OPERATIONS],
  ['Outcome.where.at', OPERATIONS],
  ['Outcome.observations.told_by', OBSERVED],
  ['Outcome.missions.id', OPERATIONS, 'missions'],
  ['Outcome.missions.status', OPERATIONS],
  ['Outcome.missions.reason', OPERATIONS],
  ['Outcome.fulfilled.id', OUTCOME, 'fulfilled'],
  ['Outcome.fulfilled.quote', OUTCOME, 'found.quote'],
  ['Outcome.relations.one', OPERATIONS],
  ['Outcome.relations.other', OPERATIONS],
  ['Outcome.relations.trust', OPERATIONS],
  ['Outcome.relations.tension', OPERATIONS],
  ['Outcome.relations.closeness', OPERATIONS],
  ['Outcome.relations.reason', OPERATIONS],
  ['Outcome.laws.title', OPERATIONS],
  ['Outcome.laws.summary', OPERATIONS],
  ['Outcome.laws.status', OPERATIONS],
  ['Outcome.dialogue.to', `${STEPS}/apply.ts`],
  ['Outcome.dialogue.stance', 'src/engine/replay/metrics.ts'],
  ['Outcome.rows.from', PLANNING],
  ['Outcome.rows.minutes', PLANNING],
  ['Outcome.rows.operations', PLANNING],
  ['Outcome.rows.triggers', PLANNING],
  ['Outcome.choices', PLANNING],
  ['Outcome.events.sentence', `${STEPS}/check.ts`],
  ['Narration.rows', PLANNING],
  ['Reaction.goals', OUTCOME],
  ['Reaction.thought', `${STEPS}/apply.ts`],
  ['Reaction.attempt.kind', `${RULE}/srd-action.ts`],
  ['Reaction.attempt.target', `${RULE}/srd-action.ts`],
  ['Reaction.attempt.check', `${RULE}/srd-action.ts`],
  ['Reaction.attempt.means', `${RULE}/srd-action.ts`],
  ['RulebookResolution.dice.purpose', `${STEPS}/resolve.ts`],
  ['RulebookResolution.dice.character', `${STEPS}/resolve.ts`],
  ['RulebookResolution.bands.from', `${STEPS}/resolve.ts`],
  ['RulebookResolution.bands.to', `${STEPS}/resolve.ts`],
  ['RulebookResolution.bands.name', `${STEPS}/resolve.ts`],
  ['RulebookResolution.bands.degree', `${STEPS}/resolve.ts`],
];

export const OWN_FIELDS: readonly OwnField[] = OWN.map(([as, readBy, word]) => ({
  as,
  readBy,
  ...(word === undefined ? {} : { word }),
}));

function toFields(
  document: DocumentField['document'],
  contract: string,
  rows: readonly Row[],
): DocumentField[] {
  return rows.map(([field, producedBy, as, readBy, word]) => ({
    document,
    contract,
    field,
    producedBy,
    as,
    readBy,
    ...(word === undefined ? {} : { word }),
  }));
}
