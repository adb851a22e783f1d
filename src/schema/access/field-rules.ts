import type { GraphQLObjectType } from 'graphql';
import type { Role } from '#engine/domain/roles.ts';

/**
 * Rule that a viewer must meet to reach a field.
 *
 * - `viewer`: every viewer with a valid credential, with or without a role.
 * - `reader`: viewers with any role.
 * - `player`, `gm`, `author`, `admin`: viewers with that role; a game master may play, and an admin holds all of them.
 * - `maker`: viewers with the role gm or author.
 * - `member`: members of the campaign that the arguments, or the parent, belong to.
 * - `master`: the game master of that campaign.
 * - `holder`: every viewer who received the parent object.
 */
export type AccessRule = 'viewer' | 'reader' | Role | 'maker' | 'member' | 'master' | 'holder';

/** One rule for all fields of a type, or one for each; `'*'` applies to fields that are not named. */
type TypeAccessRule = AccessRule | Readonly<Record<string, AccessRule>>;

type RuleTable = Readonly<Record<string, TypeAccessRule>>;

/** Assigns one rule to several types. */
function applyRuleToTypes(rule: TypeAccessRule, ...typeNames: readonly string[]): RuleTable {
  return Object.fromEntries(typeNames.map((name) => [name, rule]));
}

/** Rules of queries, mutations and subscriptions. Every field is named: only admins reach an unnamed one. */
const ROOT_RULES: RuleTable = {
  Query: {
    viewer: 'viewer',
    node: 'reader',
    nodes: 'reader',
    packs: 'reader',
    worlds: 'reader',
    rulesets: 'reader',
    entryPoints: 'reader',
    characters: 'reader',
    loreContents: 'reader',
    lore: 'reader',
    authoring: 'author',
    checkPack: 'author',
    campaign: 'reader',
    campaigns: 'reader',
    session: 'reader',
    scene: 'reader',
    turn: 'reader',
    verifyRolls: 'member',
    diff: 'member',
    models: 'gm',
    prompts: 'gm',
    promptPreview: 'master',
    metrics: 'master',
  },
  Mutation: {
    startCampaign: 'gm',
    retryTurn: 'member',
    takeTurn: 'member',
    limitContent: 'member',
    cancelTurn: 'member',
    regenerateTurn: 'member',
    chooseNarration: 'member',
    forkSession: 'master',
    rewindSession: 'master',
    startSession: 'master',
    endSession: 'master',
    editObservation: 'master',
    replayTurns: 'master',
    exportCampaign: 'master',
    importCampaign: 'admin',
    applyOperations: 'master',
    setSessionModels: 'master',
    testModel: 'admin',
    pinPromptVersion: 'master',
    adoptPackVersion: 'master',
    renameCampaign: 'master',
    archiveCampaign: 'master',
    unarchiveCampaign: 'master',
    deleteCampaign: 'master',
    restoreCampaign: 'master',
    markRead: 'member',
    addMember: 'master',
    removeMember: 'master',
    assignPersona: 'master',
    invitePlayer: 'master',
    joinCampaign: 'player',
    createStreamTicket: 'reader',
    leaveCampaign: 'member',
    createPersona: 'member',
    createPack: 'author',
    saveWorld: 'author',
    saveRuleset: 'author',
    saveEntryPoint: 'author',
    saveCharacter: 'author',
    saveLore: 'author',
    saveContents: 'author',
    withdrawContent: 'author',
    restoreContent: 'author',
    exportPack: 'author',
    importFile: 'author',
    exportCard: 'author',
    exportLorebook: 'author',
    exportStory: 'member',
    generateScenario: 'maker',
    reindexPack: 'author',
    setSegmentActive: 'author',
  },
  Subscription: {
    turnEvents: 'member',
    indexProgress: 'reader',
    scenarioProgress: 'maker',
  },
};

/** Rules of pack contents. The parents of these types have no field for a secret; `authoring` leads to the secrets. */
const CONTENT_RULES: RuleTable = {
  ...applyRuleToTypes(
    { '*': 'reader', authoring: 'author' },
    'Pack',
    'World',
    'Ruleset',
    'EntryPoint',
    'Character',
    'LocationLore',
    'FactionLore',
    'CultureLore',
    'HistoryLore',
    'TechnologyLore',
    'ItemLore',
    'EventLore',
    'LawLore',
  ),
  ...applyRuleToTypes('holder', 'PackDependency', 'License', 'ContentSection', 'RulesetStat', 'LocationExit'),
  ...applyRuleToTypes('holder', 'OfferedPersona', 'OtherOpening', 'PackIndex', 'IndexProgress'),
  ...applyRuleToTypes('holder', 'LoreResult', 'LoreTiming', 'LoreHit', 'LoreSignals', 'LoreSignal'),
  ...applyRuleToTypes('holder', 'AuthoredLoreChunk', 'HistoryLoreChunk'),
  ...applyRuleToTypes('holder', 'LoreExplanation', 'ConsideredLore', 'ExcludedLore'),
  ...applyRuleToTypes(
    'author',
    'AuthoringDesk',
    'AuthoredPack',
    'AuthoredContent',
    'ContentVersion',
    'ContentOverride',
  ),
  ...applyRuleToTypes(
    'holder',
    'ScenarioProgress',
    'GeneratedScenario',
    'GeneratedCastMember',
    'GeneratedThread',
  ),
  ...applyRuleToTypes('holder', 'GeneratedSecret', 'GeneratedClock'),
  ...applyRuleToTypes(
    'author',
    'PromptSegment',
    'PackProblem',
    'PackReport',
    'ExportedFile',
    'ImportReportLine',
  ),
};

/**
 * Rules of the parts of a scene. The first types come from a player's view or from parents with their own rule; the others hold
 * secrets.
 */
const SCENE_RULES: RuleTable = {
  ...applyRuleToTypes('holder', 'WorldTime', 'KnownCharacter', 'KnownLocation', 'KnownItem', 'KnownFaction'),
  ...applyRuleToTypes(
    'holder',
    'Exit',
    'Condition',
    'CharacterSheet',
    'SheetGroup',
    'SheetField',
    'CharacterGuide',
    'CharacterStep',
    'CharacterQuestion',
    'CharacterOption',
    'CharacterProblem',
    'SceneHeader',
    'Chapter',
    'CoreMemory',
    'Fact',
    'Discovery',
  ),
  ...applyRuleToTypes(
    'holder',
    'Thread',
    'Ending',
    'Clock',
    'Mission',
    'Deadline',
    'Resource',
    'Meter',
    'Law',
  ),
  ...applyRuleToTypes(
    'holder',
    'Relation',
    'Relationship',
    'RelationChange',
    'InventoryEntry',
    'Combat',
    'Combatant',
  ),
  ...applyRuleToTypes('holder', 'Planning', 'PlanningAnalysis'),
  ...applyRuleToTypes('holder', 'RollPrompt', 'RollPromptRow', 'QuestionPrompt', 'PromptOption'),
  ...applyRuleToTypes(
    'holder',
    'Roll',
    'RollTarget',
    'RollsReport',
    'RollVerification',
    'MissingRolls',
    'UnplayedRoll',
  ),
  ...applyRuleToTypes('holder', 'ChronicleEntry', 'Observation', 'TurnStep', 'SceneDiff', 'SceneDifference'),
  ...applyRuleToTypes('holder', 'SceneLore', 'LorePassage'),
  ...applyRuleToTypes(
    'gm',
    'GmSceneLore',
    'GmBriefing',
    'GmDiscoverable',
    'GmThreadLore',
    'PulledRecord',
    'LorePull',
  ),
  ...applyRuleToTypes(
    'gm',
    'GmScene',
    'GmDiscrepancy',
    'GmSession',
    'GmCharacter',
    'GmLocation',
    'GmExit',
    'GmFact',
    'GmThread',
  ),
  ...applyRuleToTypes(
    'gm',
    'GmClock',
    'ClockTrigger',
    'GmMission',
    'GmDeadline',
    'GmResource',
    'GmRelationship',
  ),
  ...applyRuleToTypes('gm', 'Agenda', 'PersonaStanding', 'Holdings', 'Account', 'LedgerEntry'),
  ...applyRuleToTypes('gm', 'CampaignMetrics', 'Metrics', 'Spread', 'LoreStretch', 'StretchPull'),
  ...applyRuleToTypes('gm', 'Replay', 'ReplayedTurn', 'ReplaySides', 'ReplayedPrompt'),
  ...applyRuleToTypes('gm', 'TurnRecording', 'RecordedCall'),
};

/** Rules of types that belong to a campaign. The types that `OWNED_TYPES` names have a rule for every field. */
const PLAY_RULES: RuleTable = {
  Campaign: {
    characterGuide: 'member',
    id: 'member',
    name: 'member',
    entryPoint: 'member',
    entryPointId: 'member',
    packs: 'member',
    packChanges: 'member',
    packUpdates: 'master',
    prologue: 'member',
    goals: 'member',
    createdAt: 'member',
    currentSession: 'member',
    persona: 'member',
    lastLine: 'member',
    lastPlayedAt: 'member',
    unreadScenes: 'member',
    archivedAt: 'member',
    deletedAt: 'member',
    sessions: 'member',
    ending: 'member',
    members: 'member',
    viewerMembership: 'member',
    promptPins: 'master',
    usage: 'master',
  },
  CampaignMember: {
    id: 'member',
    name: 'member',
    role: 'member',
    personaId: 'member',
    joinedAt: 'member',
    isViewer: 'member',
    campaign: 'member',
    viewerId: 'master',
  },
  Session: {
    id: 'member',
    seedCommitment: 'member',
    notice: 'member',
    createdAt: 'member',
    currentScene: 'member',
    scenes: 'member',
    turns: 'member',
    runningTurn: 'member',
    awaiting: 'member',
    lastEventCursor: 'member',
    events: 'member',
    campaign: 'member',
    characters: 'member',
    observations: 'member',
    chronicle: 'member',
    rolls: 'member',
    relationChanges: 'member',
    status: 'member',
    endedAt: 'member',
    parentScene: 'member',
    ending: 'member',
    recap: 'member',
    seed: 'member',
    gm: 'master',
    smallModel: 'master',
    largeModel: 'master',
    usage: 'master',
  },
  Scene: {
    id: 'member',
    index: 'member',
    narration: 'member',
    narrationFlags: 'member',
    narrations: 'member',
    createdAt: 'member',
    place: 'member',
    present: 'member',
    choices: 'member',
    time: 'member',
    visibility: 'member',
    noise: 'member',
    constraints: 'member',
    persona: 'member',
    entities: 'member',
    mentioned: 'member',
    state: 'member',
    header: 'member',
    chapter: 'member',
    coreMemories: 'member',
    facts: 'member',
    threads: 'member',
    clocks: 'member',
    missions: 'member',
    ending: 'member',
    deadlines: 'member',
    resources: 'member',
    meters: 'member',
    laws: 'member',
    relations: 'member',
    relationships: 'member',
    inventory: 'member',
    combat: 'member',
    planning: 'member',
    rolls: 'member',
    lore: 'member',
    session: 'member',
    turn: 'member',
    gm: 'master',
  },
  Turn: {
    id: 'member',
    actionId: 'member',
    status: 'member',
    attempt: 'member',
    playerText: 'member',
    mode: 'member',
    answer: 'member',
    commandReport: 'member',
    scene: 'member',
    failure: 'member',
    createdAt: 'member',
    finishedAt: 'member',
    session: 'member',
    baseScene: 'member',
    steps: 'member',
    rolls: 'member',
    persona: 'member',
    member: 'member',
    action: 'member',
    exchanges: 'member',
    notices: 'member',
    narrationSoFar: 'member',
    firstEventCursor: 'member',
    isRetryable: 'member',
    recordings: 'master',
    usage: 'master',
  },
  ...applyRuleToTypes(
    'holder',
    'PinnedPack',
    'PackChange',
    'PackUpdate',
    'ContentChange',
    'AdoptPackVersionPayload',
    'Calibration',
    'TurnFailureReason',
  ),
  ...applyRuleToTypes('holder', 'Choice', 'TurnAction', 'TurnExchange'),
  ...applyRuleToTypes('holder', 'TurnStarted', 'StepStarted', 'StepFinished', 'DiceRolled', 'NarrationDelta'),
  ...applyRuleToTypes(
    'holder',
    'NarrationRepaired',
    'NarrationWithdrawn',
    'CharacterActed',
    'CommandReported',
    'ContextReset',
    'DeadlineWarned',
    'PlayerPrompted',
    'ChoicesOffered',
  ),
  ...applyRuleToTypes(
    'holder',
    'PersonaNotified',
    'TurnAnswered',
    'TurnCommitted',
    'StoryEnded',
    'TurnFailed',
    'TurnCancelled',
  ),
  ...applyRuleToTypes('holder', 'NarrationVersion', 'NarrationChosen'),
  ...applyRuleToTypes('holder', 'RetellingStarted', 'RetellingDelta', 'RetellingWithdrawn'),
  ...applyRuleToTypes('holder', 'SessionContinued', 'SessionClosed', 'Lagged', 'ServerGoingAway'),
  ...applyRuleToTypes('gm', 'Usage', 'UsageLine', 'PromptPin', 'RefusedOperation'),
  ...applyRuleToTypes('gm', 'Model', 'ModelPrices', 'TestModelPayload', 'Prompt'),
  ...applyRuleToTypes('gm', 'PromptAssembly', 'PromptAudit', 'PromptBlock', 'PromptDecision', 'PromptScope'),
  Viewer: 'holder',
};

/** All access rules, by type and field. */
export const FIELD_RULES: RuleTable = { ...ROOT_RULES, ...PLAY_RULES, ...SCENE_RULES, ...CONTENT_RULES };

/** Names of types that only game masters may see. */
const OF_MASTERS = /^Gm[A-Z]/;
/** Names of types that answer a field with its own rule: parts of a page, payloads of mutations. */
const ANSWER = /(Connection|Edge|Payload)$/;

/** Finds the rule that holds for a type as a whole; null when its fields have rules of their own. */
export function findTypeRule(typeName: string): AccessRule | null {
  const rules = FIELD_RULES[typeName];
  if (typeof rules === 'string') return rules;
  return rules === undefined && OF_MASTERS.test(typeName) && !ANSWER.test(typeName) ? 'gm' : null;
}

/** Finds the rule of a field; null when there is none, and then only admins reach it. */
export function findRule(type: GraphQLObjectType, field: string): AccessRule | null {
  const whole = findTypeRule(type.name);
  if (whole !== null) return whole;
  const rules = FIELD_RULES[type.name];
  if (typeof rules === 'object') return rules[field] ?? rules['*'] ?? null;
  const isFailure = type.getInterfaces().some(({ name }) => name === 'Failure');
  return isFailure || ANSWER.test(type.name) || type.name === 'PageInfo' ? 'holder' : null;
}
